/** Reads bytes of TDS within their bounds: little-endian numbers, texts in UTF-16. @see MS-TDS 2.2.5 */

/** What was read ends before its value does. */
export class EndOfBytes extends Error {
  constructor() {
    super('the answer ends within a value')
    this.name = 'EndOfBytes'
  }
}

export class TdsReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.#skip(1))
  }

  uint16(): number {
    return this.#bytes.readUInt16LE(this.#skip(2))
  }

  uint32(): number {
    return this.#bytes.readUInt32LE(this.#skip(4))
  }

  int16(): number {
    return this.#bytes.readInt16LE(this.#skip(2))
  }

  int32(): number {
    return this.#bytes.readInt32LE(this.#skip(4))
  }

  int64(): bigint {
    return this.#bytes.readBigInt64LE(this.#skip(8))
  }

  uint64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#skip(8))
  }

  float32(): number {
    return this.#bytes.readFloatLE(this.#skip(4))
  }

  float64(): number {
    return this.#bytes.readDoubleLE(this.#skip(8))
  }

  /** A view, not a copy. */
  bytes(length: number): Buffer {
    const from = this.#skip(length)
    return this.#bytes.subarray(from, from + length)
  }

  /** Text of so many UTF-16 units. */
  text(units: number): string {
    return this.bytes(units * 2).toString('utf16le')
  }

  /** Text with its length in one byte. */
  shortText(): string {
    return this.text(this.uint8())
  }

  #skip(length: number): number {
    const from = this.#at
    if (from + length > this.#bytes.length) throw new EndOfBytes()
    this.#at += length
    return from
  }
}
