/** Reads the messages of one direction of a WebSocket connection while its bytes arrive. @see https://www.rfc-editor.org/rfc/rfc6455#section-5 https://www.rfc-editor.org/rfc/rfc7692 */
import { maxMessageBytes } from '../../model/long-message.ts'
import { GrowingBytes } from '../bytes/growing-bytes.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'
import type { ByteReader } from '../tcp/tcp-stream.ts'
import { Inflater } from './inflate.ts'

export interface SocketEvents {
  message(message: { readonly isText: boolean; readonly bytes: Uint8Array; readonly timeMs: number }): void
  close(code: number | null, timeMs: number): void
  /** A message that is not complete, too long, or cannot be decompressed. */
  unread(): void
}

const opcodes = { continuation: 0, text: 1, close: 8 } as const
/** What is kept of the messages before to decompress the next one. */
const windowBytes = 32 * 1024

interface Frame {
  readonly isFinal: boolean
  readonly isCompressed: boolean
  readonly opcode: number
  readonly mask: Uint8Array | null
  readonly length: number
}

/** Whether and how messages of a direction are compressed. */
export interface SocketCompression {
  /** Each message is compressed without those before it. */
  readonly forgets: boolean
}

export class SocketReader implements ByteReader {
  readonly #events: SocketEvents
  readonly #budget: ByteBudget
  readonly #compression: SocketCompression | null
  #inflater: Inflater | null = null
  #isLost = false
  #frame: Frame | null = null
  #remaining = 0
  readonly #header = new GrowingBytes()
  readonly #control = new GrowingBytes()
  /** The message so far; its budget is paid. */
  readonly #message = new GrowingBytes()
  #first: { readonly frame: Frame; readonly timeMs: number } | null = null
  #isUnread = false
  /** A message is missing that those after it refer to. */
  #isSpoilt = false

  /** @param compression null if messages are not compressed */
  constructor(events: SocketEvents, budget: ByteBudget, compression: SocketCompression | null) {
    this.#events = events
    this.#budget = budget
    this.#compression = compression
  }

  data(bytes: Uint8Array, timeMs: number): void {
    let at = 0
    while (at < bytes.length && !this.#isLost) at += this.#step(bytes.subarray(at), timeMs)
  }

  gap(length: number, timeMs: number): void {
    const frame = this.#frame
    if (this.#isLost || frame === null || length > this.#remaining) return this.#lose()
    this.#isUnread = true
    this.#remaining -= length
    if (this.#remaining === 0) this.#endFrame(frame, timeMs)
  }

  end(): void {
    this.#lose()
  }

  #step(bytes: Uint8Array, timeMs: number): number {
    const frame = this.#frame
    if (frame === null) return this.#readHeader(bytes, timeMs)
    const part = bytes.subarray(0, this.#remaining)
    const offset = frame.length - this.#remaining
    this.#remaining -= part.length
    if (isControl(frame)) this.#control.add(unmasked(part, frame.mask, offset))
    else this.#add(part, frame.mask, offset)
    if (this.#remaining === 0) this.#endFrame(frame, timeMs)
    return part.length
  }

  #readHeader(bytes: Uint8Array, timeMs: number): number {
    const wanted = headerBytes(this.#header.view())
    const part = bytes.subarray(0, wanted - this.#header.length)
    this.#header.add(part)
    const header = this.#header.view()
    if (header.length < wanted || headerBytes(header) > wanted) return part.length
    const frame = frameOf(header)
    this.#header.take()
    if (frame === null || (isControl(frame) && frame.length > 125)) this.#lose()
    else {
      this.#frame = frame
      this.#remaining = frame.length
      if (!isControl(frame)) this.#first ??= { frame, timeMs }
      if (frame.length === 0) this.#endFrame(frame, timeMs)
    }
    return part.length
  }

  #add(part: Uint8Array, mask: Uint8Array | null, offset: number): void {
    if (this.#isUnread) return
    const isTooLong = this.#message.length + part.length > maxMessageBytes
    if (isTooLong || !this.#budget.take(part.length)) {
      this.#isUnread = true
      this.#dropMessage()
    } else this.#message.add(unmasked(part, mask, offset))
  }

  #endFrame(frame: Frame, timeMs: number): void {
    this.#frame = null
    if (isControl(frame)) {
      const payload = this.#control.take()
      if (frame.opcode === opcodes.close) this.#events.close(closeCode(payload), timeMs)
    } else if (frame.isFinal && this.#first !== null) {
      const { frame: first, timeMs: startedAtMs } = this.#first
      this.#first = null
      this.#endMessage(first, startedAtMs)
    }
  }

  #endMessage({ opcode, isCompressed }: Frame, timeMs: number): void {
    const raw = this.#message.view().slice()
    this.#dropMessage()
    const bytes = this.#isUnread ? null : isCompressed ? this.#inflated(raw) : raw
    // Those after a message that is missing cannot be decompressed.
    if (bytes === null && isCompressed && this.#compression?.forgets !== true) this.#isSpoilt = true
    this.#isUnread = false
    if (bytes === null) this.#events.unread()
    else this.#events.message({ isText: opcode === opcodes.text, bytes, timeMs })
  }

  #inflated(raw: Uint8Array): Uint8Array | null {
    if (this.#compression === null || this.#isSpoilt) return null
    if (this.#inflater === null && !this.#budget.take(windowBytes)) return null
    this.#inflater ??= new Inflater(maxMessageBytes)
    const bytes = this.#inflater.message(raw)
    if (this.#compression.forgets) this.#inflater.forget()
    return bytes
  }

  #dropMessage(): void {
    this.#budget.giveBack(this.#message.length)
    this.#message.take()
  }

  #lose(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#dropMessage()
    if (this.#inflater !== null) this.#budget.giveBack(windowBytes)
    this.#inflater = null
    if (this.#first !== null) this.#events.unread()
  }
}

const isControl = ({ opcode }: Frame): boolean => opcode >= 8

/** As far as its first bytes tell. */
function headerBytes(header: Uint8Array): number {
  const second = header[1]
  if (second === undefined) return 2
  const short = second & 127
  return 2 + (short === 126 ? 2 : short === 127 ? 8 : 0) + (second > 127 ? 4 : 0)
}

/** null if it is none. */
function frameOf(header: Uint8Array): Frame | null {
  const view = new DataView(header.buffer, header.byteOffset, header.length)
  const first = view.getUint8(0)
  const second = view.getUint8(1)
  const short = second & 127
  const length = short === 126 ? view.getUint16(2) : short === 127 ? Number(view.getBigUint64(2)) : short
  const opcode = first & 15
  // Reserved bits, opcodes and lengths.
  if ((first & 0x30) !== 0 || (opcode > 2 && opcode < 8) || opcode > 10 || !Number.isSafeInteger(length))
    return null
  return {
    isFinal: first > 127,
    isCompressed: (first & 0x40) !== 0,
    opcode,
    mask: second > 127 ? header.slice(-4) : null,
    length,
  }
}

function unmasked(part: Uint8Array, mask: Uint8Array | null, offset: number): Uint8Array {
  return mask === null ? part : part.map((byte, at) => byte ^ (mask[(offset + at) % 4] ?? 0))
}

const closeCode = (payload: Uint8Array): number | null =>
  payload.length < 2 ? null : (payload[0] ?? 0) * 256 + (payload[1] ?? 0)
