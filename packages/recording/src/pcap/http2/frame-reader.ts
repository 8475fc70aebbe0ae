/** Takes one direction of an HTTP/2 connection apart into frames while its bytes arrive. @see https://www.rfc-editor.org/rfc/rfc9113#section-4 */
import type { Pair } from '../../model/recording.ts'
import { GrowingBytes } from '../bytes/growing-bytes.ts'
import { uint32 } from '../network/link-layer.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'
import type { ByteReader } from '../tcp/tcp-stream.ts'
import { HpackDecoder } from './hpack.ts'
import { preface } from './preface.ts'

export interface FrameEvents {
  headers(stream: number, pairs: readonly Pair[], timeMs: number): void
  data(stream: number, bytes: Uint8Array): void
  /** Bytes of the stream's data are missing. */
  cut(stream: number): void
  /** The direction of the stream has ended. */
  end(stream: number, timeMs: number): void
  reset(stream: number, timeMs: number): void
  /** Nothing more of the direction can be read. */
  lost(): void
}

const kinds = { data: 0, headers: 1, reset: 3, pushPromise: 5, continuation: 9 } as const
const endStream = 1
const endHeaders = 4
const padded = 8
const hasPriority = 32
const headerBytes = 9
/** Of all frames of one header block. */
const maxBlockBytes = 256 * 1024

interface Frame {
  readonly kind: number
  readonly flags: number
  readonly stream: number
  readonly length: number
}

export class FrameReader implements ByteReader {
  readonly #events: FrameEvents
  readonly #budget: ByteBudget
  readonly #hpack: HpackDecoder
  #isLost = false
  /** Bytes of the preface that are still to come. */
  #prefaceBytes: number
  #frame: Frame | null = null
  /** Of the frame's payload. */
  #remaining = 0
  /** What is collected of a frame's header, or of the payload of a frame that is read as a whole. */
  readonly #held = new GrowingBytes()
  /** A header block whose frames are not complete. */
  readonly #block = new GrowingBytes()
  #blockStart: Frame | null = null
  /** Of the end of a data frame; null before its first byte told. */
  #padding: number | null = null

  /** @param hasPreface of the client's direction */
  constructor(events: FrameEvents, budget: ByteBudget, hasPreface: boolean) {
    this.#events = events
    this.#budget = budget
    this.#hpack = new HpackDecoder(budget)
    this.#prefaceBytes = hasPreface ? preface.length : 0
  }

  data(bytes: Uint8Array, timeMs: number): void {
    let at = Math.min(this.#prefaceBytes, bytes.length)
    this.#prefaceBytes -= at
    while (at < bytes.length && !this.#isLost) at += this.#step(bytes.subarray(at), timeMs)
  }

  gap(length: number, timeMs: number): void {
    const frame = this.#frame
    const isInside = frame !== null && length <= this.#remaining && !this.#isWhole(frame)
    if (this.#isLost || !isInside) return this.#lose()
    if (frame.kind === kinds.data) this.#events.cut(frame.stream)
    this.#padding ??= 0
    this.#remaining -= length
    if (this.#remaining === 0) this.#endFrame(frame, timeMs)
  }

  end(): void {
    this.#lose()
  }

  /** Number of bytes that were used, at least one. */
  #step(bytes: Uint8Array, timeMs: number): number {
    const frame = this.#frame
    if (frame === null) return this.#readHeader(bytes, timeMs)
    const part = bytes.subarray(0, this.#remaining)
    this.#remaining -= part.length
    if (frame.kind === kinds.data) this.#readData(frame, part)
    else if (this.#isWhole(frame) && !this.#hold(part)) this.#lose()
    if (this.#remaining === 0 && !this.#isLost) this.#endFrame(frame, timeMs)
    return part.length
  }

  #readHeader(bytes: Uint8Array, timeMs: number): number {
    const part = bytes.subarray(0, headerBytes - this.#held.length)
    this.#held.add(part)
    if (this.#held.length < headerBytes) return part.length
    const header = this.#held.take()
    const frame = {
      length: uint32(header, 0) >>> 8,
      kind: header[3] ?? 0,
      flags: header[4] ?? 0,
      stream: uint32(header, 5) & 0x7fffffff,
    }
    // Between the frames of a header block there are no others.
    const isExpected = (this.#blockStart !== null) === (frame.kind === kinds.continuation)
    const isTooLong = this.#isWhole(frame) && frame.length + this.#block.length > maxBlockBytes
    if (!isExpected || isTooLong) this.#lose()
    else {
      this.#frame = frame
      this.#remaining = frame.length
      this.#padding = null
      if (frame.length === 0) this.#endFrame(frame, timeMs)
    }
    return part.length
  }

  /** Whether its payload is needed in one piece. */
  #isWhole = ({ kind }: Frame): boolean =>
    kind === kinds.headers || kind === kinds.continuation || kind === kinds.pushPromise

  #hold(part: Uint8Array): boolean {
    if (!this.#budget.take(part.length)) return false
    this.#held.add(part)
    return true
  }

  #readData({ stream, flags, length }: Frame, part: Uint8Array): void {
    let content = part
    if (this.#padding === null) {
      const isPadded = (flags & padded) !== 0
      this.#padding = isPadded ? (part[0] ?? 0) : 0
      if (isPadded && this.#padding >= length) return this.#lose()
      content = part.subarray(isPadded ? 1 : 0)
    }
    // The last bytes of the frame are padding.
    const surplus = Math.max(0, this.#padding - this.#remaining)
    content = content.subarray(0, Math.max(0, content.length - surplus))
    if (content.length > 0) this.#events.data(stream, content)
  }

  #endFrame(frame: Frame, timeMs: number): void {
    this.#frame = null
    if (frame.kind === kinds.reset) this.#events.reset(frame.stream, timeMs)
    else if (frame.kind === kinds.data) {
      if ((frame.flags & endStream) !== 0) this.#events.end(frame.stream, timeMs)
    } else if (this.#isWhole(frame)) this.#addToBlock(frame, timeMs)
  }

  #addToBlock(frame: Frame, timeMs: number): void {
    const payload = this.#held.take()
    const fragment = fragmentOf(frame, payload)
    const start = this.#blockStart ?? frame
    if (fragment === null || start.stream !== frame.stream) {
      this.#budget.giveBack(payload.length)
      return this.#lose()
    }
    this.#budget.giveBack(payload.length - fragment.length)
    this.#block.add(fragment)
    this.#blockStart = start
    if ((frame.flags & endHeaders) !== 0) this.#endBlock(start, timeMs)
  }

  #endBlock({ kind, stream, flags }: Frame, timeMs: number): void {
    const block = this.#block.take()
    this.#blockStart = null
    this.#budget.giveBack(block.length)
    const pairs = this.#hpack.decode(block)
    if (pairs === null) return this.#lose()
    // What a server promises to push is asked for by nobody.
    if (kind === kinds.pushPromise) return
    this.#events.headers(stream, pairs, timeMs)
    if ((flags & endStream) !== 0) this.#events.end(stream, timeMs)
  }

  #lose(): void {
    if (this.#isLost) return
    this.#isLost = true
    const isHeader = this.#frame === null
    this.#budget.giveBack((isHeader ? 0 : this.#held.length) + this.#block.length)
    this.#held.take()
    this.#block.take()
    this.#hpack.release()
    this.#events.lost()
  }
}

/** The part of a header block in a frame; null if its lengths cannot be. */
function fragmentOf({ kind, flags }: Frame, payload: Uint8Array): Uint8Array | null {
  if (kind === kinds.continuation) return payload
  let start = 0
  let padding = 0
  if ((flags & padded) !== 0) {
    padding = payload[0] ?? 0
    start = 1
  }
  if (kind === kinds.pushPromise) start += 4
  else if ((flags & hasPriority) !== 0) start += 5
  return start + padding > payload.length ? null : payload.subarray(start, payload.length - padding)
}
