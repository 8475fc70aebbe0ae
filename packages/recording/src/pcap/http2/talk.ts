/** Pairs the requests and the responses of one HTTP/2 connection by their streams. */
import type { Pair } from '../../model/recording.ts'
import type { RequestHead, ResponseHead } from '../http1/head.ts'
import { type Message, MessageBody } from '../http1/message.ts'
import type { Talk, TalkEvents } from '../http1/talk.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'
import type { ByteReader } from '../tcp/tcp-stream.ts'
import { type FrameEvents, FrameReader } from './frame-reader.ts'

/** Streams of one connection that are open at a time. */
const maxStreams = 1_000

interface Stream {
  /** null while its packets are still expected. */
  request: Message<RequestHead> | null
  response: Message<ResponseHead> | null
}

/** What the two directions do differently. */
interface Direction {
  readonly messageOf: (stream: Stream) => Message<unknown> | null
  readonly begin: (id: number, pairs: readonly Pair[], timeMs: number) => void
}

export class Http2Talk implements Talk {
  readonly client: ByteReader
  readonly server: ByteReader
  readonly #events: Pick<TalkEvents, 'exchange' | 'orphan' | 'keepsBody'>
  readonly #budget: ByteBudget
  readonly #streams = new Map<number, Stream>()

  /** @param upgraded the request of HTTP/1 that asked for HTTP/2, which the first stream answers; null without one */
  constructor(
    events: Pick<TalkEvents, 'exchange' | 'orphan' | 'keepsBody'>,
    budget: ByteBudget,
    upgraded: Message<RequestHead> | null,
  ) {
    this.#events = events
    this.#budget = budget
    if (upgraded !== null) this.#streams.set(1, { request: upgraded, response: null })
    this.client = this.#reader(true, {
      messageOf: ({ request }) => request,
      begin: (id, pairs, timeMs) => this.#beginRequest(id, pairs, timeMs),
    })
    this.server = this.#reader(false, {
      messageOf: ({ response }) => response,
      begin: (id, pairs, timeMs) => this.#beginResponse(id, pairs, timeMs),
    })
  }

  /** The connection has ended. */
  finish(): void {
    for (const id of this.#streams.keys()) this.#emit(id)
  }

  #reader(isClient: boolean, { messageOf, begin }: Direction): FrameReader {
    const messageIn = (id: number) => {
      const stream = this.#streams.get(id)
      return stream === undefined ? null : messageOf(stream)
    }
    const events: FrameEvents = {
      // A second block of a stream is a trailer.
      headers: (id, pairs, timeMs) => {
        if (messageIn(id) === null) begin(id, pairs, timeMs)
      },
      data: (id, bytes) => messageIn(id)?.body.add(bytes),
      cut: id => messageIn(id)?.body.cut(),
      end: (id, timeMs) => {
        const message = messageIn(id)
        if (message === null) return
        message.endedAtMs = timeMs
        message.isEnded = true
        this.#emitIfComplete(id)
      },
      reset: id => this.#emit(id),
      lost: () => {
        for (const stream of this.#streams.values()) {
          const message = messageOf(stream)
          if (message?.isEnded === false) message.body.cut()
        }
      },
    }
    return new FrameReader(events, this.#budget, isClient)
  }

  #beginRequest(id: number, pairs: readonly Pair[], timeMs: number): void {
    const head = requestHeadOf(pairs)
    if (head === null) return
    this.#streamOf(id).request = this.#message(head, timeMs)
  }

  #beginResponse(id: number, pairs: readonly Pair[], timeMs: number): void {
    const status = Number(valueOf(pairs, ':status'))
    // Interim ones are followed by the final one; even numbers are of what the server pushes.
    if (!(status >= 200 && status < 1_000) || id % 2 === 0) return
    const head = { status, headers: plainHeaders(pairs) }
    const response = this.#message(head, timeMs)
    if (!this.#events.keepsBody(head)) response.body.drop()
    this.#streamOf(id).response = response
  }

  #message = <H>(head: H, timeMs: number): Message<H> => ({
    head,
    startedAtMs: timeMs,
    endedAtMs: timeMs,
    isEnded: false,
    body: new MessageBody(this.#budget),
  })

  #streamOf(id: number): Stream {
    const known = this.#streams.get(id)
    if (known !== undefined) return known
    const [oldest] = this.#streams.keys()
    if (oldest !== undefined && this.#streams.size >= maxStreams) this.#emit(oldest)
    const stream: Stream = { request: null, response: null }
    this.#streams.set(id, stream)
    return stream
  }

  #emitIfComplete(id: number): void {
    const { request, response } = this.#streams.get(id) ?? {}
    if (request?.isEnded === true && response?.isEnded === true) this.#emit(id)
  }

  #emit(id: number): void {
    const { request = null, response = null } = this.#streams.get(id) ?? {}
    this.#streams.delete(id)
    for (const message of [request, response]) if (message?.isEnded === false) message.body.cut()
    if (request !== null) this.#events.exchange({ request, response, socket: null, order: id })
    else if (response !== null) this.#events.orphan()
    // What nobody took is of no use.
    request?.body.drop()
    response?.body.drop()
  }
}

const valueOf = (pairs: readonly Pair[], name: string): string =>
  pairs.find(pair => pair.name === name)?.value ?? ''

const plainHeaders = (pairs: readonly Pair[]): Pair[] => pairs.filter(({ name }) => !name.startsWith(':'))

/** null if it is no request. */
function requestHeadOf(pairs: readonly Pair[]): RequestHead | null {
  const method = valueOf(pairs, ':method')
  const authority = valueOf(pairs, ':authority') || valueOf(pairs, 'host')
  if (method === '') return null
  const path = valueOf(pairs, ':path')
  const target = method === 'CONNECT' ? authority : `${valueOf(pairs, ':scheme')}://${authority}${path}`
  return { method, target, headers: withOneCookie(plainHeaders(pairs)) }
}

/** Cookies may be sent as a header each. */
function withOneCookie(headers: readonly Pair[]): Pair[] {
  const cookies = headers.filter(({ name }) => name === 'cookie')
  if (cookies.length < 2) return [...headers]
  const value = cookies.map(cookie => cookie.value).join('; ')
  return [...headers.filter(({ name }) => name !== 'cookie'), { name: 'cookie', value }]
}
