/** Reads header blocks of one direction of an HTTP/2 connection. @see https://www.rfc-editor.org/rfc/rfc7541 */
import { huffmanDecoded } from '@pone/protocols/http/h2/hpack/huffman.ts'
import { staticFields } from '@pone/protocols/http/h2/hpack/static-table.ts'
import type { Pair } from '../../model/recording.ts'
import type { ByteBudget } from '../tcp/byte-budget.ts'

/** Table that the two ends agreed on, at the beginning and at most. */
const firstTableBytes = 4_096
const maxTableBytes = 1024 ** 2
/** What a field costs besides its texts. */
const fieldBytes = 32
/** Of one block: a few bytes of it can name long fields many times. */
const maxFields = 200
const maxFieldLength = 128 * 1024

/** A block that cannot be read; those after it cannot either. */
class BlockFault extends Error {}

export class HpackDecoder {
  readonly #budget: ByteBudget
  /** The newest field first. */
  readonly #fields: Pair[] = []
  #tableBytes = 0
  #maxBytes = firstTableBytes

  constructor(budget: ByteBudget) {
    this.#budget = budget
  }

  /** null if the block, and with it all later ones, cannot be read. */
  decode(block: Uint8Array): Pair[] | null {
    try {
      return this.#fieldsOf(new BlockCursor(block))
    } catch (error) {
      if (error instanceof BlockFault) return null
      throw error
    }
  }

  /** Nothing follows. */
  release(): void {
    this.#shrink(0)
  }

  #fieldsOf(cursor: BlockCursor): Pair[] {
    const pairs: Pair[] = []
    let length = 0
    while (!cursor.isAtEnd) {
      const field = this.#next(cursor)
      if (field === null) continue
      length += field.name.length + field.value.length
      if (pairs.length >= maxFields || length > maxFieldLength) throw new BlockFault('too many fields')
      pairs.push(field)
    }
    return pairs
  }

  /** null for a change of the table's size. */
  #next(cursor: BlockCursor): Pair | null {
    const first = cursor.peek()
    if (first >= 0x80) return this.#at(cursor.integer(7))
    if (first >= 0x40) return this.#add(this.#literal(cursor, 6))
    if (first < 0x20) return this.#literal(cursor, 4)
    const size = cursor.integer(5)
    if (size > maxTableBytes) throw new BlockFault('too large a table')
    this.#maxBytes = size
    this.#shrink(size)
    return null
  }

  #literal(cursor: BlockCursor, prefixBits: number): Pair {
    const index = cursor.integer(prefixBits)
    const name = index === 0 ? cursor.text() : this.#at(index).name
    return { name, value: cursor.text() }
  }

  #at(index: number): Pair {
    const field = staticFields[index - 1] ?? this.#fields[index - 1 - staticFields.length]
    if (field === undefined) throw new BlockFault('no such field')
    return field
  }

  #add(field: Pair): Pair {
    const size = sizeOf(field)
    this.#shrink(Math.max(0, this.#maxBytes - size))
    if (size > this.#maxBytes) return field
    if (!this.#budget.take(size)) throw new BlockFault('too many tables')
    this.#fields.unshift(field)
    this.#tableBytes += size
    return field
  }

  /** Drops the oldest fields until no more than this is left. */
  #shrink(bytes: number): void {
    while (this.#tableBytes > bytes) {
      const size = sizeOf(this.#fields.pop() ?? { name: '', value: '' })
      this.#tableBytes -= size
      this.#budget.giveBack(size)
    }
  }
}

const sizeOf = ({ name, value }: Pair): number => name.length + value.length + fieldBytes

/** A place in a block from which numbers and texts are read. */
class BlockCursor {
  readonly #block: Uint8Array
  #at = 0

  constructor(block: Uint8Array) {
    this.#block = block
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#block.length
  }

  peek(): number {
    const byte = this.#block[this.#at]
    if (byte === undefined) throw new BlockFault('cut off')
    return byte
  }

  integer(prefixBits: number): number {
    const full = 2 ** prefixBits - 1
    let value = this.#byte() & full
    if (value < full) return value
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = this.#byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
    throw new BlockFault('too large a number')
  }

  text(): string {
    const isHuffman = this.peek() >= 0x80
    const length = this.integer(7)
    const bytes = this.#block.subarray(this.#at, this.#at + length)
    if (bytes.length < length) throw new BlockFault('cut off')
    this.#at += length
    const plain = isHuffman ? huffmanDecoded(bytes) : bytes
    if (plain === null) throw new BlockFault('no Huffman code')
    return textOf(plain)
  }

  #byte(): number {
    const byte = this.peek()
    this.#at += 1
    return byte
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })
const latin = new TextDecoder('latin1')

/** A copy, of no part of the file. */
function textOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return latin.decode(bytes)
  }
}
