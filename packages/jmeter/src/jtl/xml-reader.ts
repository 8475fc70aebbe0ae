/** Reads JMeter's XML results, storing only one tag, the open samples, and the few texts that belong to a row. */
import { type JtlFault, Skips } from './findings.ts'
import type { FormatReader, JtlReaderOptions, LastLine } from './format-reader.ts'
import { TextPool } from './text-pool.ts'
import { withoutEntities, XmlRow } from './xml-row.ts'

const [lessThan, greaterThan, slash, question, exclamation, equals] = [0x3c, 0x3e, 0x2f, 0x3f, 0x21, 0x3d]
const [doubleQuote, singleQuote, lineFeed, space] = [0x22, 0x27, 0x0a, 0x20]
const maxTagBytes = 1024 ** 2
/** Maximum depth of elements, and of samples. */
const maxDepth = 500
const maxSampleDepth = 100
/** Maximum size of a URL or a failure message. */
const maxTextBytes = 8_192
const shownBytes = 80
const samples = new Set(['sample', 'httpSample', 'statSample'])
const comment = { begin: '<!--', end: '-->' }
const characters = { begin: '<![CDATA[', end: ']]>' }
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

type Captured = 'url' | 'failureMessage'

export class XmlReader implements FormatReader {
  readonly skips = new Skips()
  rows = 0
  fault: JtlFault | null = null
  lastLine: LastLine = 'whole'
  readonly #options: JtlReaderOptions
  readonly #pool = new TextPool()
  #kept = new Uint8Array(0)
  /** Everything is skipped up to this text, e.g. the end of a comment. */
  #until: string | null = null
  #line = 1
  readonly #elements: string[] = []
  /** Open samples; the objects are reused. null in #open: one that is left out. */
  readonly #rows: XmlRow[] = []
  readonly #open: (XmlRow | null)[] = []
  #captured: Captured | null = null
  /** Bytes of the captured text: a chunk may end within a character. */
  readonly #text = new Uint8Array(maxTextBytes)
  #textBytes = 0
  #hasRoot = false

  constructor(options: JtlReaderOptions) {
    this.#options = options
  }

  get pendingBytes(): number {
    return this.#kept.length
  }

  push(given: Uint8Array): void {
    if (this.fault !== null) return
    const bytes = this.#kept.length === 0 ? given : joined(this.#kept, given)
    const done = this.#read(bytes)
    if (this.fault === null && bytes.length - done > maxTagBytes) this.#fail('tooLong')
    this.#kept = this.fault === null ? bytes.slice(done) : new Uint8Array(0)
  }

  end(): void {
    if (this.fault !== null) return
    if (!this.#hasRoot)
      this.fault = { code: 'notJtl', found: decoder.decode(this.#kept.subarray(0, shownBytes)) }
    // JMeter closes the root last: without it the file may still be complete up to its last sample.
    const isWithin = this.#open.length > 0 || this.#until !== null || this.#kept.includes(lessThan)
    this.lastLine = isWithin ? 'half' : 'whole'
  }

  /** Reads all complete parts; returns where it stopped. */
  #read(bytes: Uint8Array): number {
    let at = 0
    let feed = bytes.indexOf(lineFeed)
    while (at < bytes.length && this.fault === null) {
      const next = this.#until === null ? this.#step(bytes, at) : this.#passOver(bytes, at, this.#until)
      if (next === at) break
      at = next
      for (; feed !== -1 && feed < at; feed = bytes.indexOf(lineFeed, feed + 1)) this.#line++
    }
    return at
  }

  /** Reads one tag, or the text before the next one; `at` itself = more bytes are needed. */
  #step(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== lessThan) {
      const tag = bytes.indexOf(lessThan, at)
      const end = tag === -1 ? bytes.length : tag
      this.#capture(bytes, at, end)
      return end
    }
    const mark = bytes[at + 1]
    if (mark === undefined) return at
    if (mark === exclamation) return this.#declaration(bytes, at)
    if (mark === question) {
      this.#until = '?>'
      return at + 2
    }
    const end = endOfTag(bytes, at + 1)
    if (end === -1) return at
    if (mark === slash) this.#close(nameAt(bytes, at + 2, end))
    else this.#begin(bytes, at, end)
    return end + 1
  }

  #declaration(bytes: Uint8Array, at: number): number {
    for (const { begin, end } of [comment, characters]) {
      const length = Math.min(begin.length, bytes.length - at)
      if (!isAt(bytes, at, begin.slice(0, length))) continue
      if (length < begin.length) return at
      this.#until = end
      return at + begin.length
    }
    // A document type may define entities that expand without limit; JMeter writes none.
    this.#fail('documentType')
    return at
  }

  /** Skips what no row needs, keeping only what may be the beginning of its end. */
  #passOver(bytes: Uint8Array, at: number, until: string): number {
    const first = until.charCodeAt(0)
    for (let found = bytes.indexOf(first, at); found !== -1; found = bytes.indexOf(first, found + 1)) {
      if (isAt(bytes, found, until)) {
        if (until === characters.end) this.#capture(bytes, at, found)
        this.#until = null
        return found + until.length
      }
    }
    const passed = Math.max(at, bytes.length - until.length + 1)
    if (until === characters.end) this.#capture(bytes, at, passed)
    return passed
  }

  #begin(bytes: Uint8Array, at: number, end: number): void {
    const name = nameAt(bytes, at + 1, end)
    const isClosed = bytes[end - 1] === slash
    if (name === '') return this.#fail('notWellFormed')
    if (!this.#hasRoot && name !== 'testResults' && !samples.has(name)) {
      this.fault = {
        code: 'notJtl',
        found: decoder.decode(bytes.subarray(at, Math.min(end + 1, at + shownBytes))),
      }
      return
    }
    this.#hasRoot = true
    if (this.#elements.length >= maxDepth) return this.#fail('tooDeep')
    if (samples.has(name)) this.#openSample(bytes, at + 1 + name.length, isClosed ? end - 1 : end)
    else if (this.#open.length > 0) this.#startCapture(name)
    this.#elements.push(name)
    if (isClosed) this.#close(name)
  }

  #openSample(bytes: Uint8Array, start: number, end: number): void {
    const depth = this.#open.length
    if (depth >= maxSampleDepth) {
      this.skips.add('depth', this.#line)
      this.#open.push(null)
      return
    }
    const row = (this.#rows[depth] ??= new XmlRow())
    row.open(this.#line, this.#isPartOfRequest())
    if (!this.#readAttributes(row, bytes, start, end)) return this.#fail('notWellFormed')
    const problem = row.complete()
    if (problem !== null) this.skips.add(problem, this.#line)
    this.#open.push(problem === null ? row : null)
  }

  /** Samples inside a transaction controller's own sample are requests nevertheless. */
  #isPartOfRequest(): boolean {
    const parent = this.#open.at(-1)
    return parent !== undefined && (parent === null || parent.isSubSample || !parent.isTransaction)
  }

  #readAttributes(row: XmlRow, bytes: Uint8Array, start: number, end: number): boolean {
    let at = start
    for (;;) {
      while (at < end && (bytes[at] as number) <= space) at++
      if (at >= end) return true
      const nameStart = at
      while (at < end && bytes[at] !== equals && (bytes[at] as number) > space) at++
      const nameEnd = at
      while (at < end && (bytes[at] as number) <= space) at++
      if (bytes[at] !== equals) return false
      at++
      while (at < end && (bytes[at] as number) <= space) at++
      const quote = bytes[at]
      if (quote !== doubleQuote && quote !== singleQuote) return false
      const close = bytes.indexOf(quote, at + 1)
      if (close === -1 || close >= end) return false
      if (nameEnd - nameStart <= 3) {
        row.attribute(this.#pool.text(bytes, nameStart, nameEnd), bytes, at + 1, close, this.#pool)
      }
      at = close + 1
    }
  }

  #close(name: string): void {
    if (this.#elements.pop() !== name) return this.#fail('notWellFormed')
    if (samples.has(name)) {
      const row = this.#open.pop()
      if (row === null || row === undefined) return
      this.rows++
      this.#options.onRow(row)
    } else if (this.#captured !== null) this.#endCapture()
  }

  #startCapture(name: string): void {
    const captured = name === 'java.net.URL' ? 'url' : name === 'failureMessage' ? 'failureMessage' : null
    if (captured === null) return
    this.#captured = captured
    this.#textBytes = 0
  }

  #capture(bytes: Uint8Array, start: number, end: number): void {
    if (this.#captured === null || end <= start || this.#textBytes >= maxTextBytes) return
    const until = Math.min(end, start + maxTextBytes - this.#textBytes)
    this.#text.set(bytes.subarray(start, until), this.#textBytes)
    this.#textBytes += until - start
  }

  #endCapture(): void {
    const row = this.#open.at(-1)
    const captured = this.#captured
    this.#captured = null
    if (row === null || row === undefined || captured === null) return
    const text = withoutEntities(this.#pool.text(this.#text, 0, this.#textBytes))
    if (captured === 'url') row.url = text
    else if (row.failureMessage === '') row.failureMessage = text
  }

  #fail(reason: 'documentType' | 'notWellFormed' | 'tooDeep' | 'tooLong'): void {
    this.fault ??= { code: 'xml', line: this.#line, reason }
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** Position of the tag's `>` outside of quotes; −1 when it has not arrived. */
function endOfTag(bytes: Uint8Array, start: number): number {
  let quote = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (quote !== 0) {
      if (byte === quote) quote = 0
    } else if (byte === greaterThan) return at
    else if (byte === doubleQuote || byte === singleQuote) quote = byte
  }
  return -1
}

function nameAt(bytes: Uint8Array, start: number, end: number): string {
  let at = start
  while (at < end && (bytes[at] as number) > space && bytes[at] !== slash) at++
  return String.fromCharCode(...bytes.subarray(start, Math.min(at, start + 256)))
}

function isAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false
  }
  return true
}
