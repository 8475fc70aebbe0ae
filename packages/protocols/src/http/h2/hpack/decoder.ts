/** Reads header blocks of one connection's answers. @see https://www.rfc-editor.org/rfc/rfc7541 */
import { H2Error, h2Errors } from '../frames/h2-error.ts'
import { DynamicTable, type TableField, tableBytes, tableField } from './dynamic-table.ts'
import { huffmanDecoded } from './huffman.ts'
import { staticFields } from './static-table.ts'

/** Limits of one block, fields counted as in the table. */
export interface BlockLimits {
  readonly maxBytes: number
  readonly maxFields: number
}

/** One block that was read. Texts have a character per byte. */
export interface DecodedBlock {
  /** Names and values in turn; cut off where a limit was passed. */
  readonly fields: readonly string[]
  readonly isOverBytes: boolean
  readonly isOverFields: boolean
  /** What entered the table. */
  readonly added: readonly TableField[]
  /** Whether its bytes mean the same whatever the table holds. */
  readonly isSelfContained: boolean
}

const staticTable = staticFields.map(({ name, value }) => tableField(name, value))
/** Larger integers stand for nothing that may occur. */
const maxInteger = 2 ** 28

/** Decoder of one direction of a connection. */
export class HpackDecoder {
  readonly table = new DynamicTable()
  readonly #limits: BlockLimits
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  #end = 0
  #isSelfContained = true

  constructor(limits: BlockLimits) {
    this.#limits = limits
  }

  /** Reads a whole block. The table follows it to its end even beyond the limits. @throws H2Error COMPRESSION_ERROR */
  decode(bytes: Uint8Array, from: number, to: number): DecodedBlock {
    this.#bytes = bytes
    this.#at = from
    this.#end = to
    this.#isSelfContained = true
    const { maxBytes, maxFields } = this.#limits
    const fields: string[] = []
    const added: TableField[] = []
    let sizeBytes = 0
    let count = 0
    while (this.#at < to) {
      const field = this.#next(count === 0, added)
      if (field === null) continue
      count++
      sizeBytes += field.sizeBytes
      if (count <= maxFields && sizeBytes <= maxBytes) fields.push(field.name, field.value)
    }
    return {
      fields,
      isOverBytes: sizeBytes > maxBytes,
      isOverFields: count > maxFields,
      added,
      isSelfContained: this.#isSelfContained,
    }
  }

  /** null for a change of the table's size. */
  #next(isAtStart: boolean, added: TableField[]): TableField | null {
    const first = this.#bytes[this.#at] ?? 0
    if (first >= 0x80) return this.#find(this.#integer(7))
    if (first >= 0x40) {
      const field = this.#literal(6)
      added.push(field)
      this.table.add(field)
      return field
    }
    if (first < 0x20) return this.#literal(4)
    const size = this.#integer(5)
    if (size > tableBytes || !isAtStart) throw broken()
    this.#isSelfContained = false
    this.table.resize(size)
    return null
  }

  #literal(prefixBits: number): TableField {
    const index = this.#integer(prefixBits)
    const name = index === 0 ? this.#text() : this.#find(index).name
    return tableField(name, this.#text())
  }

  #find(index: number): TableField {
    const known = index <= staticTable.length ? staticTable[index - 1] : this.#findAdded(index)
    if (known === undefined) throw broken()
    return known
  }

  #findAdded(index: number): TableField | undefined {
    this.#isSelfContained = false
    return this.table.at(index - 1 - staticTable.length)
  }

  #integer(prefixBits: number): number {
    const full = 2 ** prefixBits - 1
    let value = this.#byte() & full
    if (value < full) return value
    for (let factor = 1; factor < maxInteger; factor *= 128) {
      const byte = this.#byte()
      value += (byte & 127) * factor
      if (byte < 128) {
        if (value >= maxInteger) break
        return value
      }
    }
    throw broken()
  }

  #text(): string {
    if (this.#at >= this.#end) throw broken()
    const isHuffman = (this.#bytes[this.#at] ?? 0) >= 0x80
    const length = this.#integer(7)
    const from = this.#at
    const to = from + length
    if (to > this.#end) throw broken()
    this.#at = to
    if (!isHuffman) return latin1(this.#bytes, from, to)
    const plain = huffmanDecoded(this.#bytes, from, to)
    if (plain === null) throw broken()
    return latin1(plain, 0, plain.length)
  }

  #byte(): number {
    if (this.#at >= this.#end) throw broken()
    return this.#bytes[this.#at++] ?? 0
  }
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1')
}

function broken(): H2Error {
  return new H2Error(h2Errors.compression)
}
