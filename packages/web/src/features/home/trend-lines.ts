/** Geometry of a trend: which runs a line joins and where each point lies; pure. */
import type { HomeRun } from '@pone/contract/entities/home.ts'

export const trendMetrics = ['p95', 'rate', 'errors'] as const
export type TrendMetric = (typeof trendMetrics)[number]

/** ms, per second, percent; null where the run has no such figure. */
export function valueOf(run: HomeRun, metric: TrendMetric): number | null {
  if (run.requests === 0) return null
  if (metric === 'p95') return run.p95Ms
  return metric === 'rate' ? run.requestsPerSecond : run.errorPercent
}

/** Runs that ended as planned; the figures of others are of a part. */
export const isWhole = ({ state }: HomeRun): boolean => state !== 'failed' && state !== 'userStopped'

export interface TrendPoint {
  /** Both 0 to 1, from the left and from the top. */
  readonly x01: number
  readonly y01: number
  readonly isWhole: boolean
}

/** Points on a scale from 0 to the largest value; null where a run has none. */
export function pointsOf(runs: readonly HomeRun[], metric: TrendMetric): (TrendPoint | null)[] {
  const values = runs.map(run => valueOf(run, metric))
  const largest = largestOf(runs, metric)
  return runs.map((run, index) => {
    const value = values[index] ?? null
    if (value === null) return null
    const share01 = largest === 0 ? 0 : value / largest
    return { x01: (index + 0.5) / runs.length, y01: 1 - share01, isWhole: isWhole(run) }
  })
}

export const largestOf = (runs: readonly HomeRun[], metric: TrendMetric): number =>
  Math.max(0, ...runs.map(run => valueOf(run, metric) ?? 0))

/** Neighbours that a line joins: a run without a figure, and one that did not end as planned, leave a gap. */
export function segmentsOf(points: readonly (TrendPoint | null)[]): [TrendPoint, TrendPoint][] {
  return points.flatMap((point, index): [TrendPoint, TrendPoint][] => {
    const next = points[index + 1]
    return point?.isWhole && next?.isWhole ? [[point, next]] : []
  })
}
