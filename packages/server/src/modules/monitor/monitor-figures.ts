/** Values of counters as pages show them: curves on one grid, computed counters, newest values. Pure. */

import type { LatestValue } from '@pone/contract/entities/monitor.ts'
import { type Expression, evaluate, namesIn, parseExpression } from '@pone/monitors/expressions/expression.ts'
import type { MonitorSection, MonitorType } from '@pone/monitors/type.ts'
import type { LatestRow, SeriesCurve, SeriesLabels } from '../../adapters/time-series/time-series.ts'

/** Slots further apart than this many cadences have a gap between them. */
const tolerance = 1.5

export interface CurveGrid {
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
}

export interface GridCurve {
  readonly counter: string
  readonly labels: SeriesLabels
  readonly values: (number | null)[]
}

export const labelKey = (labels: SeriesLabels): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Raw counters that these counters are made of. */
export function rawCounters(section: MonitorSection, counters: readonly string[]): string[] {
  const wanted = counters.flatMap(counter => {
    const tree = expressionOf(section, counter)
    return tree === undefined ? [counter] : [...namesIn(tree)]
  })
  return [...new Set(wanted)]
}

function expressionOf(section: MonitorSection, counter: string): Expression | undefined {
  const computed = section.computed.find(each => each.key === counter)
  if (computed === undefined) return undefined
  const tree = parseExpression(computed.expression)
  return 'problem' in tree ? undefined : tree
}

/** Wide enough that every step of a series without gaps holds a value. */
export function gridOf(
  range: { readonly from: number; readonly to: number; readonly points: number },
  cadenceMs: number,
  curves: readonly SeriesCurve[],
): CurveGrid {
  const coarsest = Math.max(0, ...curves.map(curve => curve.intervalMs))
  const wanted = Math.ceil((range.to - range.from) / range.points)
  const stepMs = Math.ceil(Math.max(cadenceMs, coarsest, wanted) / cadenceMs) * cadenceMs
  return { fromMs: range.from, toMs: range.to, stepMs }
}

export const timesOf = ({ fromMs, toMs, stepMs }: CurveGrid): number[] =>
  Array.from(
    { length: Math.max(1, Math.ceil((toMs - fromMs) / stepMs)) },
    (_, index) => fromMs + index * stepMs,
  )

/** The mean of each step; null where there is no value. */
function onGrid({ at, values }: Pick<SeriesCurve, 'at' | 'values'>, grid: CurveGrid): (number | null)[] {
  const { length } = timesOf(grid)
  const sums = new Float64Array(length)
  const counts = new Uint32Array(length)
  for (let index = 0; index < at.length; index += 1) {
    const value = values[index]
    const step = Math.floor(((at[index] ?? 0) - grid.fromMs) / grid.stepMs)
    if (value === null || value === undefined || step < 0 || step >= length) continue
    sums[step] = (sums[step] ?? 0) + value
    counts[step] = (counts[step] ?? 0) + 1
  }
  return Array.from(counts, (count, step) => (count === 0 ? null : (sums[step] ?? 0) / count))
}

/** A curve per counter and set of labels, in the order of the counters; computed ones from those of the same labels. */
export function gridCurves(
  section: MonitorSection,
  counters: readonly string[],
  curves: readonly SeriesCurve[],
  grid: CurveGrid,
): GridCurve[] {
  const raw = curves.map(({ counter, labels, at, values }) => ({
    counter,
    labels,
    values: onGrid({ at, values }, grid),
  }))
  return counters.flatMap(counter => {
    const tree = expressionOf(section, counter)
    if (tree === undefined) return raw.filter(curve => curve.counter === counter)
    const sets = Map.groupBy(raw, curve => labelKey(curve.labels))
    return [...sets.values()].map(set => {
      const of = new Map(set.map(curve => [curve.counter, curve.values]))
      return {
        counter,
        labels: set[0]?.labels ?? {},
        values: timesOf(grid).map((_, step) => {
          const value = evaluate(tree, name => of.get(name)?.[step] ?? Number.NaN)
          return Number.isFinite(value) ? value : null
        }),
      }
    })
  })
}

/** Keys of the counters that the charts of a type show, as `section.counter`. */
export const chartCounters = (type: MonitorType): Set<string> =>
  new Set(type.charts.flatMap(chart => chart.counters))

/** The newest values of a section's rows: counters as rates, with those that are computed from them. */
export function latestOf(section: MonitorSection, rows: readonly LatestRow[]): LatestValue[] {
  const values = rows.flatMap(row => ratedValues(row))
  const sets = Map.groupBy(values, value => labelKey(value.labels))
  const computed = [...sets.values()].flatMap(set =>
    section.computed.flatMap((each): LatestValue[] => {
      const tree = expressionOf(section, each.key)
      const [one] = set
      if (tree === undefined || one === undefined) return []
      const of = new Map(set.map(value => [value.counter, value.value]))
      if (![...namesIn(tree)].every(name => of.has(name))) return []
      const value = evaluate(tree, name => {
        const known = of.get(name)
        return typeof known === 'number' ? known : Number.NaN
      })
      return [{ ...one, counter: each.key, value: Number.isFinite(value) ? value : null }]
    }),
  )
  return [...values, ...computed]
}

function ratedValues({ section, slotMs, cadenceMs, series, values, previous }: LatestRow): LatestValue[] {
  const before = new Map(
    previous?.series.map((key, index) => [
      `${key.counter} ${labelKey(key.labels)}`,
      previous.values[index] ?? Number.NaN,
    ]),
  )
  const elapsedMs = previous === null ? Number.NaN : slotMs - previous.slotMs
  return series.map((key, index) => {
    const now = values[index] ?? Number.NaN
    const growth = now - (before.get(`${key.counter} ${labelKey(key.labels)}`) ?? Number.NaN)
    const isKnown = growth >= 0 && elapsedMs > 0 && elapsedMs <= cadenceMs * tolerance
    const rate = isKnown ? (growth * 1_000) / elapsedMs : null
    return {
      section,
      counter: key.counter,
      labels: { ...key.labels },
      at: slotMs,
      value: key.kind === 'counter' ? rate : now,
    }
  })
}
