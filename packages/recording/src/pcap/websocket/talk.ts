/** The messages of a WebSocket connection, as both ends sent them. */
import { socketContent } from '../../model/long-message.ts'
import type { RecordedMessage } from '../../model/recording.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'
import type { ByteReader } from '../tcp/tcp-stream.ts'
import { type SocketEvents, SocketReader } from './socket-reader.ts'

/** Of one connection. */
const maxMessages = 10_000

export class SocketTalk {
  readonly client: ByteReader
  readonly server: ByteReader
  /** In the order in which they were captured. */
  readonly messages: RecordedMessage[] = []
  readonly isCompressed: boolean
  /** Messages that could not be read, and those beyond the limit. */
  unread = 0
  /** What the client gave as the reason of its end; null if it has not ended the connection. */
  closed: { readonly code: number | null; readonly timeMs: number } | null = null
  readonly #kept: ByteBudget

  /** @param extensions of the server's answer @param kept messages of all connections */
  constructor(
    extensions: string,
    { budget, kept }: { readonly budget: ByteBudget; readonly kept: ByteBudget },
  ) {
    this.#kept = kept
    this.isCompressed = /(^|,)\s*permessage-deflate\s*(;|,|$)/i.test(extensions)
    const of = (side: 'client' | 'server') =>
      new SocketReader(
        this.#events(side === 'client'),
        budget,
        this.isCompressed ? { forgets: extensions.includes(`${side}_no_context_takeover`) } : null,
      )
    this.client = of('client')
    this.server = of('server')
  }

  #events(isSent: boolean): SocketEvents {
    return {
      message: ({ isText, bytes, timeMs }) => {
        const content = socketContent(bytes, { isText, isSent })
        const keptBytes = content.bytes?.length ?? content.data.length
        if (this.messages.length >= maxMessages || !this.#kept.take(keptBytes)) this.unread += 1
        else this.messages.push({ isSent, timeMs, ...content })
      },
      close: (code, timeMs) => {
        if (isSent) this.closed ??= { code, timeMs }
      },
      unread: () => {
        this.unread += 1
      },
    }
  }
}
