/** What monitors collected as charts of exported reports. */
import type { RunChart, RunMonitoring, RunSeries } from '@pone/contract/entities/run-monitoring.ts'
import { formatBytes, formatNumber } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { FigureChart } from './chart-figure.ts'

/** Colour variables of the style sheet. */
const colors = ['rate', 'p90', 'received', 'avg', 'errors', 'transactions', 'cpu', 'sent', 'p99', 'users']
const maxCharts = 60
const maxLines = 10

/** The charts that have values. */
export const monitoredFigures = (
  monitoring: Pick<RunMonitoring, 'charts' | 'series' | 'monitors'>,
  language: Language,
): FigureChart[] =>
  monitoring.charts.slice(0, maxCharts).flatMap(chart => figureOf(monitoring, chart, language) ?? [])

function figureOf(
  { series: all, monitors }: Pick<RunMonitoring, 'series' | 'monitors'>,
  chart: RunChart,
  language: Language,
): FigureChart | null {
  const lines = chart.series.flatMap(at => all[at] ?? []).slice(0, maxLines)
  const [first] = lines
  if (first === undefined || lines.every(({ values }) => values.every(value => value === null))) return null
  const monitor = monitors.find(({ id }) => id === chart.monitorId)
  return {
    title: `${monitor?.name ?? ''} · ${chart.names[language]}`,
    unit: chart.unit.startsWith('bytes') ? '' : chart.unit,
    tickKind: chart.unit.startsWith('bytes') ? 'bytes' : 'decimal',
    format: chart.unit.startsWith('bytes') ? formatBytes : formatNumber,
    series: lines.map((series, at) => ({
      name: lineName(series, language),
      color: colors[at % colors.length] ?? 'rate',
      values: series.values,
    })),
    points: {
      seconds: first.values.map((_, at) => (first.fromMs + at * first.stepMs) / 1_000),
      secondsPerPoint: first.stepMs / 1_000,
    },
  }
}

const lineName = ({ names, labels }: RunSeries, language: Language): string =>
  [names[language], ...Object.values(labels)].join(' · ')
