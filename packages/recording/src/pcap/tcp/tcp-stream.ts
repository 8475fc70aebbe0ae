/** Puts the segments of one direction of a TCP connection in order: those out of order wait, those sent again are dropped, what the capture has not becomes a gap. */
import type { TcpSegment } from '../network/tcp-segment.ts'
import type { ByteBudget } from './byte-budget.ts'

/** Takes the bytes of one direction in their order. */
export interface ByteReader {
  /** @param bytes a view that is valid only during the call */
  data(bytes: Uint8Array, timeMs: number): void
  /** So many bytes are not in the capture. */
  gap(length: number, timeMs: number): void
  /** Nothing follows. */
  end(timeMs: number): void
}

interface Waiting {
  /** Distance from the first byte of the stream. */
  readonly start: number
  /** A copy of what was captured. */
  readonly bytes: Uint8Array
  /** As it was sent. */
  readonly length: number
  readonly timeMs: number
}

/** Segments and bytes that wait for those before them; more of them mean that those are not in the capture. */
const maxWaiting = 512
const maxWaitingBytes = 2 * 1024 ** 2
/** Packets of the connection after which a missing segment is no longer expected. */
const patiencePackets = 256
/** The same once the other end has acknowledged it. */
const acknowledgedPatiencePackets = 16
/** Farther ahead than any window; such a segment belongs to another connection. */
const maxAhead = 2 ** 30

export class TcpStream {
  readonly #reader: ByteReader
  readonly #budget: ByteBudget
  /** Sequence number of the first byte; null before the first segment. */
  #first: number | null = null
  /** Distance of the next byte from the first. */
  #next = 0
  /** Distance of the end; null while it is unknown. */
  #end: number | null = null
  isEnded = false
  readonly #waiting: Waiting[] = []
  #waitingBytes = 0
  #patience = 0

  constructor(reader: ByteReader, budget: ByteBudget) {
    this.#reader = reader
    this.#budget = budget
  }

  /** A segment of this direction. */
  push({ sequence, bytes, length, isSyn, isFin }: TcpSegment, timeMs: number): void {
    if (this.isEnded) return
    const begin = isSyn ? (sequence + 1) >>> 0 : sequence
    // A probe that keeps the connection alive repeats a number that was used.
    if (this.#first === null && !isSyn && !isFin && length === 0) return
    this.#first ??= begin
    // Numbers begin anew after 2^32; the signed difference is right in both cases.
    const start = this.#next + ((begin - this.#first - this.#next) | 0)
    if (start - this.#next > maxAhead) return
    if (isFin) this.#end ??= start + length
    if (length > 0 && start + length > this.#next) {
      if (start <= this.#next) {
        this.#deliver({ start, bytes, length, timeMs })
        this.#deliverWaiting()
      } else this.#hold({ start, bytes, length, timeMs })
    }
    this.#endIfReached(timeMs)
  }

  /** A packet of either direction has passed. @param acknowledged sequence number up to which the other end has all, if it says so */
  passed(acknowledged: number | null): void {
    const [first] = this.#waiting
    if (first === undefined) return
    this.#patience += 1
    const isKnown =
      acknowledged !== null && this.#first !== null && ((acknowledged - this.#first - first.start) | 0) >= 0
    if (this.#patience > (isKnown ? acknowledgedPatiencePackets : patiencePackets)) this.#giveUp()
  }

  /** Nothing more will come. */
  finish(timeMs: number): void {
    if (this.isEnded) return
    while (this.#waiting.length > 0) this.#giveUp()
    this.isEnded = true
    this.#reader.end(timeMs)
  }

  /** Nobody reads it any more. */
  release(): void {
    this.isEnded = true
    this.#waiting.length = 0
    this.#budget.giveBack(this.#waitingBytes)
    this.#waitingBytes = 0
  }

  #endIfReached(timeMs: number): void {
    if (this.#end === null || this.#next < this.#end || this.isEnded) return
    this.isEnded = true
    this.#reader.end(timeMs)
  }

  #hold({ bytes, ...segment }: Waiting): void {
    const isFull = this.#waiting.length >= maxWaiting || this.#waitingBytes + bytes.length > maxWaitingBytes
    if (isFull || !this.#budget.take(bytes.length)) {
      this.#giveUp()
      // What waited may have closed the gap before this segment.
      if (segment.start > this.#next) this.#loseBefore(segment)
      this.#deliver({ ...segment, bytes })
      return this.#deliverWaiting()
    }
    let at = this.#waiting.length
    while (at > 0 && (this.#waiting[at - 1]?.start ?? 0) > segment.start) at -= 1
    this.#waiting.splice(at, 0, { ...segment, bytes: bytes.slice() })
    this.#waitingBytes += bytes.length
  }

  #deliver({ start, bytes, length, timeMs }: Waiting): void {
    const known = this.#next - start
    if (known >= length) return
    this.#next = start + length
    if (known < bytes.length) this.#reader.data(known === 0 ? bytes : bytes.subarray(known), timeMs)
    // The capture kept only the beginnings of packets.
    const cutBytes = length - Math.max(known, bytes.length)
    if (cutBytes > 0) this.#tellGap(cutBytes, timeMs)
  }

  #deliverWaiting(): void {
    for (
      let [first] = this.#waiting;
      first !== undefined && first.start <= this.#next;
      [first] = this.#waiting
    ) {
      this.#waiting.shift()
      this.#waitingBytes -= first.bytes.length
      this.#budget.giveBack(first.bytes.length)
      this.#deliver(first)
      this.#patience = 0
    }
  }

  /** What is missing before the first that waits will not come. */
  #giveUp(): void {
    const [first] = this.#waiting
    if (first === undefined) return
    this.#patience = 0
    this.#tellGap(first.start - this.#next, first.timeMs)
    this.#next = first.start
    this.#deliverWaiting()
    this.#endIfReached(first.timeMs)
  }

  /** Everything that is missing before the segment will not come. */
  #loseBefore({ start, timeMs }: Omit<Waiting, 'bytes'>): void {
    while ((this.#waiting[0]?.start ?? start) < start) this.#giveUp()
    if (start <= this.#next) return
    this.#tellGap(start - this.#next, timeMs)
    this.#next = start
  }

  #tellGap(length: number, timeMs: number): void {
    this.#reader.gap(length, timeMs)
  }
}
