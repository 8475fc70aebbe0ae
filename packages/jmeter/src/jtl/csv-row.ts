/** The row that a CSV reader passes on: numbers are parsed immediately, texts on first access. */
import type { ColumnName, CsvColumns } from './csv-columns.ts'
import type { CsvFields } from './csv-fields.ts'
import type { SkipReason } from './findings.ts'
import { truth, wholeNumber } from './numbers.ts'
import { type JtlRow, transactionMessage } from './row.ts'
import type { TextPool } from './text-pool.ts'
import { dateText, type TimestampOptions } from './timestamps.ts'

const transactionBytes = new TextEncoder().encode(transactionMessage)
const noBytes = new Uint8Array(0)
/** The latest instant of a JavaScript date. */
const latestMs = 8.64e15
/** Epoch ms have fewer digits until the year 2286; dates without separators have 14 or 17. */
const compactDateMs = 1e13

export class CsvRow implements JtlRow {
  timeStampMs = 0
  elapsedMs = 0
  isSuccess = false
  receivedBytes = 0
  sentBytes = 0
  groupThreads = 0
  allThreads = 0
  latencyMs = 0
  idleMs = 0
  connectMs = 0
  sampleCount = 1
  errorCount = 0
  isTransaction = false
  readonly isSubSample = false
  readonly #fields: CsvFields
  readonly #pool: TextPool
  readonly #places: CsvColumns['places']
  readonly #timestamps: TimestampOptions
  #bytes: Uint8Array = noBytes

  constructor(options: {
    columns: CsvColumns
    fields: CsvFields
    pool: TextPool
    timestamps: TimestampOptions
  }) {
    this.#fields = options.fields
    this.#pool = options.pool
    this.#places = options.columns.places
    this.#timestamps = options.timestamps
  }

  get label(): string {
    return this.#text(this.#places.label)
  }
  get responseCode(): string {
    return this.#text(this.#places.responseCode)
  }
  get responseMessage(): string {
    return this.#text(this.#places.responseMessage)
  }
  get threadName(): string {
    return this.#text(this.#places.threadName)
  }
  get dataType(): string {
    return this.#text(this.#places.dataType)
  }
  get failureMessage(): string {
    return this.#text(this.#places.failureMessage)
  }
  get url(): string {
    return this.#text(this.#places.URL)
  }
  get hostName(): string {
    return this.#text(this.#places.Hostname)
  }

  /** Reads the numbers of the fields that were split last; null = the row is valid. */
  take(bytes: Uint8Array): SkipReason | 'ambiguousDate' | null {
    this.#bytes = bytes
    const places = this.#places
    const problem = this.#takeTimestamp(places.timeStamp)
    if (problem !== null) return problem
    this.elapsedMs = this.#number(places.elapsed, 0)
    // Clocks that were set back can give a negative duration.
    if (!(this.elapsedMs >= 0) || this.#isEmpty(places.elapsed)) return 'elapsed'
    const isSuccess = truth(bytes, this.#start(places.success), this.#end(places.success))
    if (isSuccess === -1) return 'success'
    this.isSuccess = isSuccess === 1
    this.receivedBytes = this.#number(places.bytes, 0)
    this.sentBytes = this.#number(places.sentBytes, 0)
    this.groupThreads = this.#number(places.grpThreads, 0)
    this.allThreads = this.#number(places.allThreads, 0)
    this.latencyMs = this.#number(places.Latency, 0)
    this.idleMs = this.#number(places.IdleTime, 0)
    this.connectMs = this.#number(places.Connect, 0)
    this.sampleCount = this.#number(places.SampleCount, 1)
    this.errorCount = this.#number(places.ErrorCount, this.isSuccess ? 0 : 1)
    const sum =
      this.receivedBytes +
      this.sentBytes +
      this.groupThreads +
      this.allThreads +
      this.latencyMs +
      this.idleMs +
      this.connectMs +
      this.sampleCount +
      this.errorCount
    if (Number.isNaN(sum)) return 'number'
    this.isTransaction = this.#beginsLikeTransaction(places.responseMessage)
    return null
  }

  /** Whether the column's field is empty. */
  isBlank(name: ColumnName): boolean {
    return this.#isEmpty(this.#places[name])
  }

  #takeTimestamp(place: number): SkipReason | 'ambiguousDate' | null {
    const whole = wholeNumber(this.#bytes, this.#start(place), this.#end(place))
    if (whole >= 0 && whole < compactDateMs && !this.#isEmpty(place)) {
      this.timeStampMs = whole
      return null
    }
    const found = dateText(this.#text(place), this.#timestamps)
    if (found === 'ambiguous') return 'ambiguousDate'
    this.timeStampMs = typeof found === 'number' ? found : whole
    return this.timeStampMs >= 0 && this.timeStampMs <= latestMs ? null : 'timeStamp'
  }

  #beginsLikeTransaction(place: number): boolean {
    if (place < 0) return false
    const start = this.#start(place)
    if (this.#end(place) - start < transactionBytes.length) return false
    for (let at = 0; at < transactionBytes.length; at++) {
      if (this.#bytes[start + at] !== transactionBytes[at]) return false
    }
    return true
  }

  #number(place: number, without: number): number {
    if (place < 0) return without
    const [start, end] = [this.#start(place), this.#end(place)]
    return start === end ? without : wholeNumber(this.#bytes, start, end)
  }

  #text(place: number): string {
    if (place < 0) return ''
    const text = this.#pool.text(this.#bytes, this.#start(place), this.#end(place))
    return this.#fields.escaped[place] === 1 ? text.replaceAll('""', '"') : text
  }

  #isEmpty(place: number): boolean {
    return place < 0 || this.#start(place) === this.#end(place)
  }

  #start(place: number): number {
    return this.#fields.starts[place] as number
  }

  #end(place: number): number {
    return this.#fields.ends[place] as number
  }
}
