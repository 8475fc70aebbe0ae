/** Columns, ticks and marks of the histogram of response times on a logarithmic axis; pure. */
import type { Statistics } from '@pone/contract/entities/run.ts'
import { type LogAxis, logAxisOf, logPlace01, logTicks, spreadNames } from '@pone/metrics/log-axis.ts'
import type { ReportContent } from '@pone/results/report/content.ts'

export type Bucket = ReportContent['distribution'][number]

/** px; the plot lies within the margins. */
export const histogramSize = { height: 240, left: 56, right: 8, top: 26, bottom: 24 } as const
const nameWidth = 96

export interface HistogramColumn {
  readonly bucket: Bucket
  readonly x: number
  readonly width: number
  /** Top edge. */
  readonly y: number
  readonly height: number
  /** Of all requests, those that took less than the end of the bucket, %. */
  readonly upToPercent: number
  readonly percent: number
}

export interface HistogramMark {
  readonly name: string
  readonly ms: number
  readonly at: number
  readonly textAt: number
}

export interface HistogramDrawing {
  readonly columns: readonly HistogramColumn[]
  readonly marks: readonly HistogramMark[]
  readonly timeTicks: readonly { readonly ms: number; readonly x: number }[]
  readonly countTicks: readonly { readonly count: number; readonly y: number }[]
}

/** Null where there are no requests. `width` is that of the whole drawing, px. */
export function histogramOf(
  buckets: readonly Bucket[],
  total: Pick<Statistics, 'p50Ms' | 'p90Ms' | 'p95Ms' | 'p99Ms'>,
  width: number,
): HistogramDrawing | null {
  const axis = logAxisOf(buckets)
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0)
  if (axis === null || count === 0) return null
  const { height, left, right, top, bottom } = histogramSize
  const x = (ms: number) => left + logPlace01(axis, ms) * Math.max(1, width - left - right)
  const ticks = countTicks(Math.max(...buckets.map(bucket => bucket.count)))
  const highest = ticks.at(-1) ?? 1
  const y = (value: number) => height - bottom - (value / highest) * (height - top - bottom)
  let below = 0
  const columns = buckets.map((bucket): HistogramColumn => {
    below += bucket.count
    // A column of a few requests among thousands is still to be seen.
    const at = bucket.count === 0 ? height - bottom : Math.min(y(bucket.count), height - bottom - 1.5)
    return {
      bucket,
      x: x(bucket.fromMs),
      width: Math.max(1, x(bucket.toMs) - x(bucket.fromMs) - 1),
      y: at,
      height: height - bottom - at,
      percent: (bucket.count / count) * 100,
      upToPercent: (below / count) * 100,
    }
  })
  const marks = [
    { name: 'P50', ms: total.p50Ms },
    { name: 'P90', ms: total.p90Ms },
    { name: 'P95', ms: total.p95Ms },
    { name: 'P99', ms: total.p99Ms },
  ].map(mark => ({ ...mark, at: x(mark.ms) }))
  return {
    columns,
    marks: spreadNames(marks, { nameWidth, end: width }),
    timeTicks: timeTicks(axis, width).map(ms => ({ ms, x: x(ms) })),
    countTicks: ticks.map(value => ({ count: value, y: y(value) })),
  }
}

/** At least 56 px apart. */
function timeTicks(axis: LogAxis, width: number): number[] {
  const { left, right } = histogramSize
  let last = Number.NEGATIVE_INFINITY
  return logTicks(axis).filter(ms => {
    const at = logPlace01(axis, ms) * (width - left - right)
    if (at - last < 56) return false
    last = at
    return true
  })
}

/** About four whole numbers from 0 to a round one not below `max`. */
function countTicks(max: number): number[] {
  const raw = Math.max(1, max / 4)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 5, 10].find(each => each * power >= raw * 0.999) ?? 10) * power
  return Array.from({ length: Math.ceil((max * 0.999) / step) + 1 }, (_, index) => index * step)
}
