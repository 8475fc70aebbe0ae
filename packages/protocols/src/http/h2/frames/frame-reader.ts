/** Cuts what comes on a connection into frames, however it is cut into reads. Payloads are copied only where they span reads, those of DATA never. */
import { frameBytes, frameFlags, frameHeadBytes, frameTypes } from './frame.ts'
import { H2Error, h2Errors } from './h2-error.ts'

/** A frame's first bytes; reused from frame to frame. */
export interface FrameHead {
  readonly length: number
  readonly type: number
  readonly flags: number
  readonly streamId: number
}

/** Takes frames. Bytes are valid only during the call. */
export interface FrameEvents {
  /** A DATA frame begins; `length` is what counts for flow control, with its padding. */
  onData(head: FrameHead): void
  /** A piece of its data. */
  onDataPiece(bytes: Buffer, from: number, to: number): void
  /** It is whole. */
  onDataEnd(): void
  /** Any other frame with its whole payload. */
  onFrame(head: FrameHead, bytes: Buffer, from: number, to: number): void
}

/** Reader of one connection; call `feed` with what comes. */
export class FrameReader implements FrameHead {
  length = 0
  type = 0
  flags = 0
  streamId = 0
  /** Nothing that was fed is read any more. */
  isStopped = false
  /** Read so far, up to the event under way. */
  readBytes = 0
  readonly #events: FrameEvents
  readonly #head = Buffer.allocUnsafe(frameHeadBytes)
  #headFilled = 0
  #isInFrame = false
  /** Of a DATA frame: bytes of data still to come, and of padding. */
  #dataLeft = 0
  #paddingLeft = 0
  #awaitsPadLength = false
  /** A payload of which only a part has come. */
  #payload: Buffer | null = null
  #payloadFilled = 0

  constructor(events: FrameEvents) {
    this.#events = events
  }

  /** Reads on. @throws H2Error when frames cannot be */
  feed(bytes: Buffer, length: number): void {
    let at = 0
    while (at < length && !this.isStopped) {
      if (!this.#isInFrame) at = this.#readHead(bytes, at, length)
      else if (this.type === frameTypes.data) at = this.#readData(bytes, at, length)
      else at = this.#readPayload(bytes, at, length)
    }
  }

  #readHead(bytes: Buffer, at: number, end: number): number {
    if (this.#headFilled === 0 && end - at >= frameHeadBytes) {
      this.readBytes += frameHeadBytes
      this.#begin(bytes, at)
      return at + frameHeadBytes
    }
    const taken = bytes.copy(this.#head, this.#headFilled, at, end)
    this.readBytes += taken
    this.#headFilled += taken
    if (this.#headFilled === frameHeadBytes) {
      this.#headFilled = 0
      this.#begin(this.#head, 0)
    }
    return at + taken
  }

  #begin(bytes: Buffer, at: number): void {
    this.length = bytes.readUIntBE(at, 3)
    if (this.length > frameBytes) throw new H2Error(h2Errors.frameSize)
    this.type = bytes[at + 3] ?? 0
    this.flags = bytes[at + 4] ?? 0
    this.streamId = bytes.readUInt32BE(at + 5) & 0x7f_ff_ff_ff
    this.#isInFrame = true
    if (this.type !== frameTypes.data) {
      if (this.length === 0) this.#deliver(bytes, 0, 0)
      return
    }
    this.#awaitsPadLength = (this.flags & frameFlags.padded) !== 0
    if (this.#awaitsPadLength && this.length === 0) throw new H2Error(h2Errors.frameSize)
    this.#dataLeft = this.length
    this.#paddingLeft = 0
    this.#events.onData(this)
    if (this.length === 0) this.#endData()
  }

  #readData(bytes: Buffer, at: number, end: number): number {
    let from = at
    if (this.#awaitsPadLength) {
      this.#awaitsPadLength = false
      this.#paddingLeft = bytes[from++] ?? 0
      this.#dataLeft -= 1 + this.#paddingLeft
      if (this.#dataLeft < 0) throw new H2Error(h2Errors.protocol)
    }
    const data = Math.min(this.#dataLeft, end - from)
    this.#dataLeft -= data
    const padding = Math.min(this.#paddingLeft, end - from - data)
    this.#paddingLeft -= padding
    this.readBytes += from + data + padding - at
    if (data > 0) this.#events.onDataPiece(bytes, from, from + data)
    if (this.#dataLeft + this.#paddingLeft === 0) this.#endData()
    return from + data + padding
  }

  #endData(): void {
    this.#isInFrame = false
    if (!this.isStopped) this.#events.onDataEnd()
  }

  #readPayload(bytes: Buffer, at: number, end: number): number {
    if (this.#payload === null && end - at >= this.length) {
      this.readBytes += this.length
      this.#deliver(bytes, at, at + this.length)
      return at + this.length
    }
    this.#payload ??= Buffer.allocUnsafe(this.length)
    const taken = bytes.copy(this.#payload, this.#payloadFilled, at, end)
    this.readBytes += taken
    this.#payloadFilled += taken
    if (this.#payloadFilled === this.length) {
      const payload = this.#payload
      this.#payload = null
      this.#payloadFilled = 0
      this.#deliver(payload, 0, payload.length)
    }
    return at + taken
  }

  #deliver(bytes: Buffer, from: number, to: number): void {
    this.#isInFrame = false
    this.#events.onFrame(this, bytes, from, to)
  }
}
