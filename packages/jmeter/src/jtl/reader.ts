/** Reads the results that JMeter writes, CSV or XML, from a stream of bytes: used by imports, live runs and dashboards. */
import { CsvReader } from './csv-reader.ts'
import type { JtlFault, Skip } from './findings.ts'
import type { FormatReader, JtlReaderOptions, LastLine } from './format-reader.ts'
import { XmlReader } from './xml-reader.ts'

const byteOrderMark = [0xef, 0xbb, 0xbf]
/** This many bytes distinguish the marks of all encodings. */
const marksBytes = 4
const maxHeadBytes = 1024 ** 2
const lessThan = 0x3c
const encoder = new TextEncoder()
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** A reader of one file. It uses at most about 2 MB, however long the file is; no content makes it throw. */
export class JtlReader {
  readonly #options: JtlReaderOptions
  /** Decoder of UTF-16; null for UTF-8, which is read directly. */
  #wide: TextDecoder | null = null
  #reader: FormatReader | null = null
  #head = new Uint8Array(0)
  #fault: JtlFault | null = null
  #isXml = false
  #hasEnded = false

  constructor(options: JtlReaderOptions) {
    this.#options = options
  }

  /** null until the first bytes show it. */
  get format(): 'csv' | 'xml' | null {
    return this.#reader === null ? null : this.#isXml ? 'xml' : 'csv'
  }

  /** Rows passed on. */
  get rows(): number {
    return this.#reader?.rows ?? 0
  }

  /** Lines left out. */
  get skipped(): number {
    return this.#reader?.skips.count ?? 0
  }

  /** Lines left out, by reason. */
  get skips(): Skip[] {
    return this.#reader?.skips.list() ?? []
  }

  /** Set when nothing (more) can be read; further bytes are ignored then. */
  get fault(): JtlFault | null {
    return this.#fault ?? this.#reader?.fault ?? null
  }

  /** Bytes of a started row, whose rest follows with the next bytes. */
  get pendingBytes(): number {
    return this.#reader?.pendingBytes ?? this.#head.length
  }

  /** Valid after end(). */
  get lastLine(): LastLine {
    return this.#reader?.lastLine ?? 'whole'
  }

  /** Reads the next bytes; the buffer may be changed afterwards. Chunks may end anywhere, within a character too. */
  push(bytes: Uint8Array): void {
    if (this.fault !== null || this.#hasEnded || bytes.length === 0) return
    if (this.#reader !== null) this.#reader.push(this.#narrowed(bytes))
    else this.#begin(joined(this.#head, this.#narrowed(bytes)))
  }

  /** Marks the end of the bytes. */
  end(): void {
    if (this.#hasEnded) return
    if (this.#reader === null && this.fault === null) this.#begin(this.#head, true)
    this.#hasEnded = true
    if (this.fault !== null) return
    if (this.#reader === null) this.#fault = { code: 'empty' }
    else this.#reader.end()
  }

  #begin(bytes: Uint8Array, isAll = false): void {
    this.#head = new Uint8Array(0)
    if (bytes.length < marksBytes && !isAll) {
      this.#head = bytes.slice()
      return
    }
    const encoding = this.#wide === null ? foreignEncoding(bytes) : null
    if (encoding === 'utf-32') {
      this.#fault = { code: 'encoding', encoding }
      return
    }
    if (encoding !== null) {
      this.#wide = new TextDecoder(encoding)
      return this.#begin(this.#narrowed(bytes), isAll)
    }
    let start = byteOrderMark.every((byte, at) => bytes[at] === byte) ? 3 : 0
    const body = start
    while (start < bytes.length && isBlank(bytes[start] as number)) start++
    if (start === bytes.length) {
      if (isAll) return
      if (bytes.length > maxHeadBytes) this.#fault = { code: 'notJtl', found: '' }
      else this.#head = bytes.slice()
      return
    }
    this.#isXml = bytes[start] === lessThan
    this.#reader = this.#isXml ? new XmlReader(this.#options) : new CsvReader(this.#options)
    // Blank lines before count as lines.
    this.#reader.push(bytes.subarray(body))
  }

  /** The bytes as UTF-8. */
  #narrowed(bytes: Uint8Array): Uint8Array {
    return this.#wide === null ? bytes : encoder.encode(this.#wide.decode(bytes, { stream: true }))
  }
}

function joined(head: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (head.length === 0) return bytes
  const both = new Uint8Array(head.length + bytes.length)
  both.set(head)
  both.set(bytes, head.length)
  return both
}

/** UTF-16 and UTF-32 are detected by their mark or by the zeros of their first character. */
function foreignEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32' | null {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32' : 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === undefined || b === undefined || (a === 0) === (b === 0)) return null
  return a === 0 ? 'utf-16be' : 'utf-16le'
}
