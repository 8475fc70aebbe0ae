/** Counts values of metrics per label, second by second. A component may have any number of labels, so the pairs of metric and label are bounded: further ones count under no label. */
import type { BatchMetric } from '@pone/contract/link/batch.ts'
import { type CountedMetric, MetricSum } from '@pone/metrics/metric-sums.ts'
import { maxMetricRows, maxRunMetrics } from '@pone/schema/limits.ts'

/** Label of further values when all pairs are in use. */
const noLabel = -1

interface Pair {
  readonly label: number
  readonly key: string
  readonly sum: MetricSum
}

export class MetricRecorder {
  /** By metric, then by label. */
  readonly #pairs = new Map<string, Map<number, Pair>>()
  #size = 0

  /** Counts a value of the instant `atMs` since the run's start. */
  record(label: number, metric: CountedMetric, value: number, atMs: number): void {
    this.#pairOf(label, metric)?.sum.record(value, atMs)
  }

  /** Returns the counts and resets; undefined when there are none. */
  take(): BatchMetric[] | undefined {
    const taken: BatchMetric[] = []
    for (const ofMetric of this.#pairs.values()) {
      for (const { label, key, sum } of ofMetric.values()) {
        if (sum.count === 0) continue
        taken.push({ label, ...sum.toWire(key) })
        sum.reset()
      }
    }
    return taken.length === 0 ? undefined : taken
  }

  #pairOf(label: number, metric: CountedMetric): Pair | undefined {
    const ofMetric = this.#pairs.get(metric.key) ?? this.#addMetric(metric.key)
    if (ofMetric === undefined) return undefined
    const known = ofMetric.get(label)
    if (known !== undefined) return known
    if (label !== noLabel && this.#size >= maxMetricRows) return this.#pairOf(noLabel, metric)
    const pair = { label, key: metric.key, sum: new MetricSum(metric.kind) }
    ofMetric.set(label, pair)
    if (label !== noLabel) this.#size++
    return pair
  }

  #addMetric(key: string): Map<number, Pair> | undefined {
    if (this.#pairs.size >= maxRunMetrics) return undefined
    const ofMetric = new Map<number, Pair>()
    this.#pairs.set(key, ofMetric)
    return ofMetric
  }
}
