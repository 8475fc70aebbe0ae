/** The table of transactions with their requests and figures; the row order stays while figures change. */

import { DeploymentUnitOutlined } from '@ant-design/icons'
import { type LabelStatistics, type Statistics } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs, formatNumber, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { hasNesting } from '@pone/plan/scenario/label-tree.ts'
import { isOverflowLabel } from '@pone/plan/scenario/run-label.ts'
import { maxRunLabels } from '@pone/schema/limits.ts'
import { Table, type TableColumnsType } from 'antd'
import { isValidElement, type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { useIsPrinting } from '../../../ui/print/use-is-printing.ts'
import { compareRows, groupKeys, type StatisticsRow, statisticsRows } from './statistics-rows.ts'

export interface StatisticsTableProps {
  readonly labels: readonly LabelStatistics[]
  readonly total: Statistics
  /** Each request and transaction links to the nodes that serve it; left out where no address is known. */
  readonly runId?: string | undefined
  /** Reports also show distribution and traffic. */
  readonly isFull?: boolean
}

type Columns = TableColumnsType<StatisticsRow>

/** More rows of one level than this are shown in pages; with more rows of all levels the transactions start closed. */
const pageRows = 50

export function StatisticsTable({ labels, total, runId, isFull = false }: StatisticsTableProps) {
  const t = useT()
  const rows = useMemo(() => statisticsRows(labels, t), [labels, t])
  const sum: StatisticsRow = {
    key: 'total',
    name: t('run.total'),
    component: '',
    kind: 'total',
    figures: total,
  }
  const isNested = hasNesting(labels)
  const isPrinting = useIsPrinting()
  const columns = useColumns({ isFull, isNested, runId: isPrinting ? undefined : runId })
  const groups = useMemo(() => groupKeys(rows), [rows])
  const pages = useRowPages(rows.length, pageRows)
  // Groups that were opened or closed by hand; they stay so when further labels arrive.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const startsOpen = labels.length <= pageRows
  return (
    <>
      {labels.some(({ label }) => isOverflowLabel(label)) && (
        <p className="run-note" role="note">
          {t('run.otherLabelsNote', { limit: maxRunLabels })}
        </p>
      )}
      <Table<StatisticsRow>
        size="small"
        className={isFull ? 'run-table run-table-full' : 'run-table'}
        columns={columns}
        dataSource={rows}
        pagination={pages}
        scroll={{ x: 'max-content' }}
        showSorterTooltip={false}
        locale={{ emptyText: t('run.noFigures') }}
        expandable={{
          expandedRowKeys: groups.filter(key => isPrinting || (chosen.get(key) ?? startsOpen)),
          onExpand: (isOpen, { key }) => setChosen(old => new Map(old).set(key, isOpen)),
        }}
        summary={() =>
          rows.length > 0 && (
            <Table.Summary.Row className="run-total">
              {columns.map((column, index) => (
                // The columns of one table never change their order.
                // oxlint-disable-next-line react/no-array-index-key
                <Table.Summary.Cell
                  key={index}
                  index={index}
                  align={column.align === 'right' ? 'right' : 'left'}
                >
                  {summaryCell(column, sum)}
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          )
        }
      />
      {isFull && isNested && <p className="run-note">{t('run.nestingNote')}</p>}
    </>
  )
}

function useColumns(shown: {
  readonly isFull: boolean
  readonly isNested: boolean
  readonly runId: string | undefined
}): Columns {
  const { isFull, isNested, runId } = shown
  const t = useT()
  return useMemo(() => {
    const percentile = (percent: number) => t('run.help.percentile', { percent })
    return [
      ...nameColumns(t, isNested, runId),
      counted(t('run.column.count'), row => row.count, formatNumber, t('run.help.count')),
      counted(t('run.column.failed'), row => row.failed, formatNumber, t('run.help.failed')),
      measured(t('run.column.errorPercent'), row => row.errorPercent, formatPercent),
      counted(t('run.column.perSecond'), row => row.perSecond, formatNumber, t('run.help.perSecond')),
      ...(isFull ? [measured(t('run.column.min'), row => row.minMs, formatMs)] : []),
      measured(t('run.column.avg'), row => row.avgMs, formatMs),
      measured('P50', row => row.p50Ms, formatMs, percentile(50)),
      measured('P90', row => row.p90Ms, formatMs, percentile(90)),
      measured('P95', row => row.p95Ms, formatMs, percentile(95)),
      measured('P99', row => row.p99Ms, formatMs, percentile(99)),
      ...(isFull ? [measured(t('run.column.p999'), row => row.p999Ms, formatMs, percentile(99.9))] : []),
      measured(t('run.column.max'), row => row.maxMs, formatMs),
      ...(isFull
        ? [
            measured(
              t('run.column.deviation'),
              row => row.standardDeviationMs,
              formatMs,
              t('run.help.deviation'),
            ),
            bytesColumn(t),
          ]
        : []),
    ]
  }, [isFull, isNested, runId, t])
}

/** The row of requests outside transactions has no figures, over whose columns its name may extend. */
const nameClasses: Partial<Record<StatisticsRow['kind'], string>> = {
  transaction: 'run-transaction',
  outside: 'run-outside',
}

/** Where requests stand under their transactions, the kind of a row is seen by its place. */
const nameColumns = (t: Translate, isNested: boolean, runId: string | undefined): Columns => [
  {
    title: t('run.column.name'),
    fixed: 'left',
    className: 'run-label',
    sorter: (a, b, order) => compareRows(a, b, (one, other) => one.name.localeCompare(other.name), order),
    render: (_, row) => (
      <span className={nameClasses[row.kind]} title={row.name}>
        <span>{row.name}</span>
        {isNested && row.kind === 'iteration' && (
          <small className="run-label-component">{t('run.kind.iteration')}</small>
        )}
        {row.component !== '' && <small className="run-label-component">{row.component}</small>}
        {runId !== undefined && row.figures !== null && <FullLinkOf runId={runId} row={row} />}
      </span>
    ),
  },
  ...(isNested
    ? []
    : [
        {
          title: t('run.column.kind'),
          render: (_: unknown, row: StatisticsRow) =>
            row.kind === 'total' || row.kind === 'outside' ? '' : t(`run.kind.${row.kind}`),
        },
      ]),
]

/** The row of all requests, and the one that stands for labels beyond the limit, have none. */
function FullLinkOf({ runId, row }: { readonly runId: string; readonly row: StatisticsRow }) {
  const t = useT()
  if (row.kind === 'total' || row.kind === 'outside' || row.isOverflow === true) return null
  const text = t('run.fullLinkOf', { name: row.name })
  return (
    <Link
      className="icon-button run-full-link no-print"
      to={links.fullLink(runId, Number(row.key))}
      aria-label={text}
      title={text}
    >
      <DeploymentUnitOutlined />
    </Link>
  )
}

type Value = (figures: Statistics) => number
type Format = (value: number) => string

/** A figure that is 0 where nothing ended. */
function counted(title: string, value: Value, format: Format, help?: string): Columns[number] {
  const of = ({ figures }: StatisticsRow) => (figures === null ? 0 : value(figures))
  return {
    title: help === undefined ? title : <span title={help}>{title}</span>,
    align: 'right',
    className: 'numeric',
    sorter: (a, b, order) => compareRows(a, b, (one, other) => of(one) - of(other), order),
    render: (_, { figures }) => (figures === null ? '' : format(value(figures))),
  }
}

/** A figure that does not exist where nothing ended. */
function measured(title: string, value: Value, format: Format, help?: string): Columns[number] {
  return {
    ...counted(title, value, format, help),
    render: (_, { figures }) =>
      figures === null ? '' : figures.count === 0 ? noValue : format(value(figures)),
  }
}

/** Transactions and iterations have no bytes of their own. */
function bytesColumn(t: Translate): Columns[number] {
  const column = counted(
    t('run.column.bytes'),
    row => row.receivedBytesPerSecond,
    formatBytes,
    t('run.help.bytes'),
  )
  return {
    ...column,
    render: (_, { kind, figures }) =>
      figures === null
        ? ''
        : kind === 'request' || kind === 'total'
          ? formatBytes(figures.receivedBytesPerSecond)
          : noValue,
  }
}

/** The value of the column in the total row. */
function summaryCell(column: Columns[number], sum: StatisticsRow): ReactNode {
  const cell = column.render?.(undefined, sum, -1)
  return typeof cell === 'string' || isValidElement(cell) ? cell : null
}
