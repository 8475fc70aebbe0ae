/** The statistics of JMeter's dashboard: the same columns, a line per label. */
import type { JmeterReportContent } from '@pone/contract/entities/jmeter-report.ts'
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'
import { type FigureColumn, LabelTable } from './label-table.tsx'

type Line = JmeterReportContent['statistics'][number]
type Percentile = keyof NonNullable<Line['legacy']>

export function StatisticsTable({
  lines,
  isLegacy,
}: {
  readonly lines: readonly Line[]
  /** Percentiles as JMeter estimates them. */
  readonly isLegacy: boolean
}) {
  const t = useT()
  const column = (
    title: string,
    value: (line: Line) => number | null,
    format: (value: number | null) => string,
  ): FigureColumn<Line> => ({ title, value, show: line => format(value(line)) })
  const percentile = (title: string, key: Percentile) =>
    column(title, line => (isLegacy ? (line.legacy?.[key] ?? null) : line[key]), formatMs)
  return (
    <LabelTable
      lines={lines}
      columns={[
        column(t('jmeterReport.column.samples'), line => line.count, formatNumber),
        column(t('jmeterReport.column.failed'), line => line.failed, formatNumber),
        column(t('jmeterReport.column.errorPercent'), line => line.errorPercent, formatPercent),
        column(t('jmeterReport.column.mean'), line => line.meanMs, formatMs),
        column(t('jmeterReport.column.min'), line => line.minMs, formatMs),
        column(t('jmeterReport.column.max'), line => line.maxMs, formatMs),
        percentile(t('jmeterReport.column.median'), 'medianMs'),
        percentile(t('jmeterReport.column.p90'), 'p90Ms'),
        percentile(t('jmeterReport.column.p95'), 'p95Ms'),
        percentile(t('jmeterReport.column.p99'), 'p99Ms'),
        column(t('jmeterReport.column.perSecond'), line => line.perSecond, formatNumber),
        column(t('jmeterReport.column.received'), line => line.receivedKibPerSecond, formatNumber),
        column(t('jmeterReport.column.sent'), line => line.sentKibPerSecond, formatNumber),
      ]}
    />
  )
}
