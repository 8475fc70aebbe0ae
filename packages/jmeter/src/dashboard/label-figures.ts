/** Counts of one label, or of all requests, from which the lines of the dashboard's tables are computed. */
import { Histogram } from '@pone/metrics/histogram.ts'
import type { JtlRow } from '../jtl/row.ts'
import { ErrorCounts } from './error-key.ts'
import type { ApdexFigures, LegacyPercentiles, StatisticsFigures, TopErrorFigures } from './figures.ts'
import { SlidingWindow } from './legacy-percentile.ts'
import type { ApdexThresholds } from './options.ts'

const percentiles = [50, 90, 95, 99]
const shownErrors = 5
const bytesPerKib = 1_024

/** Satisfied and tolerating samples of one line. */
export class ApdexCounts {
  readonly thresholds: ApdexThresholds
  #count = 0
  #satisfied = 0
  #tolerated = 0

  constructor(thresholds: ApdexThresholds) {
    this.thresholds = thresholds
  }

  add(elapsedMs: number, isSuccess: boolean): void {
    this.#count++
    if (!isSuccess) return
    if (elapsedMs <= this.thresholds.satisfiedMs) this.#satisfied++
    else if (elapsedMs <= this.thresholds.toleratedMs) this.#tolerated++
  }

  line(label: string | null, isTransaction: boolean): ApdexFigures {
    const { satisfiedMs, toleratedMs } = this.thresholds
    const apdex = (this.#satisfied + this.#tolerated / 2) / this.#count
    return { label, isTransaction, count: this.#count, apdex, satisfiedMs, toleratedMs }
  }
}

export class LabelFigures {
  /** null = total. */
  readonly label: string | null
  readonly isTransaction: boolean
  readonly apdex: ApdexCounts
  readonly errors = new ErrorCounts()
  /** In ms, so that it is exact up to 2 s. */
  readonly times = new Histogram()
  readonly #window: SlidingWindow | null
  #failed = 0
  #sumMs = 0
  #minMs = Number.POSITIVE_INFINITY
  #maxMs = 0
  #receivedBytes = 0
  #sentBytes = 0
  #startMs = Number.POSITIVE_INFINITY
  #endMs = 0

  constructor(options: {
    label: string | null
    isTransaction: boolean
    thresholds: ApdexThresholds
    hasLegacyPercentiles: boolean
  }) {
    this.label = options.label
    this.isTransaction = options.isTransaction
    this.apdex = new ApdexCounts(options.thresholds)
    this.#window = options.hasLegacyPercentiles ? new SlidingWindow() : null
  }

  get count(): number {
    return this.times.count
  }

  get failed(): number {
    return this.#failed
  }

  add(row: JtlRow): void {
    const { elapsedMs, timeStampMs } = row
    const endMs = timeStampMs + elapsedMs
    this.times.record(elapsedMs)
    this.#window?.add(elapsedMs)
    this.#sumMs += elapsedMs
    if (elapsedMs < this.#minMs) this.#minMs = elapsedMs
    if (elapsedMs > this.#maxMs) this.#maxMs = elapsedMs
    if (!row.isSuccess) this.#failed++
    this.#receivedBytes += row.receivedBytes
    this.#sentBytes += row.sentBytes
    if (timeStampMs < this.#startMs) this.#startMs = timeStampMs
    if (endMs > this.#endMs) this.#endMs = endMs
  }

  /** Defined for at least one sample. */
  statistics(): StatisticsFigures {
    const { count } = this
    const [medianMs = 0, p90Ms = 0, p95Ms = 0, p99Ms = 0] = this.times.valuesAtPercentiles(
      percentiles,
      this.#minMs,
      this.#maxMs,
    )
    const seconds = (this.#endMs - this.#startMs) / 1_000
    return {
      label: this.label,
      isTransaction: this.isTransaction,
      count,
      failed: this.#failed,
      errorPercent: (this.#failed * 100) / count,
      meanMs: this.#sumMs / count,
      minMs: this.#minMs,
      maxMs: this.#maxMs,
      medianMs,
      p90Ms,
      p95Ms,
      p99Ms,
      legacy: this.#legacy(),
      perSecond: count / seconds,
      receivedKibPerSecond: this.#receivedBytes / seconds / bytesPerKib,
      sentKibPerSecond: this.#sentBytes / seconds / bytesPerKib,
    }
  }

  topErrors(): TopErrorFigures {
    return {
      label: this.label,
      count: this.count,
      failed: this.#failed,
      errors: this.errors.list().slice(0, shownErrors),
    }
  }

  #legacy(): LegacyPercentiles | null {
    if (this.#window === null) return null
    const [medianMs = 0, p90Ms = 0, p95Ms = 0, p99Ms = 0] = this.#window.percentiles(percentiles)
    return { medianMs, p90Ms, p95Ms, p99Ms }
  }
}
