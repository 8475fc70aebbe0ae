/** Undoes DEFLATE message by message, with the window that messages of a connection share. @see https://www.rfc-editor.org/rfc/rfc1951 */

const windowBytes = 32 * 1024
const maxBits = 15

/** Bytes that are no DEFLATE, or are too much. */
class InflateFault extends Error {}

/** Symbols in the order of their codes, and how many codes each length has. */
interface Codes {
  readonly counts: Uint16Array
  readonly symbols: Uint16Array
}

const lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
].concat([131, 163, 195, 227, 258])
const lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const distanceBases = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025,
].concat([1537, 2049, 3073, 4097, 6145, 8193, 12_289, 16_385, 24_577])
const distanceBits = distanceBases.map((_, at) => Math.max(0, Math.floor(at / 2) - 1))
/** The order in which lengths of the codes of lengths are sent. */
const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

function codesOf(lengths: readonly number[]): Codes {
  const counts = new Uint16Array(maxBits + 1)
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1
  counts[0] = 0
  const symbols = lengths
    .map((length, symbol) => ({ length, symbol }))
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => one.length - other.length || one.symbol - other.symbol)
  return { counts, symbols: Uint16Array.from(symbols, ({ symbol }) => symbol) }
}

const fixedLengths = codesOf(
  Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8)),
)
const fixedDistances = codesOf(Array.from({ length: 30 }, () => 5))

export class Inflater {
  readonly #maxOutput: number
  /** The last bytes of the messages before. */
  #window = new Uint8Array(0)

  /** @param maxOutput of one message */
  constructor(maxOutput: number) {
    this.#maxOutput = maxOutput
  }

  /** null if the message cannot be read, or is too long. */
  message(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
    try {
      const all = inflated(bytes, this.#window, this.#maxOutput)
      const message = all.slice(this.#window.length)
      this.#window = all.slice(-windowBytes)
      return message
    } catch (error) {
      if (error instanceof InflateFault) return null
      throw error
    }
  }

  /** The next message does not refer to those before it. */
  forget(): void {
    this.#window = new Uint8Array(0)
  }
}

/** The window with the message behind it. */
function inflated(bytes: Uint8Array, window: Uint8Array, maxOutput: number): Uint8Array<ArrayBuffer> {
  const bits = new Bits(bytes)
  const output = new Output(window, maxOutput)
  // A message ends where its bytes do; the sender leaves an empty block away.
  for (let isLast = false; !isLast && bits.hasMore; ) {
    isLast = bits.take(1) === 1
    const kind = bits.take(2)
    if (kind === 0) output.add(bits.stored())
    else if (kind === 1) readBlock(bits, output, { lengths: fixedLengths, distances: fixedDistances })
    else if (kind === 2) readBlock(bits, output, dynamicCodes(bits))
    else throw new InflateFault('no such block')
  }
  return output.all()
}

interface BlockCodes {
  readonly lengths: Codes
  readonly distances: Codes
}

function readBlock(bits: Bits, output: Output, { lengths, distances }: BlockCodes): void {
  for (let symbol = bits.symbol(lengths); symbol !== 256; symbol = bits.symbol(lengths)) {
    if (symbol < 256) {
      output.addByte(symbol)
      continue
    }
    const [length, extra] = [lengthBases[symbol - 257], lengthBits[symbol - 257]]
    if (length === undefined || extra === undefined) throw new InflateFault('no such length')
    const copied = length + bits.take(extra)
    const at = bits.symbol(distances)
    const [distance, more] = [distanceBases[at], distanceBits[at]]
    if (distance === undefined || more === undefined) throw new InflateFault('no such distance')
    output.copy(distance + bits.take(more), copied)
  }
}

function dynamicCodes(bits: Bits): BlockCodes {
  const lengthCount = bits.take(5) + 257
  const distanceCount = bits.take(5) + 1
  const codeCount = bits.take(4) + 4
  const codeLengths = Array.from({ length: 19 }, () => 0)
  for (const at of codeLengthOrder.slice(0, codeCount)) codeLengths[at] = bits.take(3)
  const codes = codesOf(codeLengths)
  const all: number[] = []
  while (all.length < lengthCount + distanceCount) {
    const symbol = bits.symbol(codes)
    if (symbol < 16) all.push(symbol)
    else {
      const repeated = symbol === 16 ? all.at(-1) : 0
      if (repeated === undefined) throw new InflateFault('nothing to repeat')
      const count = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7)
      for (let at = 0; at < count; at++) all.push(repeated)
    }
  }
  if (all.length > lengthCount + distanceCount) throw new InflateFault('too many lengths')
  return { lengths: codesOf(all.slice(0, lengthCount)), distances: codesOf(all.slice(lengthCount)) }
}

/** Bits of a message, the lowest of each byte first. */
class Bits {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length * 8
  }

  take(count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit++) value |= this.#next() << bit
    return value
  }

  symbol({ counts, symbols }: Codes): number {
    let code = 0
    let first = 0
    let index = 0
    for (let length = 1; length <= maxBits; length++) {
      code |= this.#next()
      const count = counts[length] ?? 0
      if (code - first < count) return symbols[index + code - first] ?? 0
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw new InflateFault('no such code')
  }

  /** Of a block that is not compressed. */
  stored(): Uint8Array {
    this.#at = Math.ceil(this.#at / 8) * 8
    // The empty block at the end has lost its last four bytes.
    if (!this.hasMore) return new Uint8Array(0)
    const length = this.take(16)
    if ((this.take(16) ^ 0xffff) !== length) throw new InflateFault('lengths differ')
    const start = this.#at / 8
    if (start + length > this.#bytes.length) throw new InflateFault('cut off')
    this.#at += length * 8
    return this.#bytes.subarray(start, start + length)
  }

  #next(): number {
    const byte = this.#bytes[this.#at >> 3]
    if (byte === undefined) throw new InflateFault('cut off')
    const bit = (byte >> (this.#at & 7)) & 1
    this.#at += 1
    return bit
  }
}

/** The window and what has been made so far. */
class Output {
  #bytes: Uint8Array<ArrayBuffer>
  #length: number
  readonly #end: number

  constructor(window: Uint8Array, maxOutput: number) {
    this.#bytes = new Uint8Array(window.length + 1024)
    this.#bytes.set(window)
    this.#length = window.length
    this.#end = window.length + maxOutput
  }

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  addByte(byte: number): void {
    this.#reserve(1)
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  copy(distance: number, length: number): void {
    if (distance > this.#length) throw new InflateFault('before the first byte')
    this.#reserve(length)
    for (let count = 0; count < length; count++) {
      this.#bytes[this.#length] = this.#bytes[this.#length - distance] ?? 0
      this.#length += 1
    }
  }

  all(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }

  #reserve(count: number): void {
    const wanted = this.#length + count
    if (wanted > this.#end) throw new InflateFault('too long')
    if (wanted <= this.#bytes.length) return
    const larger = new Uint8Array(Math.min(this.#end, Math.max(wanted, this.#bytes.length * 2)))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}
