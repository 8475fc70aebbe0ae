/** Sends the bodies of one connection's requests, a frame of each in turn, as far as the server's windows and the line let them. */
import { firstWindowBytes, frameBytes, maxWindowBytes } from './frames/frame.ts'
import type { FrameCredit } from './frames/frame-credit.ts'
import type { FrameWriter } from './frames/frame-writer.ts'
import type { H2Stream } from './h2-stream.ts'

/** The line that bodies leave by. */
interface Line {
  /** Whether it takes more at present. */
  makeRoom(): boolean
  onOutput(): void
}

const noBytes = new Uint8Array(0)

/** Bodies that are on their way. */
export class SendQueue {
  readonly #writer: FrameWriter
  readonly #line: Line
  readonly #credit: FrameCredit
  readonly #streams = new Set<H2Stream>()
  #window = firstWindowBytes
  #isProceeding = false

  constructor(writer: FrameWriter, line: Line, credit: FrameCredit) {
    this.#writer = writer
    this.#line = line
    this.#credit = credit
  }

  /** The server takes more; false when that is more than there can be. */
  widen(bytes: number): boolean {
    this.#window += bytes
    return this.#window <= maxWindowBytes
  }

  /** Takes a piece of a stream that has none waiting. */
  add(stream: H2Stream, piece: Uint8Array, isLast: boolean): void {
    stream.body = piece
    stream.sentTo = 0
    stream.isLastPiece = isLast
    this.#streams.add(stream)
    this.proceed()
  }

  remove(stream: H2Stream): void {
    this.#streams.delete(stream)
    stream.body = noBytes
  }

  /** Sends what may leave now. */
  proceed(): void {
    // What is told that its piece has left may give the next one.
    if (this.#isProceeding || this.#streams.size === 0) return
    this.#isProceeding = true
    for (let hasMoved = true; hasMoved; ) {
      hasMoved = false
      for (const stream of this.#streams) if (this.#sendFrame(stream)) hasMoved = true
    }
    this.#isProceeding = false
  }

  #sendFrame(stream: H2Stream): boolean {
    const left = stream.body.length - stream.sentTo
    // A last piece without bytes is the end alone, which needs no window.
    const length = Math.max(0, Math.min(left, frameBytes, this.#window, stream.sendWindow))
    if (left > 0 && (length === 0 || !this.#line.makeRoom())) return false
    const from = stream.sentTo
    const to = from + length
    const isDone = to === stream.body.length
    const endsStream = isDone && stream.isLastPiece
    if (length > 0 || endsStream) {
      this.#writer.data(stream.id, stream.body, { from, to, endsStream })
      this.#credit.earn(length)
      this.#window -= length
      stream.sendWindow -= length
      stream.sentTo = to
      stream.events.onBodySent(length)
    }
    if (isDone) {
      this.remove(stream)
      stream.isSent = endsStream
    }
    this.#line.onOutput()
    if (isDone) stream.events.onRoom()
    return true
  }
}
