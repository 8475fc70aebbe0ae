/** Values of metrics, which are counted beside the samples (messages, rows, round trips), as sums that merge exactly over seconds, workers and machines. */
import { Histogram } from './histogram.ts'

/** How the values of a metric are summed up; the schema's MetricKind. */
export type MetricKind = 'rate' | 'trend' | 'counter' | 'gauge'

/** A metric as far as counting needs it. */
export interface CountedMetric {
  readonly key: string
  readonly kind: MetricKind
}

/** All values of one metric in a window, in the metric's unit. */
export interface MetricNumbers {
  readonly count: number
  /** Of a rate: how many of the values were 1. */
  readonly sum: number
  /** 0 when nothing was recorded. */
  readonly min: number
  readonly max: number
  /** The latest value of all machines; of two that were recorded at the same instant the larger. */
  readonly last: number
  /** When it was recorded, ms since the run's start. */
  readonly lastAtMs: number
}

/** The form in a batch; the contract's BatchMetric without `label`. */
export interface WireMetric extends MetricNumbers, CountedMetric {
  /** Base64 of the values' histogram; of trends only. */
  readonly histogram?: string | undefined
}

/** Figures that people read, in the metric's unit; the contract's MetricFigures. */
export type MetricFigures =
  | { readonly kind: 'counter'; readonly sum: number }
  /** `hits` of `count` values were 1. */
  | { readonly kind: 'rate'; readonly hits: number; readonly count: number }
  | {
      readonly kind: 'trend'
      readonly count: number
      readonly min: number
      readonly avg: number
      readonly p50: number
      readonly p90: number
      readonly p95: number
      readonly p99: number
      readonly max: number
    }
  | { readonly kind: 'gauge'; readonly last: number; readonly min: number; readonly max: number }

const percentiles = [50, 90, 95, 99]

/** Mutable sums of one metric. */
export class MetricSum implements MetricNumbers {
  readonly kind: MetricKind
  count = 0
  sum = 0
  min = 0
  max = 0
  last = 0
  lastAtMs = 0
  #histogram: Histogram | null = null
  /** The histogram while it is packed. */
  #packed: Uint8Array | null = null

  constructor(kind: MetricKind) {
    this.kind = kind
    if (kind === 'trend') this.#histogram = new Histogram()
  }

  /** Counts one value that came at `atMs` since the run's start; what is no finite number is left out. */
  record(value: number, atMs: number): void {
    if (!Number.isFinite(value)) return
    this.#widen(value, value)
    if (this.count === 0 || isLater(value, atMs, this)) {
      this.last = value
      this.lastAtMs = atMs
    }
    this.count++
    this.sum += value
    this.#open()?.record(value)
  }

  /** Adds what was counted elsewhere; `histogram` is encoded, and null for all kinds but trends. @throws RangeError when it is damaged */
  merge(other: MetricNumbers, histogram: Uint8Array | null): void {
    if (other.count === 0) return
    if (histogram !== null) this.#open()?.mergeEncoded(histogram)
    this.#widen(other.min, other.max)
    if (this.count === 0 || isLater(other.last, other.lastAtMs, this)) {
      this.last = other.last
      this.lastAtMs = other.lastAtMs
    }
    this.count += other.count
    this.sum += other.sum
  }

  /** The values of a trend, encoded; null of other kinds. */
  encoded(): Uint8Array | null {
    return this.#packed ?? this.#histogram?.encode() ?? null
  }

  /** Keeps the values of a trend encoded until the next one is added. */
  pack(): void {
    if (this.#histogram === null) return
    this.#packed = this.#histogram.encode()
    this.#histogram = null
  }

  /** Starts the next window in the same memory. */
  reset(): void {
    this.count = 0
    this.sum = 0
    this.min = 0
    this.max = 0
    this.last = 0
    this.lastAtMs = 0
    this.#open()?.reset()
  }

  figures(): MetricFigures {
    const { kind, count, sum, min, max, last } = this
    switch (kind) {
      case 'counter':
        return { kind, sum }
      case 'rate':
        return { kind, hits: sum, count }
      case 'gauge':
        return { kind, last, min, max }
      case 'trend': {
        // Reading does not unpack: a long run has thousands of packed ones.
        const histogram = this.#packed === null ? this.#histogram : Histogram.decode(this.#packed)
        const [p50 = 0, p90 = 0, p95 = 0, p99 = 0] =
          histogram?.valuesAtPercentiles(percentiles, min, max) ?? []
        return { kind, count, min, avg: count === 0 ? 0 : sum / count, p50, p90, p95, p99, max }
      }
    }
  }

  toWire(key: string): WireMetric {
    const { kind, count, sum, min, max, last, lastAtMs } = this
    const numbers = { key, kind, count, sum, min, max, last, lastAtMs }
    return kind === 'trend' ? { ...numbers, histogram: this.#open()?.encodeBase64() } : numbers
  }

  #widen(min: number, max: number): void {
    this.min = this.count === 0 ? min : Math.min(this.min, min)
    this.max = this.count === 0 ? max : Math.max(this.max, max)
  }

  #open(): Histogram | null {
    if (this.#packed !== null) {
      this.#histogram = Histogram.decode(this.#packed)
      this.#packed = null
    }
    return this.#histogram
  }
}

/** The same answer in whatever order two values are asked, so that merging is. */
const isLater = (value: number, atMs: number, { last, lastAtMs }: MetricNumbers): boolean =>
  atMs > lastAtMs || (atMs === lastAtMs && value > last)

/** Sums of several metrics by their keys, at most `limit` of them. */
export class MetricSums {
  readonly #byKey = new Map<string, MetricSum>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The sums of a metric; null when there are none of its kind. */
  find({ key, kind }: CountedMetric): MetricSum | null {
    const known = this.#byKey.get(key)
    return known?.kind === kind ? known : null
  }

  /** The same, made if there is room; null when there is none, or when values of another kind are kept under its key. */
  of({ key, kind }: CountedMetric): MetricSum | null {
    if (this.#byKey.has(key)) return this.find({ key, kind })
    if (this.#byKey.size >= this.#limit) return null
    const made = new MetricSum(kind)
    this.#byKey.set(key, made)
    return made
  }

  /** Adds all that the other one counted, as far as there is room. */
  merge(other: MetricSums): void {
    for (const [key, sum] of other.#byKey) this.of({ key, kind: sum.kind })?.merge(sum, sum.encoded())
  }

  pack(): void {
    for (const sum of this.#byKey.values()) sum.pack()
  }

  /** Those of which something was recorded, in the order in which they came. */
  *entries(): Generator<[key: string, sum: MetricSum]> {
    for (const entry of this.#byKey) if (entry[1].count > 0) yield entry
  }
}
