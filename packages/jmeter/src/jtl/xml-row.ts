/** A sample of an XML results file while it is open: its attributes, and the values of its children. */
import type { SkipReason } from './findings.ts'
import { truth, wholeNumber } from './numbers.ts'
import { type JtlRow, transactionMessage } from './row.ts'
import type { TextPool } from './text-pool.ts'

const known: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const maxCodePoint = 0x10ffff

/** Replaces XML's own and numbered entities by their text; others are left unchanged. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi,
    (all, hex, decimal, name) => {
      if (typeof name === 'string') return known[name] ?? all
      const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= maxCodePoint ? String.fromCodePoint(code) : all
    },
  )
}

export class XmlRow implements JtlRow {
  timeStampMs = 0
  elapsedMs = 0
  label = ''
  responseCode = ''
  responseMessage = ''
  threadName = ''
  dataType = ''
  isSuccess = false
  failureMessage = ''
  receivedBytes = 0
  sentBytes = 0
  groupThreads = 0
  allThreads = 0
  url = ''
  latencyMs = 0
  idleMs = 0
  connectMs = 0
  sampleCount = 1
  errorCount = 0
  hostName = ''
  isTransaction = false
  isSubSample = false
  /** Line on which it begins. */
  line = 0
  #problem: SkipReason | null = null
  #given = 0

  /** Resets it for a new sample. */
  open(line: number, isSubSample: boolean): void {
    this.line = line
    this.isSubSample = isSubSample
    this.#problem = null
    this.#given = 0
    this.label = this.responseCode = this.responseMessage = this.threadName = ''
    this.dataType = this.failureMessage = this.url = this.hostName = ''
    this.receivedBytes = this.sentBytes = this.groupThreads = this.allThreads = 0
    this.latencyMs = this.idleMs = this.connectMs = 0
    this.sampleCount = 1
    this.errorCount = -1
  }

  /** Sets one attribute, its value as the bytes between the quotes. */
  attribute(name: string, bytes: Uint8Array, start: number, end: number, pool: TextPool): void {
    const number = (): number => {
      const value = wholeNumber(bytes, start, end)
      if (Number.isNaN(value)) this.#problem ??= 'number'
      return value
    }
    const text = (): string => withoutEntities(pool.text(bytes, start, end))
    switch (name) {
      case 't':
        this.elapsedMs = wholeNumber(bytes, start, end)
        if (!(this.elapsedMs >= 0)) this.#problem ??= 'elapsed'
        this.#given |= 1
        break
      case 'ts':
        this.timeStampMs = wholeNumber(bytes, start, end)
        if (!(this.timeStampMs >= 0)) this.#problem ??= 'timeStamp'
        this.#given |= 2
        break
      case 's': {
        const value = truth(bytes, start, end)
        if (value === -1) this.#problem ??= 'success'
        this.isSuccess = value === 1
        this.#given |= 4
        break
      }
      case 'lb':
        this.label = text()
        this.#given |= 8
        break
      case 'rc':
        this.responseCode = text()
        break
      case 'rm':
        this.responseMessage = text()
        break
      case 'tn':
        this.threadName = text()
        break
      case 'dt':
        this.dataType = text()
        break
      case 'hn':
        this.hostName = text()
        break
      case 'by':
        this.receivedBytes = number()
        break
      case 'sby':
        this.sentBytes = number()
        break
      case 'ng':
        this.groupThreads = number()
        break
      case 'na':
        this.allThreads = number()
        break
      case 'lt':
        this.latencyMs = number()
        break
      case 'it':
        this.idleMs = number()
        break
      case 'ct':
        this.connectMs = number()
        break
      case 'sc':
        this.sampleCount = number()
        break
      case 'ec':
        this.errorCount = number()
        break
    }
  }

  /** Called after all attributes; null = it can be passed on once it is closed. */
  complete(): SkipReason | null {
    if (this.#given !== 15) return 'columns'
    if (this.errorCount < 0) this.errorCount = this.isSuccess ? 0 : 1
    this.isTransaction = this.responseMessage.startsWith(transactionMessage)
    return this.#problem
  }
}
