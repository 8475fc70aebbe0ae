/** Writes HTTP/2's frames one behind the other into one buffer, which leaves with one write. */
import { frameFlags, frameHeadBytes, frameTypes } from './frame.ts'

/** What opens a connection, before the first frame (RFC 9113 §3.4). */
const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
/** Room for a small request with short headers. */
const firstBytes = 256

/** Up to this a loop is faster than a call. */
const loopedBytes = 64

/** Frames that wait to be written. */
export class FrameWriter {
  #bytes: Buffer | null = null
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Takes what has gathered; the caller owns it. */
  take(): Buffer {
    const gathered = this.#buffer.subarray(0, this.#length)
    this.#bytes = null
    this.#length = 0
    return gathered
  }

  preface(): void {
    this.#reserve(preface.length)
    this.#length += this.#buffer.write(preface, this.#length, 'latin1')
  }

  /** Numbers and values in turn. */
  settings(values: readonly number[]): void {
    this.#head(3 * values.length, frameTypes.settings)
    for (let at = 0; at + 1 < values.length; at += 2) {
      this.#length = this.#buffer.writeUInt16BE(values[at] ?? 0, this.#length)
      this.#length = this.#buffer.writeUInt32BE(values[at + 1] ?? 0, this.#length)
    }
  }

  settingsAck(): void {
    this.#head(0, frameTypes.settings, frameFlags.ack)
  }

  /** Answers a PING by its eight bytes. */
  pingAck(bytes: Buffer, from: number, to: number): void {
    this.#head(to - from, frameTypes.ping, frameFlags.ack)
    this.#length += bytes.copy(this.#buffer, this.#length, from, to)
  }

  windowUpdate(streamId: number, bytes: number): void {
    this.#head(4, frameTypes.windowUpdate, 0, streamId)
    this.#length = this.#buffer.writeUInt32BE(bytes, this.#length)
  }

  reset(streamId: number, code: number): void {
    this.#head(4, frameTypes.reset, 0, streamId)
    this.#length = this.#buffer.writeUInt32BE(code, this.#length)
  }

  /** No stream of the server's was taken. */
  goaway(code: number): void {
    this.#head(8, frameTypes.goaway)
    this.#length = this.#buffer.writeUInt32BE(0, this.#length)
    this.#length = this.#buffer.writeUInt32BE(code, this.#length)
  }

  /** A header block in parts, which are one behind the other; in as many frames as the peer's largest size asks for. */
  headers(streamId: number, parts: readonly Uint8Array[], { endsStream, maxBytes }: HeadersOptions): void {
    let left = 0
    for (const part of parts) left += part.length
    let frameLeft = Math.min(left, maxBytes)
    left -= frameLeft
    const endFlag = endsStream ? frameFlags.endStream : 0
    this.#head(frameLeft, frameTypes.headers, endFlag | (left === 0 ? frameFlags.endHeaders : 0), streamId)
    for (const part of parts) {
      for (let at = 0; at < part.length; ) {
        if (frameLeft === 0) {
          frameLeft = Math.min(left, maxBytes)
          left -= frameLeft
          this.#head(frameLeft, frameTypes.continuation, left === 0 ? frameFlags.endHeaders : 0, streamId)
        }
        const taken = Math.min(frameLeft, part.length - at)
        this.#copy(part, at, at + taken)
        frameLeft -= taken
        at += taken
      }
    }
  }

  /** Whole, or a piece of the body from `from` to `to`. */
  data(streamId: number, body: Uint8Array, { from, to, endsStream }: DataOptions): void {
    this.#head(to - from, frameTypes.data, endsStream ? frameFlags.endStream : 0, streamId)
    this.#copy(body, from, to)
  }

  #copy(source: Uint8Array, from: number, to: number): void {
    const bytes = this.#buffer
    if (to - from > loopedBytes) bytes.set(source.subarray(from, to), this.#length)
    else for (let at = from; at < to; at++) bytes[this.#length + at - from] = source[at] ?? 0
    this.#length += to - from
  }

  get #buffer(): Buffer {
    this.#bytes ??= Buffer.allocUnsafe(firstBytes)
    return this.#bytes
  }

  /** Leaves room for the payload. */
  #head(length: number, type: number, flags = 0, streamId = 0): void {
    this.#reserve(frameHeadBytes + length)
    const bytes = this.#buffer
    const at = this.#length
    bytes[at] = length >>> 16
    bytes[at + 1] = length >>> 8
    bytes[at + 2] = length
    bytes[at + 3] = type
    bytes[at + 4] = flags
    bytes[at + 5] = streamId >>> 24
    bytes[at + 6] = streamId >>> 16
    bytes[at + 7] = streamId >>> 8
    bytes[at + 8] = streamId
    this.#length = at + frameHeadBytes
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(2 * needed)
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

interface HeadersOptions {
  readonly endsStream: boolean
  /** Largest payload of a frame. */
  readonly maxBytes: number
}

interface DataOptions {
  readonly from: number
  readonly to: number
  readonly endsStream: boolean
}
