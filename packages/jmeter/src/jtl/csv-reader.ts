/** Reads JMeter's CSV results; a broken line is left out and counted, and affects no other line. */
import {
  type ColumnName,
  type CsvColumns,
  columnNames,
  columnsOfCount,
  columnsOfHeader,
} from './csv-columns.ts'
import { CsvFields, type RecordEnd } from './csv-fields.ts'
import { CsvRow } from './csv-row.ts'
import { type JtlFault, type SkipReason, Skips } from './findings.ts'
import type { FormatReader, JtlReaderOptions, LastLine } from './format-reader.ts'
import { TextPool } from './text-pool.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d
const quote = 0x22
/** A longer row is treated as broken. */
const maxRowBytes = 1024 ** 2
/** The columns must be found within this many lines. */
const maxHeadLines = 10
const shownBytes = 80
const separators = [0x2c, 0x09, 0x3b, 0x7c]
const textColumns = new Set<ColumnName>([
  'label',
  'responseCode',
  'responseMessage',
  'threadName',
  'dataType',
  'failureMessage',
  'URL',
  'Filename',
  'Encoding',
  'Hostname',
])

export class CsvReader implements FormatReader {
  readonly skips = new Skips()
  rows = 0
  fault: JtlFault | null = null
  lastLine: LastLine = 'whole'
  readonly #options: JtlReaderOptions
  readonly #fields = new CsvFields()
  readonly #pool = new TextPool()
  #columns: CsvColumns | null = null
  #row: CsvRow | null = null
  /** Bytes of the record that is not complete yet. */
  #kept = new Uint8Array(4_096)
  #keptBytes = 0
  /** The byte that the record waits for; null = any. */
  #awaited: number | null = lineFeed
  /** Line of the next record, from 1. */
  #line = 1
  #isSkippingLine = false

  constructor(options: JtlReaderOptions) {
    this.#options = options
  }

  get pendingBytes(): number {
    return this.#keptBytes
  }

  push(bytes: Uint8Array): void {
    if (this.fault !== null) return
    if (this.#keptBytes === 0) {
      const done = this.#read(bytes, bytes.length, false)
      this.#keep(bytes.subarray(done))
      return
    }
    const isAwaited = this.#awaited === null || bytes.includes(this.#awaited)
    this.#keep(bytes)
    if (!isAwaited && this.#keptBytes <= maxRowBytes) return
    const done = this.#read(this.#kept, this.#keptBytes, false)
    this.#kept.copyWithin(0, done, this.#keptBytes)
    this.#keptBytes -= done
  }

  end(): void {
    if (this.fault !== null) return
    this.#read(this.#kept, this.#keptBytes, true)
  }

  /** Reads all complete records of bytes[0..limit); returns where it stopped. */
  #read(bytes: Uint8Array, limit: number, isAll: boolean): number {
    let at = 0
    while (at < limit && this.fault === null) {
      if (this.#isSkippingLine) {
        at = this.#skipLine(bytes, at, limit)
        continue
      }
      if (this.#columns === null && !this.#findColumns(bytes, at, limit, isAll)) return at
      if (this.fault !== null) break
      const next = this.#readRecord(bytes, at, limit, isAll)
      if (next === at) return at
      at = next
    }
    return at
  }

  /** Returns where the next record begins; `at` itself = more bytes are needed. */
  #readRecord(bytes: Uint8Array, at: number, limit: number, isAll: boolean): number {
    const { separator, count } = this.#columns as CsvColumns
    const fields = this.#fields
    const found = fields.split(bytes, at, limit, separator, isAll)
    if (found === 'whole') {
      if (isAll && bytes[limit - 1] !== lineFeed && fields.next === limit)
        return this.#readLast(bytes, at, limit)
      if (fields.count === count) return this.#take(bytes, at)
      if (isBlankLine(bytes, at, fields.next)) {
        this.#line++
        return fields.next
      }
      return this.#leaveOut('columns', bytes, at, limit)
    }
    if (found === 'badQuotes') return this.#leaveOut('quotes', bytes, at, limit)
    return this.#wait(found, bytes, at, limit, isAll)
  }

  #take(bytes: Uint8Array, at: number): number {
    const row = this.#row as CsvRow
    const problem = row.take(bytes)
    if (problem === null) {
      this.rows++
      this.#options.onRow(row)
      this.#line += this.#fields.hasQuotes ? lineFeedsIn(bytes, at, this.#fields.next) : 1
      return this.#fields.next
    }
    if (problem === 'ambiguousDate') {
      const { starts, ends } = this.#fields
      const place = this.#columns?.places.timeStamp ?? 0
      const found = this.#pool.text(bytes, starts[place] as number, ends[place] as number)
      this.fault = { code: 'ambiguousDates', found, line: this.#line }
      return this.#fields.next
    }
    const { next } = this.#fields
    // Concatenated files have a header in between.
    if (problem === 'timeStamp' && columnsOfHeader(this.#pool.text(bytes, at, next).trim()) !== null) {
      this.#line++
      return next
    }
    return this.#leaveOut(problem, bytes, at, next)
  }

  /** The last line has no line break: it may be complete, cut off, or broken. */
  #readLast(bytes: Uint8Array, at: number, limit: number): number {
    const { count } = this.#columns as CsvColumns
    const row = this.#row as CsvRow
    if (isBlankLine(bytes, at, limit)) return limit
    if (this.#fields.count < count) this.lastLine = 'half'
    else if (this.#fields.count > count) this.skips.add('columns', this.#line)
    else if (this.#lacksItsEnd(row)) this.lastLine = 'half'
    else {
      const skipped = this.skips.count
      const next = this.#take(bytes, at)
      if (this.skips.count === skipped) this.lastLine = 'unended'
      return next
    }
    return limit
  }

  #lacksItsEnd(row: CsvRow): boolean {
    const { places, count } = this.#columns as CsvColumns
    const last = columnNames.find(name => places[name] === count - 1)
    if (last === undefined || textColumns.has(last)) return false
    if (last !== 'success') return row.isBlank(last)
    const length = (this.#fields.ends[count - 1] as number) - (this.#fields.starts[count - 1] as number)
    return length < 4
  }

  #wait(found: RecordEnd, bytes: Uint8Array, at: number, limit: number, isAll: boolean): number {
    const isTooLong = limit - at > maxRowBytes
    if (found === 'openQuotes' && (isTooLong || isAll)) {
      const isBroken = isTooLong || this.#hasRowAfter(bytes, at, limit)
      if (isBroken) return this.#leaveOut('quotes', bytes, at, limit)
      this.lastLine = 'half'
      return limit
    }
    if (isTooLong) return this.#leaveOut('tooLong', bytes, at, limit)
    // Only the byte after a quote shows whether it ends its field.
    this.#awaited = found === 'openLine' ? lineFeed : bytes[limit - 1] === quote ? null : quote
    return at
  }

  /** Whether a line within an apparently quoted field is itself a row: then the quotes are broken. */
  #hasRowAfter(bytes: Uint8Array, at: number, limit: number): boolean {
    const { separator, count } = this.#columns as CsvColumns
    let start = bytes.indexOf(lineFeed, at) + 1
    while (start > 0 && start < limit) {
      const found = this.#fields.split(bytes, start, limit, separator, true)
      if (found === 'whole' && this.#fields.count === count && this.#row?.take(bytes) === null) return true
      start = bytes.indexOf(lineFeed, start) + 1
    }
    return false
  }

  /** Counts the line and continues after its line break, whatever quotes it contains. */
  #leaveOut(reason: SkipReason, bytes: Uint8Array, at: number, limit: number): number {
    this.skips.add(reason, this.#line)
    this.#isSkippingLine = true
    return this.#skipLine(bytes, at, limit)
  }

  #skipLine(bytes: Uint8Array, at: number, limit: number): number {
    const end = bytes.indexOf(lineFeed, at)
    if (end === -1 || end >= limit) return limit
    this.#isSkippingLine = false
    this.#line++
    return end + 1
  }

  /** Finds the header, or a line that matches one of JMeter's own orders; false = more bytes are needed. */
  #findColumns(bytes: Uint8Array, from: number, limit: number, isAll: boolean): boolean {
    let start = from
    for (let line = 0; line < maxHeadLines; ) {
      const feed = bytes.indexOf(lineFeed, start)
      const isWhole = feed !== -1 && feed < limit
      if (!isWhole && !isAll && limit - from <= maxRowBytes) return false
      const end = isWhole ? feed : limit
      if (!isBlankLine(bytes, start, end)) {
        line++
        const columns = this.#columnsOfLine(bytes, start, end)
        if (columns !== null) {
          this.#columns = columns
          const timestamps = {
            utcOffsetMinutes: this.#options.utcOffsetMinutes ?? 0,
            dateOrder: this.#options.dateOrder ?? null,
          }
          this.#row = new CsvRow({ columns, fields: this.#fields, pool: this.#pool, timestamps })
          return true
        }
        if (this.fault !== null) return true
      }
      if (!isWhole) break
      start = end + 1
    }
    const found = new TextDecoder().decode(bytes.subarray(from, Math.min(limit, from + shownBytes)))
    this.fault = { code: 'notJtl', found }
    return true
  }

  #columnsOfLine(bytes: Uint8Array, start: number, end: number): CsvColumns | null {
    const line = this.#pool.text(bytes, start, end).trim()
    const named = columnsOfHeader(line)
    if (Array.isArray(named)) {
      this.fault = { code: 'missingColumns', columns: named }
      return null
    }
    if (named !== null) return named
    for (const separator of separators) {
      if (this.#fields.split(bytes, start, end, separator, true) !== 'whole') continue
      const columns = columnsOfCount(this.#fields.count, separator)
      if (columns === null) continue
      const timestamps = { utcOffsetMinutes: 0, dateOrder: this.#options.dateOrder ?? null }
      const row = new CsvRow({ columns, fields: this.#fields, pool: this.#pool, timestamps })
      const problem = row.take(bytes)
      if (problem === null || problem === 'ambiguousDate') return columns
    }
    return null
  }

  #keep(bytes: Uint8Array): void {
    const needed = this.#keptBytes + bytes.length
    if (needed > this.#kept.length) {
      const grown = new Uint8Array(Math.max(needed, this.#kept.length * 2))
      grown.set(this.#kept.subarray(0, this.#keptBytes))
      this.#kept = grown
    }
    this.#kept.set(bytes, this.#keptBytes)
    this.#keptBytes = needed
  }
}

function isBlankLine(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte !== 0x20 && byte !== lineFeed && byte !== carriageReturn && byte !== 0x09) return false
  }
  return true
}

function lineFeedsIn(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed, start); at !== -1 && at < end; at = bytes.indexOf(lineFeed, at + 1))
    count++
  return count
}
