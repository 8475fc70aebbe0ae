/** Counts of operations per action and per user; a row links to its records. */
import type { OperationStatistics } from '@pone/contract/entities/operation-record.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Table, type TableColumnType } from 'antd'
import { useNavigate } from 'react-router'
import { useActionText } from '../../lib/actions.ts'
import { useT } from '../../lib/i18n.ts'
import { useRowPages } from '../../ui/data-table/use-row-pages.ts'
import { TimeText } from '../../ui/time-text.tsx'

interface Counts {
  readonly done: number
  readonly refused: number
  readonly failed: number
}

const rowsPerPage = 20
function useCountColumns<R extends Counts>(): TableColumnType<R>[] {
  const t = useT()
  return (['done', 'refused', 'failed'] as const).map(outcome => ({
    key: outcome,
    title: t(`record.outcome.${outcome}`),
    align: 'right',
    width: 120,
    sorter: (a, b) => a[outcome] - b[outcome],
    render: (_, row) => (
      <span className={row[outcome] === 0 ? 'faint' : undefined}>{formatNumber(row[outcome])}</span>
    ),
  }))
}

/** Opens the records that the row counts. */
function useOpenRecords(range: string) {
  const navigate = useNavigate()
  return (filter: 'action' | 'account', value: string) => ({
    onClick: () =>
      void navigate(`/pone/atf/operationRecord?range=${range}&${filter}=${encodeURIComponent(value)}`),
  })
}

export function ActionTable(props: {
  readonly actions: OperationStatistics['actions']
  readonly range: string
}) {
  const t = useT()
  const actionText = useActionText()
  const pages = useRowPages(props.actions.length, rowsPerPage)
  const open = useOpenRecords(props.range)
  return (
    <Table
      size="small"
      rowKey="action"
      dataSource={props.actions}
      pagination={pages}
      rowClassName="data-table-row-opens"
      onRow={row => open('action', row.action)}
      columns={[
        { key: 'action', title: t('record.action'), render: (_, row) => actionText(row.action) },
        ...useCountColumns<OperationStatistics['actions'][number]>(),
        {
          key: 'accounts',
          title: t('record.accounts'),
          align: 'right',
          width: 140,
          sorter: (a, b) => a.accounts - b.accounts,
          render: (_, row) => formatNumber(row.accounts),
        },
      ]}
    />
  )
}

export function PeopleTable(props: {
  readonly people: OperationStatistics['people']
  readonly range: string
}) {
  const t = useT()
  const pages = useRowPages(props.people.length, rowsPerPage)
  const open = useOpenRecords(props.range)
  return (
    <Table
      size="small"
      rowKey="account"
      dataSource={props.people}
      pagination={pages}
      rowClassName="data-table-row-opens"
      onRow={row => open('account', row.account)}
      columns={[
        { key: 'account', title: t('record.account'), render: (_, row) => row.account || noValue },
        ...useCountColumns<OperationStatistics['people'][number]>(),
        {
          key: 'lastAt',
          title: t('record.lastAt'),
          align: 'right',
          width: 190,
          sorter: (a, b) => a.lastAt - b.lastAt,
          render: (_, row) => <TimeText at={row.lastAt} withSeconds />,
        },
      ]}
    />
  )
}
