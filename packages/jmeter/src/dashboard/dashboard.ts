/**
 * Computes the figures of JMeter's HTML dashboard from rows of results, in memory that does not grow with their number.
 */
import { isEmptyTransaction, type JtlRow } from '../jtl/row.ts'
import { Buckets } from './buckets.ts'
import { ByRate } from './by-rate.ts'
import { chartsOf } from './charts.ts'
import { ErrorCounts, errorKeyOf } from './error-key.ts'
import type { DashboardFigures, ErrorFigures } from './figures.ts'
import { Interval } from './interval.ts'
import { ApdexCounts, LabelFigures } from './label-figures.ts'
import { type DashboardOptions, defaultDashboardOptions, thresholdsOf } from './options.ts'
import { ThreadsCell } from './threads-cell.ts'

/** Intervals of the charts over time, and thread numbers of the charts against them. */
const maxIntervals = 1_000
const maxThreadCounts = 500
/** Maximum number of codes, and of groups of threads, with series of their own. */
const maxCodes = 200
const maxGroups = 500
const maxThreadNames = 100_000
const otherName = 'other'

export class Dashboard {
  readonly #options: DashboardOptions
  readonly #places = new Map<string, number>()
  readonly #labels: LabelFigures[] = []
  /** Requests, without transactions. */
  readonly #total: LabelFigures
  /** Includes transactions, as in JMeter. */
  readonly #totalApdex: ApdexCounts
  readonly #errors = new ErrorCounts()
  readonly #intervals: Buckets<Interval>
  readonly #threads = new Buckets<ThreadsCell>({
    step: 1,
    maxCells: maxThreadCounts,
    make: () => new ThreadsCell(),
  })
  readonly #byRate = new ByRate()
  /** Satisfied, tolerated, frustrated and failed requests. */
  readonly #synthetic = new Float64Array(4)
  readonly #codes = new Set<string>()
  readonly #groups = new Map<string, string>()
  readonly #groupNames = new Set<string>()
  #startMs: number | null = null
  #endMs: number | null = null

  constructor(options: Partial<DashboardOptions> = {}) {
    this.#options = { ...defaultDashboardOptions, ...options }
    const { hasLegacyPercentiles, granularityMs } = this.#options
    const thresholds = this.#options
    this.#total = new LabelFigures({ label: null, isTransaction: false, thresholds, hasLegacyPercentiles })
    this.#totalApdex = new ApdexCounts(thresholds)
    this.#intervals = new Buckets({
      step: granularityMs,
      maxCells: maxIntervals,
      make: () => new Interval(),
    })
  }

  /** Counts a row. Parts of other samples, which only XML contains, are left out, as in JMeter's own report. */
  add(row: JtlRow): void {
    if (row.isSubSample) return
    const { timeStampMs, elapsedMs, isTransaction } = row
    const endMs = timeStampMs + elapsedMs
    if (this.#startMs === null || timeStampMs < this.#startMs) this.#startMs = timeStampMs
    if (this.#endMs === null || endMs > this.#endMs) this.#endMs = endMs
    if (isTransaction && isEmptyTransaction(row)) return
    const name = row.label
    const { sampleFilter } = this.#options
    if (sampleFilter !== null && !sampleFilter.test(name)) return
    const place = this.#places.get(name) ?? this.#newLabel(name, isTransaction)
    const figures = this.#labels[place] as LabelFigures
    figures.add(row)
    figures.apdex.add(elapsedMs, row.isSuccess)
    this.#totalApdex.add(elapsedMs, row.isSuccess)
    const code = isTransaction ? null : this.#codeOf(row.responseCode)
    this.#intervals.at(endMs).add(row, place, this.#groupOf(row.threadName), code)
    this.#threads.at(row.allThreads).add(place, row.allThreads, elapsedMs)
    if (!isTransaction) this.#addRequest(row, figures)
  }

  /** All figures so far; rows may be added afterwards. */
  figures(): DashboardFigures {
    const labels = this.#labels.filter(({ count }) => count > 0)
    const counted = this.#total.count > 0 ? [this.#total] : []
    const failed = labels.filter(label => label.errors.count > 0)
    return {
      startMs: this.#startMs,
      endMs: this.#endMs,
      requests: { count: this.#total.count, failed: this.#total.failed },
      apdex: [
        ...(labels.length > 0 ? [this.#totalApdex.line(null, false)] : []),
        ...labels.map(each => each.apdex.line(each.label, each.isTransaction)),
      ],
      statistics: [...counted, ...labels].map(each => each.statistics()),
      errors: this.#errorLines(),
      topErrors: [...counted, ...failed].map(each => each.topErrors()),
      charts: chartsOf({
        labels: this.#labels,
        intervals: this.#intervals,
        threads: this.#threads,
        byRate: this.#byRate,
        synthetic: this.#synthetic,
      }),
    }
  }

  #addRequest(row: JtlRow, figures: LabelFigures): void {
    const { elapsedMs } = row
    this.#total.add(row)
    this.#intervals.at(row.timeStampMs).hits++
    this.#byRate.add(row)
    const { satisfiedMs, toleratedMs } = this.#options
    const kind = !row.isSuccess ? 3 : elapsedMs <= satisfiedMs ? 0 : elapsedMs <= toleratedMs ? 1 : 2
    this.#synthetic[kind] = (this.#synthetic[kind] as number) + 1
    if (row.isSuccess) return
    const key = errorKeyOf(row)
    this.#errors.add(key)
    this.#total.errors.add(key)
    figures.errors.add(key)
  }

  #errorLines(): ErrorFigures[] {
    return this.#errors.list().map(({ error, count }) => ({
      error,
      count,
      percentOfErrors: (count * 100) / this.#errors.count,
      percentOfSamples: (count * 100) / this.#total.count,
    }))
  }

  #newLabel(name: string, isTransaction: boolean): number {
    const { hasLegacyPercentiles, maxLabels } = this.#options
    const isFull = this.#labels.length >= maxLabels - 1
    const kept = isFull ? otherName : name
    const present = isFull ? this.#places.get(kept) : undefined
    if (present !== undefined) return present
    const thresholds = thresholdsOf(kept, this.#options)
    this.#labels.push(new LabelFigures({ label: kept, isTransaction, thresholds, hasLegacyPercentiles }))
    this.#places.set(kept, this.#labels.length - 1)
    return this.#labels.length - 1
  }

  #codeOf(code: string): string {
    if (this.#codes.has(code)) return code
    if (this.#codes.size >= maxCodes) return otherName
    this.#codes.add(code)
    return code
  }

  /** A thread's name without its number: `Thread Group 1-7` belongs to `Thread Group`. */
  #groupOf(threadName: string): string {
    const known = this.#groups.get(threadName)
    if (known !== undefined) return known
    const end = threadName.lastIndexOf(' ')
    const own = end < 0 ? threadName : threadName.slice(0, end)
    const group = this.#groupNames.has(own) || this.#groupNames.size < maxGroups ? own : otherName
    this.#groupNames.add(group)
    if (this.#groups.size < maxThreadNames) this.#groups.set(threadName, group)
    return group
  }
}
