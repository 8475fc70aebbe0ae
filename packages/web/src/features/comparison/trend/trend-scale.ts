/** Where the points of a trend stand in its drawing; pure. */

import type { ComparisonMetric, TrendPoint } from '@pone/contract/entities/comparison.ts'
import type { Statistics } from '@pone/contract/entities/run.ts'

const valueOf = ({ statistics }: { readonly statistics: Statistics | null }, metric: ComparisonMetric) =>
  statistics === null || statistics.count === 0 ? null : statistics[metric]

/** Round values from 0 up to the greatest one or a little more, four to six of them. */
export function ticksUpTo(greatest: number): number[] {
  if (!(greatest > 0)) return [0, 1]
  const raw = greatest / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 2.5, 5, 10].find(factor => factor * power >= raw) ?? 10) * power
  const count = Math.ceil(greatest / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}

export interface TrendPlace {
  readonly point: TrendPoint
  readonly value: number | null
  /** 0 to 1, from left to right. */
  readonly x: number
}

export function placeTrend(points: readonly TrendPoint[], metric: ComparisonMetric): TrendPlace[] {
  return points.map((point, at) => ({
    point,
    value: valueOf(point, metric),
    x: (at + 0.5) / points.length,
  }))
}

/** Neighbouring points that both have a value; a run without one leaves a gap. */
export function trendLines(places: readonly TrendPlace[]): (readonly [TrendPlace, TrendPlace])[] {
  return places.flatMap((place, at) => {
    const next = places[at + 1]
    return next && place.value !== null && next.value !== null ? [[place, next] as const] : []
  })
}
