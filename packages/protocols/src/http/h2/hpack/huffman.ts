/** The Huffman code of HPACK: encodes and decodes texts, a character per byte. @see https://www.rfc-editor.org/rfc/rfc7541#appendix-B */

// Bits of the code of each symbol, the last one of which ends a text; the code is canonical, so that lengths tell all of it.
// prettier-ignore
const lengths = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7,
  8, 15, 6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19,
  13, 14, 6, 15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13,
  28, 20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21,
  22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23,
  22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
  19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25,
  25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
]
const endOfText = lengths.length - 1
const longestBits = 30
/** No code is shorter, so that four bits complete at most one symbol. */
const shortestBits = 5

/** By symbol. */
const codes = codesOf()

function codesOf(): Uint32Array {
  const result = new Uint32Array(lengths.length)
  let code = 0
  for (let bits = 1; bits <= longestBits; bits++) {
    code *= 2
    for (const [symbol, length] of lengths.entries()) if (length === bits) result[symbol] = code++
  }
  return result
}

// An entry of the table: the state that follows, and the symbol that the four bits complete, if any.
const stateMask = 0x1ff
const hasSymbol = 1 << 9
const isBroken = 1 << 10
const symbolShift = 16

/** What four bits do in each state: entry of state s and bits b at 16 s + b. */
const steps = new Uint32Array(16 * endOfText)
/** Whether a text may end in a state: after fewer than eight bits, all of them ones (RFC 7541 §5.2). */
const mayEnd = new Uint8Array(endOfText)
fillTables()

/** States are the inner nodes of the code's tree: one less than it has leaves. */
function fillTables(): void {
  const children: [number, number][] = [[0, 0]]
  for (const [symbol, length] of lengths.entries()) {
    let node = 0
    for (let bit = length - 1; bit > 0; bit--) {
      const pair = childrenOf(children, node)
      const side = ((codes[symbol] ?? 0) >>> bit) & 1
      if (pair[side] === 0) pair[side] = children.push([0, 0]) - 1
      node = pair[side] ?? 0
    }
    childrenOf(children, node)[(codes[symbol] ?? 0) & 1] = -1 - symbol
  }
  for (let node = 0, depth = 0; depth < 8; depth++) {
    mayEnd[node] = 1
    node = childrenOf(children, node)[1]
  }
  for (let node = 0; node < endOfText; node++) {
    for (let bits = 0; bits < 16; bits++) steps[16 * node + bits] = stepOf(children, node, bits)
  }
}

function childrenOf(children: readonly [number, number][], node: number): [number, number] {
  return children[node] ?? [0, 0]
}

function stepOf(children: readonly [number, number][], from: number, bits: number): number {
  let node = from
  let symbol = 0
  for (let mask = 8; mask > 0; mask >>= 1) {
    const next = childrenOf(children, node)[(bits & mask) === 0 ? 0 : 1]
    if (next === -1 - endOfText) return isBroken
    if (next < 0) symbol = hasSymbol | ((-1 - next) << symbolShift)
    node = Math.max(0, next)
  }
  return node | symbol
}

/** null if the bytes are not so encoded. */
export function huffmanDecoded(bytes: Uint8Array, from = 0, to = bytes.length): Uint8Array | null {
  const decoded = new Uint8Array(Math.floor(((to - from) * 8) / shortestBits))
  let length = 0
  let state = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    for (let shift = 4; shift >= 0; shift -= 4) {
      const step = steps[16 * state + ((byte >> shift) & 15)] ?? isBroken
      if ((step & isBroken) !== 0) return null
      if ((step & hasSymbol) !== 0) decoded[length++] = step >>> symbolShift
      state = step & stateMask
    }
  }
  return mayEnd[state] === 1 ? decoded.subarray(0, length) : null
}

/** Bytes that the encoded text takes; characters above 255 count as their lowest byte. */
export function huffmanLength(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits += lengths[text.charCodeAt(at) & 0xff] ?? 0
  return Math.ceil(bits / 8)
}

/** Writes the encoded text from `at` on; returns the position after it. */
export function writeHuffman(text: string, target: Uint8Array, at: number): number {
  let end = at
  let held = 0
  let bits = 0
  for (let index = 0; index < text.length; index++) {
    const symbol = text.charCodeAt(index) & 0xff
    let left = lengths[symbol] ?? 0
    const code = codes[symbol] ?? 0
    while (left > 0) {
      const taken = Math.min(left, 8 - bits)
      left -= taken
      held = (held << taken) | ((code >>> left) & ((1 << taken) - 1))
      bits += taken
      if (bits === 8) {
        target[end++] = held
        held = 0
        bits = 0
      }
    }
  }
  if (bits > 0) target[end++] = (held << (8 - bits)) | ((1 << (8 - bits)) - 1)
  return end
}
