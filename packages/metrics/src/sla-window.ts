/** The last n seconds of counters, merged, and one metric of them: what an SLA rule compares with its threshold. */
import type { Counters } from './counters.ts'
import { Histogram } from './histogram.ts'

/** The contract's slaMetrics. */
export type SlaMetric =
  | 'avg'
  | 'p50'
  | 'p90'
  | 'p95'
  | 'p99'
  | 'p999'
  | 'max'
  | 'tps'
  | 'rps'
  | 'errorPercent'
  | 'successPercent'

const percentileOf: Partial<Record<SlaMetric, number>> = { p50: 50, p90: 90, p95: 95, p99: 99, p999: 99.9 }

/** A window that slides by one second with each push; it merges the new second and takes the old one away, so a push costs the same for any length. */
export class SlaWindow {
  readonly #metric: SlaMetric
  readonly #length: number
  readonly #percentile: number | undefined
  readonly #histogram = new Histogram()
  /** Seconds in the window, oldest first; not kept for an endless window. */
  readonly #kept: (Counters | null)[] = []
  #seconds = 0
  #passed = 0
  #failed = 0
  #sumUs = 0
  #minUs = Number.POSITIVE_INFINITY
  #maxUs = 0

  /** `length` in seconds, or Infinity for everything pushed. */
  constructor(metric: SlaMetric, length: number) {
    this.#metric = metric
    this.#length = length
    this.#percentile = percentileOf[metric]
  }

  /** Seconds in the window now. */
  get seconds(): number {
    return this.#seconds
  }

  /** Adds a second; null is one without samples. */
  push(counters: Counters | null): void {
    this.#seconds++
    if (counters !== null && counters.count > 0) this.#add(counters)
    if (this.#length === Number.POSITIVE_INFINITY) return
    this.#kept.push(counters)
    if (this.#seconds <= this.#length) return
    this.#seconds--
    const oldest = this.#kept.shift()
    if (oldest && oldest.count > 0) this.#remove(oldest)
  }

  /** The metric over the window, in its unit; null when there is no sample to take it from (rates are then 0). */
  value(): number | null {
    const count = this.#passed + this.#failed
    if (this.#metric === 'tps' || this.#metric === 'rps') {
      return this.#seconds === 0 ? null : count / this.#seconds
    }
    if (count === 0) return null
    if (this.#percentile !== undefined) {
      return this.#histogram.valueAtPercentile(this.#percentile, this.#minUs, this.#maxUs) / 1_000
    }
    switch (this.#metric) {
      case 'avg':
        return this.#sumUs / count / 1_000
      case 'max':
        return this.#maxUs / 1_000
      case 'errorPercent':
        return (this.#failed / count) * 100
      default:
        return (this.#passed / count) * 100
    }
  }

  #add(counters: Counters): void {
    this.#passed += counters.passed
    this.#failed += counters.failed
    this.#sumUs += counters.sumUs
    this.#minUs = Math.min(this.#minUs, counters.minUs)
    this.#maxUs = Math.max(this.#maxUs, counters.maxUs)
    if (this.#percentile !== undefined) this.#histogram.merge(counters.histogram)
  }

  #remove(counters: Counters): void {
    this.#passed -= counters.passed
    this.#failed -= counters.failed
    this.#sumUs -= counters.sumUs
    if (this.#percentile !== undefined) this.#histogram.subtract(counters.histogram)
    this.#minUs = Number.POSITIVE_INFINITY
    this.#maxUs = 0
    for (const kept of this.#kept) {
      if (kept === null || kept.count === 0) continue
      this.#minUs = Math.min(this.#minUs, kept.minUs)
      this.#maxUs = Math.max(this.#maxUs, kept.maxUs)
    }
  }
}
