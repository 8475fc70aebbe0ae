/** Curves of metrics over the points of a run, the same on pages and in exported reports. */
import type { MetricFigures, MetricKind } from './metric-sums.ts'
import { pointRate } from './statistics.ts'

/** The schema's MetricDefinition['unit']. */
export type MetricUnit = 'µs' | 'bytes' | 'count' | 'none'

/** What a curve shows: a counter per second, a rate's share of ones in percent, or one figure of a trend or gauge. */
export type MetricCurveName = 'perSecond' | 'percent' | 'p50' | 'p90' | 'p95' | 'p99' | 'last' | 'min' | 'max'

export interface MetricCurve {
  readonly name: MetricCurveName
  /** One per point; null is a gap. In the metric's unit, `µs` as ms. */
  readonly values: readonly (number | null)[]
}

/** A point of a run's time axis; the contract's RunSecond. */
export interface MetricPoint {
  /** Left out by what does not tell it: the point's whole width. */
  readonly lengthMs?: number | undefined
  /** By key; left out where no metric had a value. */
  readonly metrics?: Readonly<Record<string, MetricFigures>> | undefined
}

const curveNames: Readonly<Record<MetricKind, readonly MetricCurveName[]>> = {
  counter: ['perSecond'],
  rate: ['percent'],
  trend: ['p50', 'p90', 'p95', 'p99'],
  gauge: ['last', 'min', 'max'],
}

/** Curves of one metric over points of that width, ms. A counter without a value counts 0 there; the others have none. */
export function metricCurves(
  { key, kind, unit }: { readonly key: string; readonly kind: MetricKind; readonly unit: MetricUnit },
  points: readonly MetricPoint[],
  widthMs: number,
): MetricCurve[] {
  const scale = unit === 'µs' ? 1_000 : 1
  const valueAt = (name: MetricCurveName, { lengthMs, metrics }: MetricPoint): number | null => {
    const figures = metrics?.[key]
    if (name === 'perSecond') {
      const rate = pointRate(figures?.kind === 'counter' ? figures.sum : 0, lengthMs, widthMs)
      return rate === null ? null : rate / scale
    }
    if (figures === undefined || figures.kind !== kind) return null
    if (figures.kind === 'rate') return hitPercent(figures)
    const value = (figures as Partial<Record<MetricCurveName, number>>)[name]
    return value === undefined ? null : value / scale
  }
  return curveNames[kind].map(name => ({ name, values: points.map(point => valueAt(name, point)) }))
}

/** Share of a rate's values that were 1, percent. */
export const hitPercent = ({ hits, count }: { readonly hits: number; readonly count: number }): number =>
  count === 0 ? 0 : (hits / count) * 100
