/** Parses whole numbers and truth values from bytes, without a string in between. */

const maxDigits = 15
const space = 0x20

/** The whole number in bytes[start..end), blanks around it allowed; NaN when there is none or it is not exact. */
export function wholeNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  let last = end
  while (at < last && bytes[at] === space) at++
  while (last > at && bytes[last - 1] === space) last--
  const isNegative = bytes[at] === 0x2d
  if (isNegative) at++
  if (at === last || last - at > maxDigits) return Number.NaN
  let value = 0
  for (; at < last; at++) {
    const digit = (bytes[at] as number) - 0x30
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return isNegative ? -value : value
}

const trueBytes = [0x74, 0x72, 0x75, 0x65]
const falseBytes = [0x66, 0x61, 0x6c, 0x73, 0x65]

/** 1 for `true`, 0 for `false`, in any case; −1 for all else. */
export function truth(bytes: Uint8Array, start: number, end: number): -1 | 0 | 1 {
  const word = end - start === 4 ? trueBytes : falseBytes
  if (end - start !== word.length) return -1
  for (let at = 0; at < word.length; at++) if (((bytes[start + at] as number) | 0x20) !== word[at]) return -1
  return word === trueBytes ? 1 : 0
}
