/**
 * Values of Kafka's protocol ↔ bytes; "compact" ones are those of the flexible versions. Pure.
 * @see https://kafka.apache.org/protocol
 */

/** Bytes of a request. */
export class KafkaWriter {
  readonly #parts: Buffer[] = []

  int8(value: number): this {
    return this.#add(1, bytes => bytes.writeInt8(value))
  }

  int16(value: number): this {
    return this.#add(2, bytes => bytes.writeInt16BE(value))
  }

  int32(value: number): this {
    return this.#add(4, bytes => bytes.writeInt32BE(value))
  }

  int64(value: bigint): this {
    return this.#add(8, bytes => bytes.writeBigInt64BE(value))
  }

  /** Length in 7-bit groups, the lowest first. */
  varint(value: number): this {
    const bytes: number[] = []
    let rest = value
    while (rest > 0x7f) {
      bytes.push((rest & 0x7f) | 0x80)
      rest >>>= 7
    }
    this.#parts.push(Buffer.from([...bytes, rest]))
    return this
  }

  string(value: string): this {
    const bytes = Buffer.from(value)
    return this.int16(bytes.length).#raw(bytes)
  }

  bytes(value: Buffer): this {
    return this.int32(value.length).#raw(value)
  }

  array<Item>(items: readonly Item[], write: (item: Item, writer: this) => void): this {
    this.int32(items.length)
    for (const item of items) write(item, this)
    return this
  }

  compactString(value: string): this {
    const bytes = Buffer.from(value)
    return this.varint(bytes.length + 1).#raw(bytes)
  }

  compactArray<Item>(items: readonly Item[], write: (item: Item, writer: this) => void): this {
    this.varint(items.length + 1)
    for (const item of items) write(item, this)
    return this
  }

  /** No tagged fields. */
  noTags(): this {
    return this.varint(0)
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.#parts)
  }

  #raw(bytes: Buffer): this {
    this.#parts.push(bytes)
    return this
  }

  #add(size: number, write: (bytes: Buffer) => void): this {
    const bytes = Buffer.alloc(size)
    write(bytes)
    return this.#raw(bytes)
  }
}

/** Reads an answer from its start; all functions throw a RangeError when it ends before what they read. */
export class KafkaReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  int8(): number {
    return this.#bytes.readInt8(this.#move(1))
  }

  int16(): number {
    return this.#bytes.readInt16BE(this.#move(2))
  }

  int32(): number {
    return this.#bytes.readInt32BE(this.#move(4))
  }

  int64(): bigint {
    return this.#bytes.readBigInt64BE(this.#move(8))
  }

  varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes.readUInt8(this.#move(1))
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new RangeError('a length of more than 5 bytes')
  }

  /** '' for null. */
  string(): string {
    return this.#text(this.int16())
  }

  bytes(): Buffer {
    return this.#raw(Math.max(0, this.int32()))
  }

  /** Empty for null. */
  array<Item>(read: (reader: this) => Item): Item[] {
    return this.#items(this.int32(), read)
  }

  compactString(): string {
    return this.#text(this.varint() - 1)
  }

  compactArray<Item>(read: (reader: this) => Item): Item[] {
    return this.#items(this.varint() - 1, read)
  }

  /** Tagged fields, each handed to `read` with its tag and its own bytes. */
  tags(read: (tag: number, field: KafkaReader) => void = () => undefined): void {
    const count = this.varint()
    for (let index = 0; index < count; index++) {
      const tag = this.varint()
      read(tag, new KafkaReader(this.#raw(this.varint())))
    }
  }

  #text(length: number): string {
    return length < 0 ? '' : this.#raw(length).toString('utf8')
  }

  /** Every item has a byte at least, so a count above the rest is no count. */
  #items<Item>(count: number, read: (reader: this) => Item): Item[] {
    if (count > this.#bytes.length - this.#at) throw new RangeError(`an array of ${count} items`)
    const items: Item[] = []
    for (let index = 0; index < count; index++) items.push(read(this))
    return items
  }

  #raw(length: number): Buffer {
    const from = this.#move(length)
    return this.#bytes.subarray(from, from + length)
  }

  #move(size: number): number {
    const from = this.#at
    if (from + size > this.#bytes.length) throw new RangeError('the answer ended before its end')
    this.#at += size
    return from
  }
}
