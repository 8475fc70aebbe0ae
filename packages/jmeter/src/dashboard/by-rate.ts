/** Response times and latencies against the number of requests that ended in the same second. */
import { Histogram } from '@pone/metrics/histogram.ts'
import type { JtlRow } from '../jtl/row.ts'
import { Buckets, type MergeableCell } from './buckets.ts'

/** Seconds kept open for late rows: a file is in the order of the samples' ends, or nearly so. */
const openSeconds = 120
const maxRates = 1_000

/** Times and latencies, ms, of successful and failed requests. */
export class RateCell implements MergeableCell<RateCell> {
  readonly passed = { times: new Histogram(), latencies: new Histogram() }
  readonly failed = { times: new Histogram(), latencies: new Histogram() }

  get count(): number {
    return this.passed.times.count + this.failed.times.count
  }

  merge(other: RateCell): void {
    for (const status of ['passed', 'failed'] as const) {
      this[status].times.merge(other[status].times)
      this[status].latencies.merge(other[status].latencies)
    }
  }
}

export class ByRate {
  readonly #rates = ratesFrom(1)
  readonly #seconds = new Map<number, RateCell>()
  #latest = 0

  /** Counts a request. */
  add(row: JtlRow): void {
    const second = Math.floor((row.timeStampMs + row.elapsedMs) / 1_000)
    let cell = this.#seconds.get(second)
    if (cell === undefined) {
      cell = new RateCell()
      this.#seconds.set(second, cell)
      if (second > this.#latest) this.#latest = second
      if (this.#seconds.size > openSeconds) this.#closeBefore(this.#latest - openSeconds / 2)
    }
    const { times, latencies } = row.isSuccess ? cell.passed : cell.failed
    times.record(row.elapsedMs)
    latencies.record(row.latencyMs)
  }

  /** By requests per second, ascending; seconds still open are included with their present counts. */
  rates(): { step: number; rates: [number, RateCell][] } {
    const all = ratesFrom(this.#rates.step)
    for (const [rate, cell] of this.#rates.entries()) all.at(rate).merge(cell)
    for (const cell of this.#seconds.values()) all.at(cell.count).merge(cell)
    return { step: all.step, rates: all.entries() }
  }

  #closeBefore(limit: number): void {
    for (const [second, cell] of this.#seconds) {
      if (second >= limit) continue
      this.#rates.at(cell.count).merge(cell)
      this.#seconds.delete(second)
    }
  }
}

const ratesFrom = (step: number): Buckets<RateCell> =>
  new Buckets({ step, maxCells: maxRates, make: () => new RateCell() })
