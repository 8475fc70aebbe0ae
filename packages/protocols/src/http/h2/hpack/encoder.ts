/** Writes header blocks of one connection's requests; what repeats goes into the peer's table and is a byte from then on. @see https://www.rfc-editor.org/rfc/rfc7541 */
import { DynamicTable, tableBytes, tableField } from './dynamic-table.ts'
import { huffmanLength, writeHuffman } from './huffman.ts'
import { staticFields } from './static-table.ts'

/** What is different with nearly every request would only push others out of the table. */
const notAdded = new Set([
  ':path',
  'age',
  'content-length',
  'etag',
  'if-modified-since',
  'if-none-match',
  'location',
])
/** Proxies on the way must not keep them in a table either; a short cookie could be guessed (RFC 7541 §7.1). */
const secret = new Set(['authorization', 'proxy-authorization'])
const shortCookie = 20

/** First bits of the representations (RFC 7541 §6). */
const [indexed, addedLiteral, sizeUpdate, neverAddedLiteral, plainLiteral] = [0x80, 0x40, 0x20, 0x10, 0]
const huffmanFlag = 0x80
/** An integer takes at most so many bytes here. */
const integerBytes = 6

const staticPlaces = placesOf()

/** Indexes in the static table, of names and of names with values. */
function placesOf(): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [at, { name, value }] of staticFields.entries()) {
    if (!places.has(name)) places.set(name, at + 1)
    if (value !== '') places.set(keyOf(name, value), at + 1)
  }
  return places
}

/** Encoder of one direction of a connection. */
export class HpackEncoder {
  readonly table = new DynamicTable()
  /** Of names with values: how many fields had been added with it. */
  readonly #places = new Map<string, number>()
  #added = 0
  #pendingSize: number | null = null
  #smallestSize = tableBytes
  #block = Buffer.allocUnsafe(256)
  #length = 0

  /** The peer told the largest table that it keeps, bytes. */
  limitTable(bytes: number): void {
    const size = Math.min(bytes, tableBytes)
    if (size === (this.#pendingSize ?? this.table.maxBytes)) return
    this.#smallestSize = Math.min(size, this.#pendingSize === null ? size : this.#smallestSize)
    this.#pendingSize = size
  }

  /** Whether the next block has to begin with a change of the table's size. */
  get isResizing(): boolean {
    return this.#pendingSize !== null
  }

  /** Encodes names and values in turn (a character per byte) from index `from` up to `to`; valid until the next call. */
  encode(fields: readonly string[], from = 0, to = fields.length): Buffer {
    this.#length = 0
    if (this.#pendingSize !== null) this.#resize(this.#pendingSize)
    for (let at = from; at + 1 < to; at += 2) this.#field(fields[at] ?? '', fields[at + 1] ?? '')
    return this.#block.subarray(0, this.#length)
  }

  /** Encodes a field that is not looked for in the tables nor added: what differs from request to request. */
  encodePlain(name: string, value: string): Buffer {
    this.#length = 0
    if (this.#pendingSize !== null) this.#resize(this.#pendingSize)
    this.#literal(name, value, plainLiteral)
    return this.#block.subarray(0, this.#length)
  }

  #resize(size: number): void {
    // A table that was smaller in between has lost fields there too (RFC 7541 §4.2).
    if (this.#smallestSize < size) {
      this.table.resize(this.#smallestSize)
      this.#integer(this.#smallestSize, sizeUpdate, 5)
    }
    this.table.resize(size)
    this.#integer(size, sizeUpdate, 5)
    this.#pendingSize = null
    this.#smallestSize = tableBytes
  }

  #field(name: string, value: string): void {
    const key = keyOf(name, value)
    const index = staticPlaces.get(key) ?? this.#find(key)
    if (index !== undefined) return this.#integer(index, indexed, 7)
    const isSecret = secret.has(name) || (name === 'cookie' && value.length < shortCookie)
    if (isSecret) this.#literal(name, value, neverAddedLiteral)
    else if (notAdded.has(name)) this.#literal(name, value, plainLiteral)
    else {
      const field = tableField(name, value)
      // Half of the table for one field is more than it saves.
      if (field.sizeBytes > this.table.maxBytes / 2) return this.#literal(name, value, plainLiteral)
      this.#literal(name, value, addedLiteral)
      this.table.add(field)
      if (this.#places.size > 2 * this.table.length + 64) this.#forgetDropped()
      this.#places.set(key, ++this.#added)
    }
  }

  /** Index of a field that is still in the table. */
  #find(key: string): number | undefined {
    const place = this.#places.get(key)
    if (place === undefined) return undefined
    const at = this.#added - place
    const field = this.table.at(at)
    if (field === undefined || keyOf(field.name, field.value) !== key) return undefined
    return at + 1 + staticFields.length
  }

  #forgetDropped(): void {
    for (const key of this.#places.keys()) if (this.#find(key) === undefined) this.#places.delete(key)
  }

  #literal(name: string, value: string, kind: number): void {
    const index = staticPlaces.get(name) ?? 0
    this.#integer(index, kind, kind === addedLiteral ? 6 : 4)
    // What is sent every time anew is not worth the work of shortening it.
    if (index === 0) this.#text(name, kind === addedLiteral)
    this.#text(value, kind === addedLiteral)
  }

  #text(text: string, shortens: boolean): void {
    const length = shortens ? huffmanLength(text) : text.length
    if (length < text.length) {
      this.#integer(length, huffmanFlag, 7)
      this.#reserve(length)
      this.#length = writeHuffman(text, this.#block, this.#length)
    } else {
      this.#integer(text.length, 0, 7)
      this.#reserve(text.length)
      this.#length += this.#block.write(text, this.#length, 'latin1')
    }
  }

  #integer(value: number, flags: number, prefixBits: number): void {
    this.#reserve(integerBytes)
    this.#length = writeInteger(this.#block, this.#length, { value, flags, prefixBits })
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#block.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + bytes))
    this.#block.copy(larger, 0, 0, this.#length)
    this.#block = larger
  }
}

/** Writes an integer whose first byte begins with `flags`; returns the position after it. */
function writeInteger(
  target: Buffer,
  at: number,
  { value, flags, prefixBits }: { value: number; flags: number; prefixBits: number },
): number {
  const full = 2 ** prefixBits - 1
  let end = at
  if (value < full) {
    target[end++] = flags | value
    return end
  }
  target[end++] = flags | full
  let rest = value - full
  for (; rest >= 128; rest >>>= 7) target[end++] = (rest & 127) | 128
  target[end++] = rest
  return end
}

function keyOf(name: string, value: string): string {
  return `${name}\n${value}`
}
