/** What charts of several monitors draw: how their questions are joined, and their curves on one grid. Pure. */

import {
  type AskedCounter,
  type ChartFigures,
  maxGroupChartSeries,
} from '@pone/contract/entities/chart-group.ts'
import { rawCounters } from '@pone/monitors/series/counter-values.ts'
import { cadenceOf, type MonitorSection } from '@pone/monitors/type.ts'
import {
  maxSeriesPerQuery,
  type SeriesCurve,
  type SeriesSelector,
} from '../../adapters/time-series/time-series.ts'
import { gridOf, timesOf } from './curve-grid.ts'
import { gridCurves } from './monitor-figures.ts'

/** A counter whose monitor and section exist. */
export interface KnownCounter extends AskedCounter {
  readonly of: MonitorSection
  /** Between two collections of the monitor. */
  readonly frequencyMs: number
}

export interface KnownChart {
  readonly id: string
  readonly counters: readonly KnownCounter[]
}

/** Label sets of a section without a limit of its own. */
const labelSetLimit = 200

/** The most series that a counter can have. */
function seriesBound({ of, counter }: KnownCounter): number {
  const sets = of.rows?.limit ?? (of.discovery === undefined ? 1 : labelSetLimit)
  return sets * rawCounters(of, [counter]).length
}

const isWithoutFilter = ({ labels }: AskedCounter): boolean => Object.keys(labels).length === 0

/** A selector per monitor, section and filter, so that nothing is asked twice. */
function selectorsOf(counters: readonly KnownCounter[]): SeriesSelector[] {
  const groups = Map.groupBy(
    counters,
    ({ monitorId, section, labels }) => `${monitorId} ${section} ${JSON.stringify(labels)}`,
  )
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (first === undefined) return []
    const names = group.flatMap(({ of, counter }) => rawCounters(of, [counter]))
    const { monitorId, section, labels } = first
    return [
      {
        monitorId,
        section,
        counters: [...new Set(names)],
        ...(isWithoutFilter(first) ? {} : { labels }),
      },
    ]
  })
}

/**
 * The fewest questions in which the storage leaves out no series of any chart, unless a chart alone can have more than
 * it answers: then that chart has a question of its own.
 */
export function joinedQuestions(
  charts: readonly KnownChart[],
): { readonly charts: readonly KnownChart[]; readonly selectors: readonly SeriesSelector[] }[] {
  const packs: { charts: KnownChart[]; bound: number }[] = []
  for (const chart of charts.filter(({ counters }) => counters.length > 0)) {
    const bound = chart.counters.reduce((sum, counter) => sum + seriesBound(counter), 0)
    const pack = packs.at(-1)
    if (pack === undefined || pack.bound + bound > maxSeriesPerQuery) packs.push({ charts: [chart], bound })
    else {
      pack.charts.push(chart)
      pack.bound += bound
    }
  }
  return packs.map(pack => ({
    charts: pack.charts,
    selectors: selectorsOf(pack.charts.flatMap(({ counters }) => counters)),
  }))
}

const hasLabels = (curve: SeriesCurve, wanted: AskedCounter['labels']): boolean =>
  Object.entries(wanted).every(([label, values]) => values.includes(curve.labels[label] ?? ''))

/** The curves of one chart at common instants; of more than `maxGroupChartSeries` those with the highest values. */
export function chartFigures(
  { id, counters }: KnownChart,
  curves: readonly SeriesCurve[],
  range: { readonly from: number; readonly to: number; readonly points: number },
): ChartFigures {
  const found = counters.map(counter => ({
    counter,
    curves: curves.filter(
      curve =>
        curve.monitorId === counter.monitorId &&
        curve.section === counter.section &&
        hasLabels(curve, counter.labels),
    ),
  }))
  const cadenceMs = Math.max(1_000, ...counters.map(({ of, frequencyMs }) => cadenceOf(of, frequencyMs)))
  const grid = gridOf(
    range,
    cadenceMs,
    found.flatMap(each => each.curves),
  )
  const series = found.flatMap(({ counter: { of, monitorId, section, counter }, curves: own }) => {
    const raw = new Set(rawCounters(of, [counter]))
    const needed = own.filter(curve => raw.has(curve.counter))
    return gridCurves(of, [counter], needed, grid).map(({ labels, values }) => ({
      monitorId,
      section,
      counter,
      labels: { ...labels },
      values,
    }))
  })
  const drawn = highest(series)
  return {
    id,
    stepMs: grid.stepMs,
    times: [...timesOf(grid)],
    series: drawn,
    omitted: series.length - drawn.length,
  }
}

/** In their order. */
function highest<S extends { readonly values: readonly (number | null)[] }>(series: readonly S[]): S[] {
  if (series.length <= maxGroupChartSeries) return [...series]
  const peaks = new Map(
    series.map(each => [
      each,
      each.values.reduce<number>((peak, value) => Math.max(peak, value ?? peak), Number.NEGATIVE_INFINITY),
    ]),
  )
  const kept = new Set(
    series.toSorted((a, b) => (peaks.get(b) ?? 0) - (peaks.get(a) ?? 0)).slice(0, maxGroupChartSeries),
  )
  return series.filter(each => kept.has(each))
}
