/** What monitors collected during a run, or in a session of a link, as charts show it; pure. */
import { monitorCauseTexts } from '@pone/contract/causes/monitor-causes.ts'
import type { RunChart, RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'
import { type Language, textIn } from '@pone/schema/bilingual.ts'
import { shownUnit } from './shown-unit.ts'
import type { TimeChartProps } from './time-chart.tsx'
import type { ChartBand } from './time-series.ts'

const colors = [
  'name1',
  'name2',
  'name3',
  'name4',
  'name5',
  'name6',
  'name7',
  'name8',
  'name9',
  'name10',
] as const

export type MonitoringChart = Pick<
  TimeChartProps,
  'title' | 'unit' | 'seconds' | 'step' | 'series' | 'shape' | 'bands'
> & { readonly key: string; readonly monitorId: string }

/** What charts need of it. */
type MonitoredFigures = Pick<RunMonitoring, 'charts' | 'series' | 'monitors' | 'gaps'>

interface Shown {
  readonly language: Language
  /** What a gap that lasts is drawn to. */
  readonly endSecond: number
  /** The newest values are not here yet: charts end with what was received. */
  readonly isLive: boolean
}

/** Charts in the order of the monitors. */
export function monitoringCharts(
  monitoring: MonitoredFigures,
  { language, endSecond, isLive }: Shown,
): MonitoringChart[] {
  return monitoring.charts.flatMap((chart, index) => {
    const lines = chart.series.flatMap(at => monitoring.series[at] ?? []).slice(0, colors.length)
    const [first] = lines
    if (first === undefined) return []
    const length = isLive ? receivedOf(lines) : first.values.length
    const { unit, factor, note } = shownUnit(chart.unit)
    const title = `${nameOf(monitoring, chart)} · ${chart.names[language]}`
    return [
      {
        key: String(index),
        monitorId: chart.monitorId,
        title: note === '' ? title : `${title} (${note})`,
        unit,
        shape: chart.style,
        seconds: first.values.slice(0, length).map((_, at) => (first.fromMs + at * first.stepMs) / 1_000),
        step: first.stepMs / 1_000,
        series: lines.map(({ counter, names, labels, values }, at) => ({
          key: `${counter} ${Object.values(labels).join(' ')}`,
          label: [...Object.values(labels), names[language]].join(' · '),
          color: colors[at] ?? 'name1',
          values: values.slice(0, length).map(value => (value === null ? null : value * factor)),
        })),
        bands: bandsOf(monitoring, chart.monitorId, { section: first.section, language, endSecond }),
      },
    ]
  })
}

/** Points up to the last one that has a value. */
const receivedOf = (lines: RunMonitoring['series']): number =>
  1 + Math.max(...lines.map(({ values }) => values.findLastIndex(value => value !== null)))

const nameOf = ({ monitors }: MonitoredFigures, { monitorId }: RunChart): string =>
  monitors.find(({ id }) => id === monitorId)?.name ?? ''

/** Intervals without values, with the reason. */
function bandsOf(
  { gaps }: MonitoredFigures,
  monitorId: string,
  where: { readonly section: string; readonly language: Language; readonly endSecond: number },
): ChartBand[] {
  return gaps
    .filter(gap => gap.monitorId === monitorId && (gap.section === '' || gap.section === where.section))
    .map(({ fromMs, untilMs, cause, params }) => ({
      from: fromMs / 1_000,
      to: untilMs === null ? where.endSecond : untilMs / 1_000,
      label: textIn(monitorCauseTexts[cause], params, where.language),
      tone: cause === 'stopped' ? 'off' : cause === 'overrun' ? 'warning' : 'failed',
    }))
}
