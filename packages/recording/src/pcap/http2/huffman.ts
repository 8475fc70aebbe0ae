/** Undoes the Huffman code of HPACK. @see https://www.rfc-editor.org/rfc/rfc7541#appendix-B */

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
const longest = 30

/** Per length: the first code, and the symbols in the order of their codes. */
const codes = codesOf()

function codesOf(): { readonly first: number; readonly symbols: readonly number[] }[] {
  let code = 0
  return Array.from({ length: longest + 1 }, (_, bits) => {
    code *= 2
    const symbols = lengths.flatMap((length, symbol) => (length === bits ? symbol : []))
    const first = code
    code += symbols.length
    return { first, symbols }
  })
}

/** null if the bytes are not so encoded. */
export function huffmanDecoded(bytes: Uint8Array): Uint8Array | null {
  // The shortest code has five bits.
  const decoded = new Uint8Array(Math.ceil((bytes.length * 8) / 5))
  let length = 0
  let code = 0
  let bits = 0
  for (const byte of bytes)
    for (let mask = 128; mask > 0; mask >>= 1) {
      code = code * 2 + ((byte & mask) === 0 ? 0 : 1)
      bits += 1
      const { first, symbols } = codes[bits] ?? { first: 0, symbols: [] }
      const symbol = symbols[code - first]
      if (symbol === endOfText || (symbol === undefined && bits >= longest)) return null
      if (symbol === undefined) continue
      decoded[length++] = symbol
      code = 0
      bits = 0
    }
  // What fills the last byte are the first bits of the end of a text.
  return bits < 8 && code === 2 ** bits - 1 ? decoded.subarray(0, length) : null
}
