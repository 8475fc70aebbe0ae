/** Slow operations of a monitor in the chosen range: sorted by any column, searched, each with its trend. */
import type { SlowOperation } from '@pone/contract/entities/slow-operation.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { formatValue } from '../../../ui/chart/chart-plot.ts'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { monitorsKey } from '../shared/monitor-queries.ts'
import { OperationDrawer } from './operation-drawer.tsx'
import { rangeAt, rangeText, refreshMs, type TimeRange } from './range.ts'
import { TrendLine } from './trend-line.tsx'

const rowsPerPage = 20
/** Slow operations are collected less often than other figures. */
const refreshAtLeastMs = 15_000

interface SlowOperationsProps {
  readonly id: string
  readonly range: TimeRange
  readonly isLive: boolean
}

export function SlowOperations({ id, range, isLive }: SlowOperationsProps) {
  const t = useT()
  const projectId = useProjectId()
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<SlowOperation | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [...monitorsKey, projectId, 'slowOperations', id, rangeText(range), search],
    queryFn: ({ signal }) =>
      api.monitor.slowOperations({ projectId, id, ...rangeAt(range, Date.now()), search }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && refreshMs(range) > 0 ? Math.max(refreshAtLeastMs, refreshMs(range)) : false,
  })
  const rows = data?.rows ?? []
  const pages = useRowPages(rows.length, rowsPerPage)
  const columns = useColumns(rows, setOpened)
  return (
    <section className="monitor-table monitor-operations" aria-label={t('monitor.slowOperations')}>
      <header>
        <h2>{t('monitor.slowOperations')}</h2>
        <SearchField value={search} onSearch={setSearch} placeholder={t('monitor.searchOperations')} />
      </header>
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={4} />
        )
      ) : rows.length === 0 ? (
        <EmptyState title={t('monitor.operationsNone')} text={t('monitor.operationsNoneText')} />
      ) : (
        <Table<SlowOperation>
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={rows}
          pagination={pages}
          scroll={{ x: 'max-content' }}
        />
      )}
      {(data?.omitted ?? 0) > 0 && (
        <p className="secondary">{t('monitor.operationsOmitted', { count: data?.omitted ?? 0 })}</p>
      )}
      {opened && <OperationDrawer id={id} operation={opened} range={range} onClose={() => setOpened(null)} />}
    </section>
  )
}

type Column = TableColumnType<SlowOperation>

function useColumns(rows: readonly SlowOperation[], open: (row: SlowOperation) => void): Column[] {
  const t = useT()
  const number = (
    key: 'callsPerSecond' | 'calls' | 'meanMs' | 'totalMs' | 'maxMs' | 'rows',
    title: string,
    textOf: (value: number) => string,
  ): Column => ({
    key,
    title,
    align: 'right',
    sorter: (a, b) => (a[key] ?? -1) - (b[key] ?? -1),
    sortDirections: ['descend', 'ascend'],
    ...(key === 'totalMs' && { defaultSortOrder: 'descend' }),
    render: (_, row) => <span className="tabular">{row[key] === null ? noValue : textOf(row[key])}</span>,
  })
  const name = (key: 'database' | 'account', title: string): Column[] =>
    rows.some(row => row[key] !== '')
      ? [
          {
            key,
            title,
            sorter: (a, b) => a[key].localeCompare(b[key]),
            render: (_, row) => row[key] || noValue,
          },
        ]
      : []
  return [
    {
      key: 'text',
      title: t('monitor.operation'),
      sorter: (a, b) => a.text.localeCompare(b.text),
      render: (_, row) => (
        <Button type="link" className="operation-text code" title={row.text} onClick={() => open(row)}>
          {row.text === '' ? noValue : row.text}
        </Button>
      ),
    },
    {
      key: 'trend',
      title: t('monitor.operationTrend'),
      render: (_, row) => <TrendLine values={row.trend} />,
    },
    ...name('database', t('monitor.operationDatabase')),
    ...name('account', t('monitor.operationAccount')),
    number('calls', t('monitor.operationCalls'), value => formatNumber(Math.round(value))),
    number('callsPerSecond', t('monitor.operationRate'), value => formatValue(value, 'perSecond')),
    number('meanMs', t('monitor.operationMean'), value => formatValue(value, 'ms')),
    number('maxMs', t('monitor.operationMax'), value => formatValue(value, 'ms')),
    number('totalMs', t('monitor.operationTotal'), value => formatValue(value, 'ms')),
    number('rows', t('monitor.operationRows'), value => formatNumber(Math.round(value))),
  ]
}
