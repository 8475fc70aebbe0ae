/** Finds out what is spoken over a connection and hands its bytes to the reader of that. */
import type { ConversationProtocol } from '../../model/conversation.ts'
import { GrowingBytes } from '../bytes/growing-bytes.ts'
import { mayStartRequest, startsRequest, startsResponse } from '../http1/head.ts'
import { Http1Talk, type Talk, type TalkEvents } from '../http1/talk.ts'
import { mayStartHttp2, startsHttp2, startsSettings } from '../http2/preface.ts'
import { Http2Talk } from '../http2/talk.ts'
import { RawTalk } from '../raw/raw-talk.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'
import { SocketTalk } from '../websocket/talk.ts'
import { otherSide, type Side } from './packet-counts.ts'

/** Segments in which the beginning of a message is looked for. */
const maxSearched = 2_000
/** What a server sends before its client. */
const maxHeldBytes = 4_096

export type ExchangeEvents = Omit<TalkEvents, 'becomesSocket' | 'becomesHttp2'>

export interface SpokenContext {
  readonly budget: ByteBudget
  /** Messages of WebSocket connections that are kept. */
  readonly keptMessages: ByteBudget
  readonly isFromStart: boolean
  /** Called when the first request or response is seen. */
  readonly events: () => ExchangeEvents
  /** The protocol, and who began, are known. */
  readonly found: (protocol: ConversationProtocol, client: Side) => void
}

export class Spoken {
  /** Everything as it came, as long as it is not clear what is spoken. */
  readonly raw: RawTalk
  readonly #context: SpokenContext
  #client: Side
  #talk: Talk | null = null
  /** What came of a side before it was clear what is spoken. */
  #held: GrowingBytes | null = null
  /** What the server sent before the client. */
  #early: GrowingBytes | null = null
  #searched = 0
  /** No reader of a protocol will take it. */
  #isRaw = false

  constructor(client: Side, context: SpokenContext) {
    this.#client = client
    this.#context = context
    this.raw = new RawTalk(context.keptMessages)
  }

  /** Whether anything that follows can be read. */
  data(side: Side, bytes: Uint8Array, timeMs: number): boolean {
    if (this.#talk !== null) {
      this.#readerOf(side)?.data(bytes, timeMs)
      return true
    }
    this.raw.data(side === this.#client, bytes, timeMs)
    if (!this.#isRaw && !this.#recognise(side, bytes, timeMs)) {
      this.#isRaw = true
      this.#held = null
      this.#early = null
    }
    return !this.#isRaw || this.raw.isKeeping
  }

  gap(side: Side, length: number, timeMs: number): void {
    if (this.#talk === null) this.raw.gap(side === this.#client, length, timeMs)
    this.#readerOf(side)?.gap(length, timeMs)
  }

  end(side: Side, timeMs: number): void {
    this.#readerOf(side)?.end(timeMs)
  }

  finish(): void {
    this.#talk?.finish()
  }

  #readerOf = (side: Side) => (side === this.#client ? this.#talk?.client : this.#talk?.server)

  #recognise(side: Side, bytes: Uint8Array, timeMs: number): boolean {
    const { isFromStart } = this.#context
    const isClient = side === this.#client
    if (isFromStart && !isClient && this.#isEarly(bytes)) return true
    this.#held?.add(bytes)
    const all = this.#held?.view() ?? bytes
    if (startsHttp2(all)) this.#beginHttp2(side)
    else if (startsRequest(all)) this.#beginHttp1(side)
    // Of a connection whose beginning, or whose first request, is missing.
    else if (startsResponse(all) && !(isFromStart && isClient)) this.#beginHttp1(otherSide(side))
    else if (isFromStart && isClient && (mayStartRequest(all) || mayStartHttp2(all))) {
      this.#held ??= new GrowingBytes()
      if (this.#held.length === 0) this.#held.add(bytes)
      return true
    } else {
      this.#searched += 1
      return !isFromStart && this.#searched < maxSearched
    }
    this.#held = null
    this.#readerOf(side)?.data(all, timeMs)
    if (this.#early !== null) this.#readerOf(otherSide(side))?.data(this.#early.view(), timeMs)
    this.#early = null
    return true
  }

  /** Whether the bytes may be what an HTTP/2 server sends before its client. */
  #isEarly(bytes: Uint8Array): boolean {
    if (this.#early === null && !startsSettings(bytes)) return false
    this.#early ??= new GrowingBytes()
    this.#early.add(bytes)
    return this.#early.length <= maxHeldBytes
  }

  #beginHttp1(client: Side): void {
    this.#client = client
    this.raw.drop()
    const { events, budget, keptMessages, isFromStart, found } = this.#context
    found('http', client)
    const talkEvents: TalkEvents = {
      ...events(),
      becomesSocket: extensions => {
        found('webSocket', client)
        return new SocketTalk(extensions, { budget, kept: keptMessages })
      },
      becomesHttp2: request => {
        found('http2', client)
        return new Http2Talk(talkEvents, budget, request)
      },
    }
    this.#talk = new Http1Talk(talkEvents, budget, isFromStart)
  }

  #beginHttp2(client: Side): void {
    this.#client = client
    this.raw.drop()
    const { events, budget, found } = this.#context
    found('http2', client)
    this.#talk = new Http2Talk(events(), budget, null)
  }
}
