/** Bytes written and read one after the other: whole numbers of 1 to 8 bytes, 7 bits each, small ones short. */

const initialBytes = 4_096
/** Up to here 32-bit operations are exact. */
const smallLimit = 2 ** 31

export class ByteWriter {
  #bytes = new Uint8Array(initialBytes)
  #length = 0

  /** The bytes so far; valid until more is written. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Begins again without giving the memory back. */
  clear(): void {
    this.#length = 0
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1)
    this.#bytes[this.#length++] = value
  }

  /** A whole number from 0 to 2^53. */
  unsigned(value: number): void {
    let rest = value
    while (rest >= smallLimit) {
      this.byte((rest % 128) | 128)
      rest = Math.floor(rest / 128)
    }
    while (rest >= 128) {
      this.byte((rest & 127) | 128)
      rest >>>= 7
    }
    this.byte(rest)
  }

  /** A whole number from -2^52 to 2^52; numbers near 0 are short. */
  signed(value: number): void {
    this.unsigned(value >= 0 ? value * 2 : -value * 2 - 1)
  }

  raw(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  #grow(more: number): void {
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** @throws RangeError at the end of the bytes */
  byte(): number {
    const value = this.#bytes[this.#at]
    if (value === undefined) throw new RangeError('The bytes of a block end too early')
    this.#at += 1
    return value
  }

  unsigned(): number {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }

  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  raw(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new RangeError('The bytes of a block end too early')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}
