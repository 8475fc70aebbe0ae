/** Finds one value in the bytes of a JSON document without building the document, which is sufficient for most checkpoints and extractors. */

import { Buffer } from 'node:buffer'
import { jsonText } from '@pone/plan/answers/json-path.ts'

/** Names of members, printable ASCII, and positions of elements, from the root on. */
export type JsonRoute = readonly (string | number)[]

/** Deeper documents are parsed by JSON.parse, which has no stack to overflow. */
const maxDepth = 200

const [quote, backslash, comma, colon, minus, plus, point, zero] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2b, 0x2e, 0x30,
]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
/** Shorter parts of a text are copied by V8, longer ones refer to the whole. */
const copiedLength = 13
/** Numbers with up to this many digits are exact. */
const maxWholeDigits = 15
const literals = ['true', 'false', 'null']
const simpleEscapes = new Set(Buffer.from('"\\/bfnrt'))

/** Values that JSON.stringify writes unchanged: literals and whole numbers that are exact. */
const plainValue = /^(?:true|false|null|0|-?[1-9]\d{0,14})$/

/**
 * One pass over a document in UTF-8. It accepts nothing that JSON.parse would refuse; in doubtful cases it leaves the
 * document to that: syntax that looks wrong, names with escapes, very deep nesting.
 */
class JsonScan {
  /** Start of the value; −1 = there is none. */
  start = -1
  end = -1
  readonly #bytes: Uint8Array
  readonly #route: JsonRoute
  #at = 0
  #isSure = true

  constructor(bytes: Uint8Array, route: JsonRoute) {
    this.#bytes = bytes
    this.#route = route
  }

  /** Scans; false when the document must be parsed to find the value. */
  run(): boolean {
    this.#readValue(0, 0)
    this.#skipSpace()
    return this.#isSure && this.#at === this.#bytes.length
  }

  #giveUp(): void {
    this.#isSure = false
    this.#at = this.#bytes.length
  }

  /** The next byte that is no white space; −1 at the end. */
  #skipSpace(): number {
    const bytes = this.#bytes
    let at = this.#at
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
        this.#at = at
        return byte
      }
      at++
    }
    this.#at = at
    return -1
  }

  /** Reads a value; `matched` is how much of the route leads to it, −1 = it is not on the route. */
  #readValue(matched: number, depth: number): void {
    const byte = this.#skipSpace()
    const start = this.#at
    const isWanted = matched === this.#route.length
    if (byte === quote) this.#readString()
    else if (byte === openBrace) this.#readObject(isWanted ? -1 : matched, depth + 1)
    else if (byte === openBracket) this.#readArray(isWanted ? -1 : matched, depth + 1)
    else if (byte === minus || isDigit(byte)) this.#readNumber()
    else this.#readLiteral()
    if (!isWanted) return
    this.start = start
    this.end = this.#at
  }

  #readObject(matched: number, depth: number): void {
    const key = matched < 0 ? undefined : this.#route[matched]
    this.#at++
    if (depth > maxDepth) return this.#giveUp()
    if (this.#skipSpace() === closeBrace) {
      this.#at++
      return
    }
    while (this.#isSure) {
      if (this.#skipSpace() !== quote) return this.#giveUp()
      const nameAt = this.#at + 1
      const hasEscape = this.#readString()
      if (hasEscape && key !== undefined) return this.#giveUp()
      const isOnRoute = typeof key === 'string' && this.#isName(key, nameAt)
      if (this.#skipSpace() !== colon) return this.#giveUp()
      this.#at++
      // Of members of the same name the last one counts.
      if (isOnRoute) this.start = -1
      this.#readValue(isOnRoute ? matched + 1 : -1, depth)
      if (this.#stepsOut(closeBrace)) return
    }
  }

  #readArray(matched: number, depth: number): void {
    const key = matched < 0 ? undefined : this.#route[matched]
    this.#at++
    if (depth > maxDepth) return this.#giveUp()
    if (this.#skipSpace() === closeBracket) {
      this.#at++
      return
    }
    for (let position = 0; this.#isSure; position++) {
      this.#readValue(key === position ? matched + 1 : -1, depth)
      if (this.#stepsOut(closeBracket)) return
    }
  }

  /** Skips the closing bracket and returns true, or a comma. */
  #stepsOut(bracket: number): boolean {
    const byte = this.#skipSpace()
    if (byte !== comma && byte !== bracket) {
      this.#giveUp()
      return true
    }
    this.#at++
    return byte === bracket
  }

  /** Whether the name that begins at `at` and has just been read is this one. */
  #isName(name: string, at: number): boolean {
    if (this.#at - 1 - at !== name.length) return false
    for (let index = 0; index < name.length; index++) {
      if (this.#bytes[at + index] !== name.charCodeAt(index)) return false
    }
    return true
  }

  /** Reads a string; true when it has escapes. */
  #readString(): boolean {
    const bytes = this.#bytes
    let hasEscape = false
    for (let at = this.#at + 1; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (byte === quote) {
        this.#at = at + 1
        return hasEscape
      }
      if (byte < 0x20) break
      if (byte === backslash) {
        hasEscape = true
        const length = this.#escapeLength(at + 1)
        if (length === 0) break
        at += length
      }
    }
    this.#giveUp()
    return hasEscape
  }

  /** Bytes of the escape after its backslash; 0 = invalid. */
  #escapeLength(at: number): number {
    const byte = this.#bytes[at] ?? 0
    if (simpleEscapes.has(byte)) return 1
    if (byte !== 0x75 || at + 4 >= this.#bytes.length) return 0
    for (let index = at + 1; index <= at + 4; index++) if (!isHexDigit(this.#bytes[index] ?? 0)) return 0
    return 5
  }

  #readNumber(): void {
    if (this.#bytes[this.#at] === minus) this.#at++
    if (this.#bytes[this.#at] === zero) this.#at++
    else this.#readDigits()
    if (this.#bytes[this.#at] === point) {
      this.#at++
      this.#readDigits()
    }
    const letter = this.#bytes[this.#at]
    if (letter !== 0x65 && letter !== 0x45) return
    this.#at++
    const sign = this.#bytes[this.#at]
    if (sign === minus || sign === plus) this.#at++
    this.#readDigits()
  }

  #readDigits(): void {
    const bytes = this.#bytes
    const from = this.#at
    let at = from
    while (at < bytes.length && isDigit(bytes[at] ?? 0)) at++
    this.#at = at
    if (at === from) this.#giveUp()
  }

  #readLiteral(): void {
    for (const literal of literals) {
      if (this.#bytes[this.#at] !== literal.charCodeAt(0)) continue
      for (let index = 0; index < literal.length; index++) {
        if (this.#bytes[this.#at + index] !== literal.charCodeAt(index)) return this.#giveUp()
      }
      this.#at += literal.length
      return
    }
    this.#giveUp()
  }
}

/**
 * The text of the value at the end of the route, in the format of jsonText; undefined = the document has none, null =
 * it must be parsed to find it. `decoded` is the whole text, if it is already available.
 */
export function scannedText(
  bytes: Uint8Array,
  route: JsonRoute,
  decoded?: string,
): string | undefined | null {
  const scan = new JsonScan(bytes, route)
  if (!scan.run()) return null
  const { start, end } = scan
  if (start < 0) return undefined
  const whole = wholeNumber(bytes, start, end)
  if (whole >= 0) return String(whole)
  // With equal length, text and bytes correspond one to one: cutting is cheaper than decoding again. A long part would keep the whole text in
  // memory.
  const text =
    end - start < copiedLength && decoded?.length === bytes.length
      ? decoded.slice(start, end)
      : utf8Text(bytes, start, end)
  const first = text[0]
  if (first === '"' && !text.includes('\\')) return text.slice(1, -1)
  return plainValue.test(text) ? text : jsonText(JSON.parse(text))
}

/** The value as a whole number without sign, as most ids are; −1 for anything else. Several times faster than by a text. */
function wholeNumber(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > maxWholeDigits) return -1
  let value = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (!isDigit(byte)) return -1
    value = value * 10 + (byte - zero)
  }
  return value
}

/** Text of the bytes from `start` to `end`. */
export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  const buffer =
    bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return buffer.toString('utf8', start, end)
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
const isHexDigit = (byte: number): boolean =>
  isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)
