/** One TCP connection of a capture: puts its segments in order and tells how it went. */
import type { ConversationProtocol, ConversationState } from '../../model/conversation.ts'
import type { TcpSegment } from '../network/tcp-segment.ts'
import type { RawTalk } from '../raw/raw-talk.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'
import { type ByteReader, TcpStream } from '../tcp/tcp-stream.ts'
import type { KeyLog } from '../tls/key-log.ts'
import { TlsTalk } from '../tls/tls-talk.ts'
import { otherSide, type PacketCounts, type Side } from './packet-counts.ts'
import { type ExchangeEvents, Spoken } from './spoken.ts'

export interface TcpContext {
  readonly budget: ByteBudget
  /** Messages of WebSocket connections that are kept. */
  readonly keptMessages: ByteBudget
  /** Secrets of TLS connections. */
  readonly keyLog: KeyLog
  /** Called when the first request or response is seen. */
  readonly events: (of: TcpConversation) => ExchangeEvents
}

export class TcpConversation {
  readonly counts: PacketCounts
  readonly isFromStart: boolean
  protocol: ConversationProtocol = 'tcp'
  lostBytes = 0
  readonly #context: TcpContext
  /** null once nothing of the connection is read any more. */
  #streams: readonly [TcpStream, TcpStream] | null
  readonly #spoken: Spoken
  #tls: TlsTalk | null = null
  /** Why nothing of a TLS connection was read; null for others. */
  unread: 'encrypted' | 'cipherSuite' | 'otherProtocol' | null = null
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
    this.#spoken = new Spoken(counts.client, {
      ...context,
      isFromStart: this.isFromStart,
      events: () => context.events(this),
      found: (protocol, client) => {
        this.protocol = protocol
        counts.client = client
      },
    })
  }

  /** Whether the segment begins another connection between the same ports. */
  isFollowedBy({ isSyn, isAck, sequence }: TcpSegment): boolean {
    if (!isSyn || isAck) return false
    return this.#isReset || this.#hasEnded.includes(true) || sequence !== this.#firstSequence
  }

  take(side: Side, segment: TcpSegment, timeMs: number): void {
    this.counts.add(side, segment.length, timeMs)
    if (segment.isFin) {
      this.#hasEnded[side] = true
      this.#spoken.raw.end(side === this.counts.client, timeMs)
    }
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
    this.#spoken.finish()
    this.#leave()
  }

  /** What was sent where no reader knows the protocol; null for others, and for what is encrypted. */
  get raw(): RawTalk | null {
    const isClear = this.protocol === 'tcp' || (this.protocol === 'tls' && this.isDecrypted)
    return isClear ? this.#spoken.raw : null
  }

  get isDecrypted(): boolean {
    return this.#tls !== null && this.unread === null
  }

  /** Of TLS, as the server chose it. */
  get suiteName(): string {
    return this.#tls?.suiteName ?? ''
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
          if (this.#tls === null) this.#spoken.gap(side, length, timeMs)
          else this.#encrypted(side)?.gap(length, timeMs)
        },
        end: timeMs => {
          if (this.#tls === null) this.#spoken.end(side, timeMs)
          else this.#encrypted(side)?.end(timeMs)
        },
      },
      this.#context.budget,
    )
  }

  #data(side: Side, bytes: Uint8Array, timeMs: number): void {
    if (this.#streams === null) return
    if (this.protocol === 'tcp' && this.#tls === null && isTls(bytes)) this.#beginTls(side)
    if (this.#tls !== null) {
      this.#encrypted(side)?.data(bytes, timeMs)
      if (this.#tls.fault === null) return
      this.unread = this.#tls.fault === 'cipherSuite' ? 'cipherSuite' : 'encrypted'
      this.#leave()
    } else if (this.protocol === 'tls' || !this.#spoken.data(side, bytes, timeMs)) this.#leave()
  }

  #beginTls(side: Side): void {
    const { keyLog, budget } = this.#context
    this.protocol = 'tls'
    this.unread = 'encrypted'
    if (keyLog.size === 0 || !this.isFromStart || side !== this.counts.client) return
    this.unread = null
    const sideOf = (name: 'client' | 'server') => (name === 'client' ? side : otherSide(side))
    this.#tls = new TlsTalk(
      keyLog,
      {
        data: (name, bytes, timeMs) => {
          if (this.unread === null && !this.#spoken.data(sideOf(name), bytes, timeMs))
            this.unread = 'otherProtocol'
        },
        end: (name, timeMs) => this.#spoken.end(sideOf(name), timeMs),
      },
      budget,
    )
  }

  #encrypted = (side: Side): ByteReader | undefined =>
    side === this.counts.client ? this.#tls?.client : this.#tls?.server

  /** Nothing more of it is read. */
  #leave(): void {
    for (const stream of this.#streams ?? []) stream.release()
    this.#streams = null
  }
}

/** A record of the handshake, of TLS 1.0 to 1.3. */
const isTls = (bytes: Uint8Array): boolean => bytes[0] === 22 && bytes[1] === 3 && (bytes[2] ?? 9) <= 4
