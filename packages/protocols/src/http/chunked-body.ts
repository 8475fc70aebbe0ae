/** Takes a chunked body apart (RFC 9112 §7.1) as its bytes arrive, in any pieces; used by the response parser. */

/** Gets the pieces of the body; `bytes` is only valid during the call. */
export interface BodySink {
  add(bytes: Buffer, from: number, to: number): void
}

type State =
  | 'size'
  | 'extension'
  | 'sizeEnd'
  | 'data'
  | 'dataCr'
  | 'dataLf'
  | 'trailerStart'
  | 'trailer'
  | 'endLf'

/** Longest size line (with extensions) and trailer section, bytes. */
const maxSizeLineBytes = 16_384
const maxTrailerBytes = 65_536
const [lf, cr] = [10, 13]

/** Decoder of one chunked body; `start` makes it ready for the next. */
export class ChunkedBody {
  #state: State = 'size'
  #remaining = 0
  #digits = 0
  #lineBytes = 0
  isDone = false
  isBroken = false

  /** Gets ready for a new body. */
  start(): void {
    this.#state = 'size'
    this.#remaining = 0
    this.#digits = 0
    this.#lineBytes = 0
    this.isDone = false
    this.isBroken = false
  }

  /** Reads from `from` up to `to`, hands data to the sink and returns where it stopped: `to`, or earlier when done or broken. */
  feed(bytes: Buffer, from: number, to: number, sink: BodySink): number {
    let at = from
    while (at < to && !this.isDone && !this.isBroken) {
      if (this.#state === 'data') {
        const end = Math.min(to, at + this.#remaining)
        sink.add(bytes, at, end)
        this.#remaining -= end - at
        at = end
        if (this.#remaining === 0) this.#state = 'dataCr'
      } else this.#step(bytes[at++] ?? 0)
    }
    return at
  }

  #step(byte: number): void {
    switch (this.#state) {
      case 'size':
        return this.#stepSize(byte)
      case 'extension':
        if (++this.#lineBytes > maxSizeLineBytes) this.isBroken = true
        else if (byte === lf) this.#endSize()
        return
      case 'sizeEnd':
        if (byte === lf) this.#endSize()
        else this.isBroken = true
        return
      case 'dataCr':
        if (byte === cr) this.#state = 'dataLf'
        else this.isBroken = true
        return
      case 'dataLf':
        if (byte === lf) this.#state = 'size'
        else this.isBroken = true
        return
      case 'trailerStart':
        if (byte === cr) this.#state = 'endLf'
        else if (byte === lf) this.isDone = true
        else this.#stepTrailer(byte)
        return
      case 'trailer':
        return this.#stepTrailer(byte)
      case 'endLf':
        if (byte === lf) this.isDone = true
        else this.isBroken = true
        return
      default:
        this.isBroken = true
    }
  }

  #stepSize(byte: number): void {
    const digit = hexDigit(byte)
    if (digit >= 0) {
      this.#remaining = this.#remaining * 16 + digit
      // 13 hex digits are the largest whole number that is exact.
      if (++this.#digits > 13) this.isBroken = true
    } else if (this.#digits === 0) this.isBroken = true
    else if (byte === cr) this.#state = 'sizeEnd'
    else if (byte === lf) this.#endSize()
    else if (byte === 0x3b || byte === 0x20 || byte === 0x09) this.#state = 'extension'
    else this.isBroken = true
  }

  #endSize(): void {
    this.#state = this.#remaining === 0 ? 'trailerStart' : 'data'
    this.#digits = 0
    this.#lineBytes = 0
  }

  #stepTrailer(byte: number): void {
    if (++this.#lineBytes > maxTrailerBytes) this.isBroken = true
    this.#state = byte === lf ? 'trailerStart' : 'trailer'
  }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 0x20
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
