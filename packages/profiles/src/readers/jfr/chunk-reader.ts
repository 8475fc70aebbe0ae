/** Reads the numbers and texts of a JFR chunk; every read is checked against the chunk's end. */
import { ProfileFault } from '../../model/profile-fault.ts'

/** Texts of one chunk that are read in full; longer ones are cut. */
const maxTextBytes = 65_536

export class ChunkReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = at
  }

  get length(): number {
    return this.#bytes.length
  }

  fault(): ProfileFault {
    return new ProfileFault('damaged', { place: this.at })
  }

  byte(): number {
    const byte = this.#bytes[this.at++]
    if (byte === undefined) throw this.fault()
    return byte
  }

  /** Compressed integer of up to nine bytes; exact from -2^53 to 2^53. */
  number(): number {
    let low = 0
    let factor = 1
    for (let count = 0; count < 4; count++) {
      const byte = this.byte()
      low += (byte & 127) * factor
      if (byte < 128) return low
      factor *= 128
    }
    let high = 0
    factor = 1
    for (let count = 0; count < 4; count++) {
      const byte = this.byte()
      high += (byte & 127) * factor
      if (byte < 128) return high * 2 ** 28 + low
      factor *= 128
    }
    high += this.byte() * factor
    return (high >= 2 ** 35 ? high - 2 ** 36 : high) * 2 ** 28 + low
  }

  /** A number of things that follow, each of at least `least` bytes. */
  count(least = 1): number {
    const count = this.number()
    if (count < 0 || count * least > this.length - this.at) throw this.fault()
    return count
  }

  float(size: 4 | 8): number {
    if (this.at + size > this.length) throw this.fault()
    const value = size === 4 ? this.#view.getFloat32(this.at) : this.#view.getFloat64(this.at)
    this.at += size
    return value
  }

  /** Eight bytes, highest first. */
  long(at: number): number {
    if (at + 8 > this.length) throw this.fault()
    return Number(this.#view.getBigInt64(at))
  }

  /** A text; null for none, the key of a text in the pool of texts as a number. */
  text(): string | number | null {
    const encoding = this.byte()
    if (encoding === 0) return null
    if (encoding === 1) return ''
    if (encoding === 2) return this.number()
    if (encoding === 3 || encoding === 5) {
      const length = this.count()
      const bytes = this.#bytes.subarray(this.at, this.at + Math.min(length, maxTextBytes))
      this.at += length
      return new TextDecoder(encoding === 3 ? 'utf-8' : 'latin1').decode(bytes)
    }
    if (encoding !== 4) throw this.fault()
    const length = this.count()
    const characters: string[] = []
    for (let each = 0; each < length; each++) characters.push(String.fromCharCode(this.number() & 0xffff))
    return characters.join('')
  }
}
