/** Delimited text (CSV and its relatives, RFC 4180 quotes) in bytes: where rows begin and end, and the fields of one; safe in a browser, so that previews read files as the engine does. */
import type { Parameter } from './parameters.ts'

/** How a file divides its rows. */
export type Dialect = Pick<Extract<Parameter, { kind: 'file' }>, 'delimiter' | 'quote' | 'encoding'>

/** Longest row, bytes: a quote that is never closed would take all of the file for one row. */
export const maxRowBytes = 1024 ** 2

const lineFeed = 0x0a
const carriageReturn = 0x0d
/** What a byte may be; 0 is everything else. */
const isFeed = 1
const isQuote = 2
const isDelimiter = 3
const isLead = 4

/** Bytes that mark the encoding at a file's beginning. */
export function markLength(bytes: Uint8Array, encoding: Dialect['encoding']): number {
  const mark = { 'utf-8': [0xef, 0xbb, 0xbf], gb18030: [0x84, 0x31, 0x95, 0x33], gbk: [], latin1: [] }[
    encoding
  ]
  return mark.every((byte, at) => bytes[at] === byte) ? mark.length : 0
}

type OnRow = (begin: number, end: number) => void

/**
 * Finds rows in a file that is handed over piece by piece. Blank lines are left out; a line break within quotes belongs
 * to the field. A quote opens only at a field's beginning; doubled within quotes it stands for itself.
 */
export class RowScanner {
  readonly #kinds = new Uint8Array(256)
  readonly #delimiterByte: number
  /** −1 = quotes mean nothing. */
  readonly #quoteByte: number
  #begin: number
  #fieldAt: number
  #closedAt = -2
  #isQuoted = false
  #skipsNext = false
  #hasContent = false

  /** `start` is the offset of the first byte in the file. */
  constructor({ delimiter, quote, encoding }: Dialect, start = 0) {
    this.#begin = start
    this.#fieldAt = start
    this.#delimiterByte = delimiter.charCodeAt(0)
    this.#quoteByte = quote === '' ? -1 : quote.charCodeAt(0)
    if (quote !== '') {
      this.#kinds[this.#delimiterByte] = isDelimiter
      this.#kinds[this.#quoteByte] = isQuote
      // Only this delimiter can also be the second byte of a character.
      if (delimiter === '|' && (encoding === 'gbk' || encoding === 'gb18030'))
        this.#kinds.fill(isLead, 0x81, 0xff)
    }
    this.#kinds[lineFeed] = isFeed
  }

  /** Takes the bytes from file offset `base` on; tells each row that ends in them by the offsets of its begin and of the line feed. @throws Error when a row is too long */
  scan(bytes: Uint8Array, base: number, onRow: OnRow): void {
    const { length } = bytes
    let at = this.#skipsNext && isTrail(bytes[0]) ? 1 : 0
    this.#skipsNext = false
    let quoteAt = this.#nextQuote(bytes, at)
    while (at < length) {
      const feedAt = this.#isQuoted ? -1 : bytes.indexOf(lineFeed, at)
      if (feedAt >= 0 && feedAt < quoteAt) {
        this.#endRow(bytes, base, base + feedAt, onRow)
        at = feedAt + 1
      } else {
        at = this.#walk(bytes, base, at, onRow)
        if (quoteAt < at) quoteAt = this.#nextQuote(bytes, at)
      }
    }
    this.#checkLength(base + length)
    this.#hasContent ||= this.#holdsContent(bytes, Math.max(0, this.#begin - base), length)
  }

  #nextQuote(bytes: Uint8Array, from: number): number {
    const at = this.#quoteByte < 0 ? -1 : bytes.indexOf(this.#quoteByte, from)
    return at < 0 ? Number.POSITIVE_INFINITY : at
  }

  /** Goes byte by byte to where the row ends, or the bytes do; where to go on. */
  #walk(bytes: Uint8Array, base: number, from: number, onRow: OnRow): number {
    const { length } = bytes
    for (let at = from; at < length; at++) {
      const kind = this.#kinds[bytes[at] ?? 0]
      if (kind === 0) continue
      const offset = base + at
      if (kind === isDelimiter) this.#fieldAt = offset + 1
      else if (kind === isFeed) {
        if (this.#isQuoted) continue
        this.#endRow(bytes, base, offset, onRow)
        return at + 1
      } else if (kind === isQuote) {
        if (this.#isQuoted) {
          this.#isQuoted = false
          this.#closedAt = offset
        } else if (offset === this.#fieldAt || offset === this.#closedAt + 1) this.#isQuoted = true
      } else if (at + 1 === length) this.#skipsNext = true
      else if (isTrail(bytes[at + 1])) at++
    }
    return length
  }

  /** Tells the last row, which ends without a line feed, if there is one. */
  finish(size: number, onRow: OnRow): void {
    if (size > this.#begin && this.#hasContent) onRow(this.#begin, size)
  }

  #endRow(bytes: Uint8Array, base: number, offset: number, onRow: OnRow): void {
    this.#checkLength(offset)
    if (this.#hasContent || this.#holdsContent(bytes, Math.max(0, this.#begin - base), offset - base)) {
      onRow(this.#begin, offset)
    }
    this.#begin = offset + 1
    this.#fieldAt = offset + 1
    this.#hasContent = false
  }

  #holdsContent(bytes: Uint8Array, from: number, to: number): boolean {
    for (let at = from; at < to; at++) {
      const byte = bytes[at]
      const isBlank = byte === 0x20 || byte === 0x09 || byte === carriageReturn
      if (!isBlank || byte === this.#delimiterByte) return true
    }
    return false
  }

  #checkLength(offset: number): void {
    if (offset - this.#begin <= maxRowBytes) return
    throw new Error(
      `the row at byte ${this.#begin} is longer than ${maxRowBytes} bytes; perhaps a quote in it is never closed`,
    )
  }
}

const isTrail = (byte = 0) => byte >= 0x40 || (byte >= 0x30 && byte <= 0x39)

/** Fields of one row, quotes taken off, blanks kept; a carriage return at its end is left out. */
export function splitFields(
  line: string,
  { delimiter, quote }: Pick<Dialect, 'delimiter' | 'quote'>,
): string[] {
  const row = line.endsWith('\r') ? line.slice(0, -1) : line
  if (quote === '' || !row.includes(quote)) return row.split(delimiter)
  const fields: string[] = []
  let at = 0
  for (;;) {
    const opened = row[at] === quote ? quotedText(row, at + 1, quote) : { text: '', end: at }
    const end = row.indexOf(delimiter, opened.end)
    fields.push(opened.text + row.slice(opened.end, end < 0 ? undefined : end))
    if (end < 0) return fields
    at = end + 1
  }
}

/** The text up to the closing quote, and where what follows begins. */
function quotedText(row: string, from: number, quote: string): { text: string; end: number } {
  let text = ''
  let at = from
  for (;;) {
    const close = row.indexOf(quote, at)
    if (close < 0) return { text: text + row.slice(at), end: row.length }
    text += row.slice(at, close)
    if (row[close + 1] !== quote) return { text, end: close + 1 }
    text += quote
    at = close + 2
  }
}
