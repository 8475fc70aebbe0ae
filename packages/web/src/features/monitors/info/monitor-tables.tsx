/** Tables of a monitor: slow operations, processes and the like, with the newest rows. */
import type { MonitorTable } from '@pone/contract/entities/monitor.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Table, type TableColumnType } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { countersOf, figureText } from '../shared/figures.ts'
import { labelName } from '../shared/label-name.ts'
import { usePollMs } from '../shared/monitor-live.ts'
import { monitorsKey } from '../shared/monitor-queries.ts'

type TypeTable = MonitorType['tables'][number]
/** `key`: its place, as two rows may be alike. */
type Row = MonitorTable['rows'][number] & { readonly key: number }

interface TableUse {
  readonly id: string
  readonly type: MonitorType
  readonly table: TypeTable
  /** The newest rows are asked for again and again. */
  readonly isLive: boolean
  /** Epoch ms; null: the newest rows. */
  readonly at: number | null
}

export function MonitorTables({
  omitted,
  ...props
}: Omit<TableUse, 'table'> & { readonly omitted: ReadonlySet<string> }) {
  // Sections that are asked only with a parameter have no table without it.
  const shown = props.type.tables.filter(({ section }) => !omitted.has(section))
  return shown.map(table => <OneTable key={table.key} table={table} {...props} />)
}

const rowsPerPage = 20

function OneTable({ id, type, table, isLive, at }: TableUse) {
  const t = useT()
  const language = useSession('language')
  const projectId = useProjectId()
  const pollMs = usePollMs()
  const { data } = useQuery({
    queryKey: [...monitorsKey, projectId, 'table', id, table.key, at],
    queryFn: ({ signal }) => api.monitor.table({ projectId, id, table: table.key, at }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && at === null ? pollMs : false,
  })
  const rows = (data?.rows ?? []).map((row, key) => ({ ...row, key }))
  const collectedAt = data?.at ?? null
  const pages = useRowPages(rows.length, rowsPerPage)
  const columns = useColumns(type, table)
  const title = table.names[language]
  return (
    <section className="monitor-table" aria-label={title}>
      <h3>
        {title}
        {collectedAt !== null && (
          <span className="secondary">
            {' '}
            <TimeText at={collectedAt} withSeconds />
          </span>
        )}
      </h3>
      {rows.length === 0 ? (
        <p className="secondary">{t(collectedAt === null ? 'monitor.tableNothing' : 'monitor.tableEmpty')}</p>
      ) : (
        <Table<Row>
          size="small"
          rowKey="key"
          columns={columns}
          dataSource={rows}
          pagination={pages}
          scroll={{ x: 'max-content' }}
        />
      )}
      {(data?.omitted ?? 0) > 0 && (
        <p className="secondary">{t('monitor.rowsOmitted', { count: data?.omitted ?? 0 })}</p>
      )}
    </section>
  )
}

function useColumns(type: MonitorType, table: TypeTable): TableColumnType<Row>[] {
  const t = useT()
  const language = useSession('language')
  const section = type.sections.find(each => each.key === table.section)
  if (section === undefined) return []
  const counters = countersOf(section)
  return table.columns.map(key => {
    const counter = counters.get(key)
    const valueOf = (row: Row) => (counter ? (row.values[key] ?? null) : (row.labels[key] ?? null))
    const isNumber = counter !== undefined && counter.kind !== 'text' && counter.kind !== 'state'
    return {
      key,
      title: <span title={counter?.help[language]}>{counter?.names[language] ?? labelName(key, t)}</span>,
      align: isNumber ? ('right' as const) : ('left' as const),
      sorter: (a, b) => compared(valueOf(a), valueOf(b)),
      ...(isNumber && { sortDirections: ['descend' as const, 'ascend' as const] }),
      render: (_: unknown, row) => (
        <span className={isNumber ? 'tabular' : 'monitor-cell'}>
          {figureText(valueOf(row), counter, language)}
        </span>
      ),
    }
  })
}

const compared = (a: number | string | null, b: number | string | null): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''))
}
