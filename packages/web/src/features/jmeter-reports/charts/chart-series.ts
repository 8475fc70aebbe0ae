/** Converts a chart of the report into series: their selection, names and colours; pure. */
import type { JmeterChart, JmeterChartName } from '@pone/contract/entities/jmeter-report.ts'
import type { Translate } from '../../../lib/i18n.ts'
import { shortLabel, shortLabels } from '../../../lib/short-label.ts'
import type { ChartSeries } from '../../../ui/chart/time-series.ts'
import type { MetricColor } from '../../../ui/theme/palette.ts'

const nameColors = [
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
] as const satisfies readonly MetricColor[]

/** Maximum number of labels shown at a time; more cannot be distinguished. */
export const maxDrawnLabels = nameColors.length

/** Charts with a series per label. */
export const labelCharts: ReadonlySet<JmeterChartName> = new Set([
  'responseTimesOverTime',
  'latenciesOverTime',
  'connectTimeOverTime',
  'transactionsPerSecond',
  'responseTimePercentiles',
  'timeVsThreads',
  'timeVsThreadsAggregated',
  'responseTimeDistribution',
])

/** Series that are the same in every report. */
const fixed: Readonly<Record<string, { readonly color: MetricColor; readonly text: FixedText }>> = {
  min: { color: 'name8', text: 'min' },
  max: { color: 'max', text: 'max' },
  median: { color: 'p50', text: 'median' },
  p90: { color: 'p90', text: 'p90' },
  p95: { color: 'p95', text: 'p95' },
  p99: { color: 'p99', text: 'p99' },
  received: { color: 'received', text: 'received' },
  sent: { color: 'sent', text: 'sent' },
  hits: { color: 'rate', text: 'hits' },
  successes: { color: 'rate', text: 'successes' },
  failures: { color: 'errors', text: 'failures' },
  transactions: { color: 'transactions', text: 'transactions' },
}
type FixedText =
  | 'min'
  | 'max'
  | 'median'
  | 'p90'
  | 'p95'
  | 'p99'
  | 'received'
  | 'sent'
  | 'hits'
  | 'successes'
  | 'failures'
  | 'transactions'

const fixedCharts: ReadonlySet<JmeterChartName> = new Set([
  'responseTimePercentilesOverTime',
  'bytesThroughputOverTime',
  'hitsPerSecond',
  'totalTPS',
  'responseTimeVsRequest',
  'latencyVsRequest',
])

/** Series of a chart; for charts with one series per label only those of `labels`, each label in the same colour on every chart. */
export function seriesOf(
  name: JmeterChartName,
  chart: JmeterChart,
  labels: readonly string[],
  t: Translate,
): ChartSeries[] {
  const isPerLabel = labelCharts.has(name)
  const names = shortLabels(labels)
  const shown = chart.series.filter(series => !isPerLabel || labels.includes(series.name))
  return shown.map((series, place) => {
    const known = fixedCharts.has(name) ? fixed[series.name] : undefined
    const isFailure = series.status === 'failure'
    const text =
      known === undefined
        ? (names.get(series.name) ?? shortLabel(series.name)) || t('jmeterReport.series.noCode')
        : t(`jmeterReport.series.${known.text}`)
    const ownPlace = isPerLabel ? labels.indexOf(series.name) : place
    const color = known?.color ?? nameColors[ownPlace % nameColors.length] ?? 'name1'
    return {
      key: `${series.name} ${series.status ?? ''}`,
      label:
        series.status === null
          ? text
          : t('jmeterReport.series.withStatus', {
              name: text,
              status: t(isFailure ? 'jmeterReport.series.failures' : 'jmeterReport.series.successes'),
            }),
      color: isFailure ? 'errors' : color,
      values: series.values,
    }
  })
}

/** Labels by number of samples, descending. */
export function labelsByCount(lines: readonly { label: string | null; count: number }[]): string[] {
  return lines
    .filter(line => line.label !== null)
    .toSorted((a, b) => b.count - a.count)
    .map(line => line.label ?? '')
}
