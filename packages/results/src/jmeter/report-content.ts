/** Makes a report's content from the dashboard's figures: bounded in size, with numbers that JSON can hold. */
import {
  type JmeterChart,
  type JmeterChartName,
  type JmeterReportContent,
  type JmeterReportSettings,
  jmeterCharts,
} from '@pone/contract/entities/jmeter-report.ts'
import type { ChartSeries, DashboardFigures } from '@pone/jmeter/dashboard/figures.ts'
import { evenCurves, toChartTable, widerBars } from './chart-table.ts'

/** Labels of a report; samples of further names stand together. */
export const maxReportLabels = 500
const maxErrors = 200
const maxTextLength = 500

const cut = (text: string): string =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

export interface ReportMaterial {
  readonly figures: DashboardFigures
  readonly settings: JmeterReportSettings
  readonly sources: JmeterReportContent['sources']
  readonly missingLogs: number
}

/** null when no sample was counted. */
export function reportContent(material: ReportMaterial): JmeterReportContent | null {
  const { figures, settings } = material
  const { startMs, endMs, statistics } = figures
  if (startMs === null || endMs === null || statistics.length === 0) return null
  const stepMs = figures.charts.hitsPerSecond.step
  const originMs = startMs - (startMs % stepMs)
  return {
    settings: { ...settings, granularityMs: stepMs },
    startMs,
    endMs,
    originMs,
    requests: figures.requests,
    apdex: figures.apdex.map(line => ({ ...line, label: labelOf(line.label) })),
    statistics: statistics.map(line => ({
      ...line,
      label: labelOf(line.label),
      perSecond: finite(line.perSecond),
      receivedKibPerSecond: finite(line.receivedKibPerSecond),
      sentKibPerSecond: finite(line.sentKibPerSecond),
    })),
    errors: figures.errors.slice(0, maxErrors).map(line => ({ ...line, error: cut(line.error) })),
    omittedErrors: Math.max(0, figures.errors.length - maxErrors),
    topErrors: figures.topErrors.map(line => ({
      ...line,
      label: labelOf(line.label),
      errors: line.errors.map(each => ({ ...each, error: cut(each.error) })),
    })),
    charts: chartsOf(figures, originMs),
    sources: material.sources,
    missingLogs: material.missingLogs,
    // The total stands beside the labels.
    hasOtherLabels: statistics.filter(({ label }) => label !== null).length >= maxReportLabels,
  }
}

const labelOf = (label: string | null): string | null => (label === null ? null : cut(label))

function chartsOf(figures: DashboardFigures, originMs: number): JmeterReportContent['charts'] {
  const counts = new Map(figures.statistics.map(({ label, count }) => [label, count]))
  const samplesOf = ({ name, points }: ChartSeries): number =>
    counts.get(name) ?? points.reduce((sum, [, y]) => sum + y, 0)
  const names = Object.keys(jmeterCharts) as JmeterChartName[]
  const tables = names.map((name): [JmeterChartName, JmeterChart] => {
    const chart = figures.charts[name]
    const isOverTime = jmeterCharts[name] === 'time'
    const even =
      name === 'responseTimePercentiles'
        ? evenCurves(chart)
        : name === 'responseTimeDistribution'
          ? widerBars(chart)
          : chart
    const table = toChartTable(even, x => (isOverTime ? (x - originMs) / 1_000 : x), samplesOf)
    return [
      name,
      {
        ...table,
        step: isOverTime ? table.step / 1_000 : table.step,
        series: table.series.map(series => ({ ...series, name: cut(series.name) })),
      },
    ]
  })
  return Object.fromEntries(tables) as Record<JmeterChartName, JmeterChart>
}
