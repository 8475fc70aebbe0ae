/** Values of counters as pages show them: curves on one grid, computed counters, newest values. Pure. */

import type { LatestValue } from '@pone/contract/entities/monitor.ts'
import { counterSources, labelKey } from '@pone/monitors/series/counter-values.ts'
import { rateBetween } from '@pone/monitors/series/rate.ts'
import type { MonitorSection, MonitorType } from '@pone/monitors/type.ts'
import type { LatestRow, SeriesCurve, SeriesLabels } from '../../adapters/time-series/time-series.ts'
import { type CurveGrid, timesOf } from './curve-grid.ts'

export interface GridCurve {
  readonly counter: string
  readonly labels: SeriesLabels
  readonly values: (number | null)[]
}

/** The mean of each step; null where there is no value. */
function onGrid({ at, values }: Pick<SeriesCurve, 'at' | 'values'>, grid: CurveGrid): (number | null)[] {
  const times = timesOf(grid)
  const sums = new Float64Array(times.length)
  const counts = new Uint32Array(times.length)
  let step = 0
  for (let index = 0; index < at.length; index += 1) {
    const value = values[index]
    const instant = at[index] ?? 0
    while (instant >= (times[step + 1] ?? Number.POSITIVE_INFINITY)) step += 1
    if (value === null || value === undefined || instant < grid.fromMs || instant >= grid.endMs) continue
    sums[step] = (sums[step] ?? 0) + value
    counts[step] = (counts[step] ?? 0) + 1
  }
  return Array.from(counts, (count, of) => (count === 0 ? null : (sums[of] ?? 0) / count))
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
  return counters.flatMap(counter =>
    counterSources(section, counter, raw).map(source => ({
      counter,
      labels: source.labels,
      values: timesOf(grid).map((_, step) => {
        const value = source.valueBy(curve => curve.values[step] ?? Number.NaN)
        return Number.isNaN(value) ? null : value
      }),
    })),
  )
}

/** Keys of the counters that the charts of a type show, as `section.counter`. */
export const chartCounters = (type: MonitorType): Set<string> =>
  new Set(type.charts.flatMap(chart => chart.counters))

/** The newest values of a section's rows: counters as rates, with those that are computed from them. */
export function latestOf(section: MonitorSection, rows: readonly LatestRow[]): LatestValue[] {
  const values = rows.flatMap(row => ratedValues(row))
  const computed = section.computed.flatMap(({ key }) =>
    counterSources(section, key, values).flatMap((source): LatestValue[] => {
      const [one] = source.series
      const value = source.valueBy(({ value: of }) => (typeof of === 'number' ? of : Number.NaN))
      return one === undefined ? [] : [{ ...one, counter: key, value: Number.isNaN(value) ? null : value }]
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
  return series.map((key, index) => {
    const now = values[index] ?? Number.NaN
    const last = {
      at: previous?.slotMs ?? Number.NaN,
      value: before.get(`${key.counter} ${labelKey(key.labels)}`) ?? Number.NaN,
    }
    const rate = rateBetween(last, { at: slotMs, value: now }, cadenceMs)
    return {
      section,
      counter: key.counter,
      labels: { ...key.labels },
      at: slotMs,
      value: key.kind !== 'counter' ? now : Number.isNaN(rate) ? null : rate,
    }
  })
}
