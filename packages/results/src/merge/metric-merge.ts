/** Merges the metrics of a run's batches, in whatever order they come, into totals per metric and per metric and label, within the run's bounds. */
import type { MetricRow, MetricTable } from '@pone/contract/entities/run-metrics.ts'
import { type CountedMetric, type MetricSum, MetricSums } from '@pone/metrics/metric-sums.ts'
import { ratePerSecond } from '@pone/metrics/statistics.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'
import { declaredMetric, metricKeys } from '@pone/protocols/definitions.ts'
import { maxMetricRows, maxRunMetrics } from '@pone/schema/limits.ts'
import { decodeMetrics } from '../batches/metric-codec.ts'
import type { StoredBatch } from '../batches/stored-batch.ts'

export class MetricMerge {
  readonly #labels: readonly RunLabel[]
  readonly #totals = new MetricSums(maxRunMetrics)
  /** By label. */
  readonly #byLabel = new Map<number, MetricSums>()
  #rows = 0
  #lacksMetrics = false
  #lacksLabels = false

  /** `labels` may grow. */
  constructor(labels: readonly RunLabel[]) {
    this.#labels = labels
  }

  /** Adds a batch that was not added before; `point` takes the same values, all labels together. @throws RangeError when its metrics are damaged */
  add({ metrics }: StoredBatch, point: { readonly metrics: MetricSums }): void {
    for (const stored of decodeMetrics(metrics)) {
      if (stored.label >= 0 && this.#labels[stored.label] === undefined) continue
      const declared = declaredMetric(stored.key)
      const isForged = declared !== undefined && declared.kind !== stored.kind
      const total = isForged ? null : this.#totals.of(stored)
      if (total === null) {
        this.#lacksMetrics = true
        continue
      }
      total.merge(stored, stored.histogram)
      // Points are many, and the values of a trend take much room: only what is declared has a curve.
      if (declared !== undefined) point.metrics.of(stored)?.merge(stored, stored.histogram)
      this.#rowOf(stored.label, stored)?.merge(stored, stored.histogram)
    }
  }

  /** Figures over a window of that many ms. */
  table(windowMs: number): MetricTable {
    const rows = [...this.#totals.entries()]
      .sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
      .flatMap(([key, total]) => [
        rowOf(key, total, null, windowMs),
        ...this.#labels.flatMap(label => {
          const sum = this.#byLabel.get(label.index)?.find({ key, kind: total.kind })
          return sum === undefined || sum === null ? [] : [rowOf(key, sum, label, windowMs)]
        }),
      ])
    return { rows, lacksMetrics: this.#lacksMetrics, lacksLabels: this.#lacksLabels }
  }

  #rowOf(label: number, metric: CountedMetric): MetricSum | null {
    const known = this.#byLabel.get(label)?.find(metric) ?? null
    if (known !== null) return known
    if (label < 0 || this.#rows >= maxMetricRows) {
      this.#lacksLabels = true
      return null
    }
    const ofLabel = this.#byLabel.get(label) ?? new MetricSums(maxRunMetrics)
    this.#byLabel.set(label, ofLabel)
    this.#rows++
    return ofLabel.of(metric)
  }
}

/** Metrics stand in the order in which protocols declare them; what none declares comes last. */
const placeOf = (key: string): number => {
  const at = metricKeys.indexOf(key)
  return at < 0 ? metricKeys.length : at
}

const rowOf = (key: string, sum: MetricSum, label: RunLabel | null, windowMs: number): MetricRow => ({
  key,
  label,
  perSecond: ratePerSecond(sum.kind === 'counter' ? sum.sum : sum.count, windowMs),
  figures: sum.figures(),
})
