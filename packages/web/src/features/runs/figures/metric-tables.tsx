/** Protocol metrics by label: a table per kind of metric. */

import type { MetricRow, MetricTable } from '@pone/contract/entities/run-metrics.ts'
import type { MetricKind } from '@pone/metrics/metric-sums.ts'
import { metricCell, metricColumns, metricKindOrder } from '@pone/metrics/metric-table.ts'
import { isOverflowLabel } from '@pone/plan/scenario/run-label.ts'
import { metricText } from '@pone/protocols/definitions.ts'
import { maxMetricRows, maxRunMetrics } from '@pone/schema/limits.ts'
import { Table, type TableColumnsType } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'

export function MetricTables({ table }: { readonly table: MetricTable }) {
  const t = useT()
  const tables = metricKindOrder
    .map(kind => ({ kind, rows: table.rows.filter(({ figures }) => figures.kind === kind) }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <>
      {tables.map(({ kind, rows }) => (
        <KindTable key={kind} kind={kind} rows={rows} />
      ))}
      {tables.some(({ kind }) => kind === 'gauge') && <p className="run-note">{t('run.metric.gaugeNote')}</p>}
      {table.lacksMetrics && (
        <p className="run-note" role="note">
          {t('run.metric.lacksMetrics', { limit: maxRunMetrics })}
        </p>
      )}
      {table.lacksLabels && (
        <p className="run-note" role="note">
          {t('run.metric.lacksLabels', { limit: maxMetricRows })}
        </p>
      )}
    </>
  )
}

function KindTable({ kind, rows }: { readonly kind: MetricKind; readonly rows: readonly MetricRow[] }) {
  const t = useT()
  const language = useSession('language')
  const titleOf = (key: string) => metricText(key).title[language]
  const pages = useRowPages(rows.length)
  const nameOf = ({ label }: MetricRow) =>
    label === null ? t('run.metric.all') : isOverflowLabel(label) ? t('run.otherLabels') : label.name
  const columns: TableColumnsType<MetricRow> = [
    {
      title: t('run.metric.metric'),
      render: (_, { key, label }) => (label === null ? <b>{titleOf(key)}</b> : ''),
    },
    { title: t('run.metric.label'), render: (_, row) => nameOf(row) },
    ...metricColumns[kind].map(column => ({
      title: t(`run.metric.column.${column}`),
      align: 'right' as const,
      className: 'numeric',
      render: (_: unknown, row: MetricRow) => metricCell(row, column, metricText(row.key).unit),
    })),
  ]
  return (
    <Table<MetricRow>
      size="small"
      className="run-table run-metric-table"
      rowKey={({ key, label }) => `${key} ${label?.index ?? ''}`}
      columns={columns}
      dataSource={[...rows]}
      pagination={pages}
      scroll={{ x: 'max-content' }}
    />
  )
}
