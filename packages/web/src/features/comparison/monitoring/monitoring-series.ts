/** Counters of the monitors of compared runs, a chart per counter with a line per run; pure. */
import type { RunMonitoringView, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { shownUnit } from '../../../ui/chart/shown-unit.ts'
import type { TimeChartProps } from '../../../ui/chart/time-chart.tsx'
import type { ShownRun } from '../shown-run.ts'

export const maxComparedCounters = 24

export interface MonitoredRun {
  readonly run: Pick<ShownRun, 'id' | 'number' | 'color'>
  readonly monitoring: RunMonitoringView
}

export type ComparedCounter = Pick<TimeChartProps, 'title' | 'unit' | 'seconds' | 'step' | 'series'> & {
  readonly key: string
}

/**
 * Of counters that tell use or saturation, those that the most runs have first; a counter is the same one where monitor,
 * section, name and labels are. `omitted`: counters beyond `maxComparedCounters`.
 */
export function comparedCounters(
  runs: readonly MonitoredRun[],
  language: Language,
): { readonly charts: ComparedCounter[]; readonly omitted: number } {
  const lines = runs.flatMap(({ run, monitoring }) =>
    monitoring.series
      .filter(({ role }) => role === 'utilisation' || role === 'saturation')
      .map(series => ({ run, series, title: titleOf(monitoring, series, language) })),
  )
  const counters = [...Map.groupBy(lines, ({ series }) => keyOf(series))].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const charts = counters.slice(0, maxComparedCounters).map(([key, same]): ComparedCounter => {
    const { unit, factor, note } = shownUnit(same[0]?.series.unit ?? '')
    const title = same[0]?.title ?? ''
    const stepMs = Math.max(...same.map(({ series }) => series.stepMs))
    const endMs = Math.max(...same.map(({ series }) => series.fromMs + series.values.length * series.stepMs))
    const seconds = Array.from({ length: Math.ceil(endMs / stepMs) }, (_, at) => (at * stepMs) / 1_000)
    return {
      key,
      title: note === '' ? title : `${title} (${note})`,
      unit,
      seconds,
      step: stepMs / 1_000,
      series: same.map(({ run, series }) => ({
        key: run.id,
        label: `#${run.number}`,
        color: run.color,
        values: seconds.map(second => {
          const value = valueWithin(series, second * 1_000, stepMs)
          return value === null ? null : value * factor
        }),
      })),
    }
  })
  return { charts, omitted: counters.length - charts.length }
}

const keyOf = ({ monitorId, section, counter, labels }: RunSeries): string =>
  [
    monitorId,
    section,
    counter,
    ...Object.entries(labels)
      .flat()
      .toSorted((a, b) => a.localeCompare(b)),
  ].join(' ')

const titleOf = ({ monitors }: RunMonitoringView, series: RunSeries, language: Language): string =>
  [
    monitors.find(({ id }) => id === series.monitorId)?.name ?? '',
    series.names[language],
    ...Object.values(series.labels),
  ].join(' · ')

/** The first value that was collected in the interval; null: none. */
function valueWithin(
  { fromMs, stepMs, values }: RunSeries,
  beginMs: number,
  lengthMs: number,
): number | null {
  const first = Math.max(0, Math.ceil((beginMs - fromMs) / stepMs))
  return fromMs + first * stepMs < beginMs + lengthMs ? (values[first] ?? null) : null
}
