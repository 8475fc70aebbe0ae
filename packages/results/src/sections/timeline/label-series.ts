/** Figures of every label point by point, from the batches of a part of a run in the order of their seconds: only one point is held at a time. */
import { Counters } from '@pone/metrics/counters.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import { decodeLabels, mergeStored } from '../../batches/label-codec.ts'
import type { StoredBatch } from '../../batches/stored-batch.ts'

/** What of one label ended within a point; times in ms, null where nothing ended. */
export interface LabelPoint {
  readonly count: number
  readonly failed: number
  readonly avgMs: number | null
  readonly p50Ms: number | null
  readonly p90Ms: number | null
  readonly p95Ms: number | null
  readonly p99Ms: number | null
}

export interface SeriesPoint {
  /** First second of the point. */
  readonly second: number
  /** By index of the label; labels of which nothing ended are left out. */
  readonly labels: ReadonlyMap<number, LabelPoint>
}

/** The points in which anything ended, ascending. Batches that cannot be read are left out, as in the report. */
export async function* labelSeries(
  batches: AsyncIterable<readonly StoredBatch[]>,
  axis: { readonly firstSecond: number; readonly secondsPerPoint: number },
): AsyncGenerator<SeriesPoint> {
  const { firstSecond, secondsPerPoint } = axis
  const secondOf = (second: number) =>
    firstSecond + Math.floor((second - firstSecond) / secondsPerPoint) * secondsPerPoint
  const decoded = new DecodedCounts()
  let open = Number.NEGATIVE_INFINITY
  let counters = new Map<number, Counters>()
  for await (const portion of batches) {
    for (const batch of portion) {
      const second = secondOf(batch.second)
      if (second !== open) {
        if (counters.size > 0) yield { second: open, labels: pointsOf(counters) }
        open = second
        counters = new Map()
      }
      addTo(counters, batch, decoded)
    }
  }
  if (counters.size > 0) yield { second: open, labels: pointsOf(counters) }
}

function addTo(counters: Map<number, Counters>, batch: StoredBatch, decoded: DecodedCounts): void {
  try {
    for (const stored of decodeLabels(batch.labels, decoded)) {
      const known = counters.get(stored.label) ?? new Counters()
      mergeStored(known, stored)
      counters.set(stored.label, known)
    }
  } catch {
    // The report names the number of damaged batches.
  }
}

function pointsOf(counters: ReadonlyMap<number, Counters>): Map<number, LabelPoint> {
  return new Map([...counters].map(([label, each]) => [label, pointOf(each)]))
}

function pointOf({ count, failed, sumUs, histogram, minUs, maxUs }: Counters): LabelPoint {
  if (count === 0) return { count, failed, avgMs: null, p50Ms: null, p90Ms: null, p95Ms: null, p99Ms: null }
  const [p50 = 0, p90 = 0, p95 = 0, p99 = 0] = histogram.valuesAtPercentiles([50, 90, 95, 99], minUs, maxUs)
  const ms = (us: number) => us / 1_000
  return {
    count,
    failed,
    avgMs: ms(sumUs / count),
    p50Ms: ms(p50),
    p90Ms: ms(p90),
    p95Ms: ms(p95),
    p99Ms: ms(p99),
  }
}
