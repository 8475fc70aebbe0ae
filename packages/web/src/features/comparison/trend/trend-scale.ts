/** Positions of the points of a trend chart; pure. */

import type { ComparisonMetric, TrendPoint } from '@pone/contract/entities/comparison.ts'
import type { Statistics } from '@pone/contract/entities/run.ts'

const valueOf = ({ statistics }: { readonly statistics: Statistics | null }, metric: ComparisonMetric) =>
  statistics === null || statistics.count === 0 ? null : statistics[metric]

/** Four to six round tick values from 0 up to at least the greatest value. */
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
  /** Horizontal position, 0 (left) to 1 (right). */
  readonly x: number
}

export function placeTrend(points: readonly TrendPoint[], metric: ComparisonMetric): TrendPlace[] {
  return points.map((point, at) => ({
    point,
    value: valueOf(point, metric),
    x: (at + 0.5) / points.length,
  }))
}

interface ValuedPlace extends TrendPlace {
  readonly value: number
}
const hasValue = (place: TrendPlace | undefined): place is ValuedPlace =>
  place !== undefined && place.value !== null

/** Pairs of neighbouring points that both have a value; a run without one leaves a gap. */
export function trendLines(places: readonly TrendPlace[]): (readonly [ValuedPlace, ValuedPlace])[] {
  return places.flatMap((place, at) => {
    const next = places[at + 1]
    return hasValue(place) && hasValue(next) ? [[place, next] as const] : []
  })
}

/** Whether the run ended before its planned end, so that its figures cover less load. */
export const isEarlyEnd = ({ state }: Pick<TrendPoint, 'state'>): boolean =>
  state === 'failed' || state === 'userStopped'

/** px. */
export const trendHeight = 240
const margin = { top: 12, right: 12, bottom: 26, left: 72 }
/** Width of a run's number below the axis, px. */
const numberWidth = 46

/** Positions in the chart, px from its top left corner. */
export interface TrendScale {
  readonly left: number
  readonly innerWidth: number
  /** Values of the horizontal grid lines, ascending. */
  readonly ticks: readonly number[]
  /** Every n-th run is labelled with its number. */
  readonly numberEvery: number
  readonly xOf: (place: TrendPlace) => number
  readonly yOf: (value: number) => number
}

/** Fits points and baseline into a chart of `width` px. */
export function trendScale(
  places: readonly TrendPlace[],
  baseline: number | null,
  width: number,
): TrendScale {
  const innerWidth = Math.max(1, width - margin.left - margin.right)
  const innerHeight = trendHeight - margin.top - margin.bottom
  const ticks = ticksUpTo(Math.max(...places.map(({ value }) => value ?? 0), baseline ?? 0))
  const top = ticks.at(-1) ?? 1
  return {
    left: margin.left,
    innerWidth,
    ticks,
    numberEvery: Math.max(1, Math.ceil((places.length * numberWidth) / innerWidth)),
    xOf: ({ x }) => margin.left + x * innerWidth,
    yOf: value => margin.top + innerHeight * (1 - Math.min(value, top) / top),
  }
}

/** Range of values within the tolerance around the baseline; at least 1 px high. */
export function toleratedBand(
  { yOf }: Pick<TrendScale, 'yOf'>,
  baseline: number,
  tolerancePercent: number,
): { readonly y: number; readonly height: number } {
  const y = yOf(baseline * (1 + tolerancePercent / 100))
  return { y, height: Math.max(1, yOf(baseline * (1 - tolerancePercent / 100)) - y) }
}
