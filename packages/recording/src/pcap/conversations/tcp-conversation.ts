/** One TCP connection of a capture: finds out what is spoken and hands its bytes, in order, to the reader of that. */
import type { ConversationProtocol, ConversationState } from '../../model/conversation.ts'
import { GrowingBytes } from '../http1/growing-bytes.ts'
import { mayStartRequest, startsRequest, startsResponse } from '../http1/head.ts'
import { Http1Talk, type TalkEvents } from '../http1/talk.ts'
import type { TcpSegment } from '../network/tcp-segment.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'
import { TcpStream } from '../tcp/tcp-stream.ts'
import { otherSide, type PacketCounts, type Side } from './packet-counts.ts'

/** Segments in which the beginning of a message is looked for. */
const maxSearched = 2_000

interface TcpContext {
  readonly budget: ByteBudget
  /** Called when the first request or response is seen. */
  readonly talkEvents: (of: TcpConversation) => TalkEvents
}

export class TcpConversation {
  readonly counts: PacketCounts
  readonly isFromStart: boolean
  protocol: ConversationProtocol = 'tcp'
  lostBytes = 0
  readonly #context: TcpContext
  /** null once nothing of the connection is read any more. */
  #streams: readonly [TcpStream, TcpStream] | null
  #talk: Http1Talk | null = null
  /** What came of a side before it was clear what is spoken. */
  #held: GrowingBytes | null = null
  #searched = 0
  readonly #firstSequence: number | null
  readonly #hasEnded: [boolean, boolean] = [false, false]
  #isReset = false
  #isAnswered = false

  constructor(counts: PacketCounts, first: TcpSegment, context: TcpContext) {
    this.counts = counts
    this.#context = context
    this.isFromStart = first.isSyn
    this.#firstSequence = first.isSyn && !first.isAck ? first.sequence : null
    this.#streams = [this.#streamOf(0), this.#streamOf(1)]
  }

  /** Whether the segment begins another connection between the same ports. */
  isFollowedBy({ isSyn, isAck, sequence }: TcpSegment): boolean {
    if (!isSyn || isAck) return false
    return this.#isReset || this.#hasEnded.includes(true) || sequence !== this.#firstSequence
  }

  take(side: Side, segment: TcpSegment, timeMs: number): void {
    this.counts.add(side, segment.length, timeMs)
    if (segment.isFin) this.#hasEnded[side] = true
    if (segment.isReset) this.#isReset = true
    else if (side !== this.counts.client) this.#isAnswered = true
    this.#streams?.[side].push(segment, timeMs)
    // What was pushed may have shown that nothing of it can be read.
    this.#streams?.[side].passed(null)
    this.#streams?.[otherSide(side)].passed(segment.isAck ? segment.acknowledged : null)
    const isOver = this.#isReset || this.#streams?.every(({ isEnded }) => isEnded)
    if (isOver) this.finish()
  }

  /** The capture, or the connection, has ended. */
  finish(): void {
    const streams = this.#streams
    const { client, endedAtMs } = this.counts
    for (const side of [client, otherSide(client)]) streams?.[side].finish(endedAtMs)
    this.#talk?.finish()
    this.#leave()
  }

  get state(): ConversationState {
    const isRefused = this.isFromStart && !this.#isAnswered
    if (this.#isReset) return isRefused ? 'refused' : 'reset'
    if (this.#hasEnded[0] && this.#hasEnded[1]) return 'closed'
    return isRefused ? 'unanswered' : 'open'
  }

  #streamOf(side: Side): TcpStream {
    return new TcpStream(
      {
        data: (bytes, timeMs) => this.#data(side, bytes, timeMs),
        gap: (length, timeMs) => {
          this.lostBytes += length
          this.#readerOf(side)?.gap(length, timeMs)
        },
        end: timeMs => this.#readerOf(side)?.end(timeMs),
      },
      this.#context.budget,
    )
  }

  #readerOf = (side: Side) => (side === this.counts.client ? this.#talk?.client : this.#talk?.server)

  #data(side: Side, bytes: Uint8Array, timeMs: number): void {
    if (this.#streams === null) return
    if (this.#talk === null) this.#recognise(side, bytes, timeMs)
    else this.#readerOf(side)?.data(bytes, timeMs)
  }

  #recognise(side: Side, bytes: Uint8Array, timeMs: number): void {
    this.#held?.add(bytes)
    const all = this.#held?.view() ?? bytes
    const { isFromStart } = this
    if (startsRequest(all)) this.#begin(side)
    // Of a connection whose beginning, or whose first request, is missing.
    else if (startsResponse(all) && !(isFromStart && side === this.counts.client))
      this.#begin(otherSide(side))
    else if (isTls(all)) {
      this.protocol = 'tls'
      return this.#leave()
    } else if (isFromStart && side === this.counts.client && mayStartRequest(all)) {
      this.#held ??= new GrowingBytes()
      if (this.#held.length === 0) this.#held.add(bytes)
      return
    } else {
      this.#searched += 1
      if (isFromStart || this.#searched >= maxSearched) this.#leave()
      return
    }
    this.#held = null
    this.#readerOf(side)?.data(all, timeMs)
  }

  #begin(client: Side): void {
    this.counts.client = client
    this.protocol = 'http'
    this.#talk = new Http1Talk(this.#context.talkEvents(this), this.#context.budget, this.isFromStart)
  }

  /** Nothing more of it is read. */
  #leave(): void {
    for (const stream of this.#streams ?? []) stream.release()
    this.#streams = null
    this.#talk = null
    this.#held = null
  }
}

/** A record of the handshake, of TLS 1.0 to 1.3. */
const isTls = (bytes: Uint8Array): boolean => bytes[0] === 22 && bytes[1] === 3 && (bytes[2] ?? 9) <= 4
