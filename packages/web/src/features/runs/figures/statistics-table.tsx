/** The table of transactions and requests with their figures; the row order stays while figures change. */

import { type LabelStatistics, type Statistics } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { isOverflowLabel, type RunLabel } from '@pone/plan/scenario/run-label.ts'
import { maxRunLabels } from '@pone/schema/limits.ts'
import { Table, type TableColumnsType } from 'antd'
import { isValidElement, type ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'

export interface StatisticsTableProps {
  readonly labels: readonly LabelStatistics[]
  readonly total: Statistics
  /** Reports also show distribution and traffic. */
  readonly isFull?: boolean
}

interface Row extends Statistics {
  readonly key: string
  readonly name: string
  readonly kind: RunLabel['kind'] | 'total'
}

export function StatisticsTable({ labels, total, isFull = false }: StatisticsTableProps) {
  const t = useT()
  const rows: Row[] = labels.map(entry => ({
    ...entry,
    key: String(entry.label.index),
    name: isOverflowLabel(entry.label) ? t('run.otherLabels') : entry.label.name,
    kind: entry.label.kind,
  }))
  const sum: Row = { ...total, key: 'total', name: t('run.total'), kind: 'total' }
  const columns = useColumns(isFull)
  const hasOthers = labels.some(({ label }) => isOverflowLabel(label))
  return (
    <>
      {hasOthers && (
        <p className="run-note" role="note">
          {t('run.otherLabelsNote', { limit: maxRunLabels })}
        </p>
      )}
      <Table<Row>
        size="small"
        className="run-table"
        columns={columns}
        dataSource={rows}
        pagination={rows.length > 50 ? { pageSize: 50, size: 'small' } : false}
        scroll={{ x: 'max-content' }}
        showSorterTooltip={false}
        locale={{ emptyText: t('run.noFigures') }}
        summary={() =>
          rows.length > 0 && (
            <Table.Summary.Row className="run-total">
              {columns.map((column, index) => (
                // The columns of one table never change their order.
                // oxlint-disable-next-line react/no-array-index-key
                <Table.Summary.Cell key={index} index={index} align={index < 2 ? 'left' : 'right'}>
                  {summaryCell(column, sum)}
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          )
        }
      />
    </>
  )
}

function useColumns(isFull: boolean): TableColumnsType<Row> {
  const t = useT()
  const figure = (
    title: string,
    value: (row: Row) => number,
    format: (value: number) => string,
    help?: string,
  ): TableColumnsType<Row>[number] => ({
    title: help === undefined ? title : <span title={help}>{title}</span>,
    align: 'right',
    className: 'numeric',
    sorter: (a, b) => value(a) - value(b),
    render: (_, row) => format(value(row)),
  })
  const percentile = (percent: number) => t('run.help.percentile', { percent })
  return [
    {
      title: t('run.column.name'),
      fixed: 'left',
      sorter: (a, b) => a.name.localeCompare(b.name),
      render: (_, row) => (
        <span className={row.kind === 'transaction' ? 'run-transaction' : undefined}>{row.name}</span>
      ),
    },
    {
      title: t('run.column.kind'),
      render: (_, row) => (row.kind === 'total' ? '' : t(`run.kind.${row.kind}`)),
    },
    figure(t('run.column.count'), row => row.count, formatNumber, t('run.help.count')),
    figure(t('run.column.failed'), row => row.failed, formatNumber, t('run.help.failed')),
    figure(t('run.column.errorPercent'), row => row.errorPercent, formatPercent),
    figure(t('run.column.perSecond'), row => row.perSecond, formatNumber, t('run.help.perSecond')),
    ...(isFull ? [figure(t('run.column.min'), row => row.minMs, formatMs)] : []),
    figure(t('run.column.avg'), row => row.avgMs, formatMs),
    figure('P50', row => row.p50Ms, formatMs, percentile(50)),
    figure('P90', row => row.p90Ms, formatMs, percentile(90)),
    figure('P95', row => row.p95Ms, formatMs, percentile(95)),
    figure('P99', row => row.p99Ms, formatMs, percentile(99)),
    ...(isFull ? [figure(t('run.column.p999'), row => row.p999Ms, formatMs, percentile(99.9))] : []),
    figure(t('run.column.max'), row => row.maxMs, formatMs),
    ...(isFull
      ? [
          figure(
            t('run.column.deviation'),
            row => row.standardDeviationMs,
            formatMs,
            t('run.help.deviation'),
          ),
          figure(t('run.column.bytes'), row => row.receivedBytesPerSecond, formatBytes, t('run.help.bytes')),
        ]
      : []),
  ]
}

/** The value of the column in the total row. */
function summaryCell(column: TableColumnsType<Row>[number], sum: Row): ReactNode {
  const cell = column.render?.(undefined, sum, -1)
  return typeof cell === 'string' || isValidElement(cell) ? cell : null
}
