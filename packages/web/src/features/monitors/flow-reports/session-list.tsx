/** Sessions of monitoring links, those that run or those that are over. */
import type { MonitorLinkSession } from '@pone/contract/entities/monitor-link.ts'
import { formatDuration, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan } from '../../../lib/session/session.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table/data-table.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { type ChosenRows, useChosenRows } from '../../../ui/data-table/use-chosen-rows.ts'
import { useList } from '../../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../../ui/data-table/use-table-query.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { pollMs } from '../shared/monitor-queries.ts'
import { flowReportsKey } from './flow-queries.ts'
import { useFlowActions } from './use-flow-actions.ts'

const listOptions = { sort: 'startedAt' as const, filters: {} }
/** Table width in px below which columns are drawn below others. */
const narrow = 1_000

interface ListProps {
  readonly of: 'running' | 'past'
  readonly label: string
}

export function FlowSessionList({ of, label }: ListProps) {
  const t = useT()
  const navigate = useNavigate()
  const projectId = useProjectId()
  const canEdit = useCan('monitor.edit')
  const list = useList(listOptions)
  const isRunning = of === 'running'
  const input = { projectId, page: list.page, pageSize: list.pageSize, search: list.search, isRunning }
  const query = useTableQuery({
    queryKey: [...flowReportsKey, projectId, 'list', input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.monitorLink.sessions(input, { signal }),
    refetchInterval: pollMs,
  })
  const chosen = useChosenRows<MonitorLinkSession>(query.data?.rows ?? [])
  const columns = useColumns(of, canEdit)
  return (
    <DataTable<MonitorLinkSession, typeof listOptions.filters, 'startedAt'>
      storageKey={`flowReports-${of}`}
      label={label}
      columns={columns}
      query={query}
      list={list}
      rowId={({ id }) => id}
      onRowClick={session => void navigate(links.flowReport(session))}
      filters={
        <SearchField
          value={list.search}
          placeholder={t('flow.search')}
          onSearch={search => list.setFilters({ search })}
        />
      }
      {...(!isRunning && {
        selection: {
          ids: chosen.ids,
          onChange: chosen.change,
          actions: <ChosenActions chosen={chosen} canEdit={canEdit} />,
        },
      })}
      empty={{
        title: t(isRunning ? 'flow.noneRunning' : 'flow.nonePast'),
        text: t(isRunning ? 'flow.noneRunningText' : 'flow.nonePastText'),
        action: <ButtonLink to={links.monitorLinks}>{t('flow.openLinks')}</ButtonLink>,
      }}
    />
  )
}

function ChosenActions({
  chosen,
  canEdit,
}: {
  readonly chosen: ChosenRows<MonitorLinkSession>
  readonly canEdit: boolean
}) {
  const t = useT()
  const navigate = useNavigate()
  const actions = useFlowActions()
  const [first, second, ...more] = chosen.rows
  const canCompare = second !== undefined && more.length === 0 && first?.linkId === second.linkId
  return (
    <>
      <Button
        size="small"
        disabled={!canCompare}
        title={canCompare ? undefined : t('flow.compareHelp')}
        onClick={() => {
          if (first && second) void navigate(comparisonOf(first, second))
        }}
      >
        {t('flow.compare')}
      </Button>
      {canEdit && (
        <Button size="small" danger onClick={() => actions.remove(chosen.ids, chosen.clear)}>
          {t('action.delete')}
        </Button>
      )}
    </>
  )
}

/** The earlier one is the baseline. */
function comparisonOf(a: MonitorLinkSession, b: MonitorLinkSession): string {
  const [base, other] = a.startedAt <= b.startedAt ? [a, b] : [b, a]
  return links.flowComparison(base.id, other.id)
}

type Column = DataColumn<MonitorLinkSession, 'startedAt'>

function useColumns(of: ListProps['of'], canEdit: boolean): readonly Column[] {
  const t = useT()
  const actionsOf = useRowActions(canEdit)
  return useMemo((): readonly Column[] => {
    const name: Column = {
      key: 'name',
      title: t('flow.link'),
      visibility: 'always',
      render: session => (
        <>
          <Link to={links.flowReport(session)}>{session.linkName}</Link>
          {session.isLinkDeleted && <span className="secondary"> · {t('flow.linkDeleted')}</span>}
        </>
      ),
    }
    const actions: Column = {
      key: 'actions',
      title: '',
      visibility: 'always',
      fixed: 'right',
      align: 'right',
      width: 130,
      render: session => <RowActions of={session.linkName} shown={2} actions={actionsOf(session)} />,
    }
    return [name, ...timeColumns(of, t), sizeColumn(t), actions]
  }, [t, actionsOf, of])
}

const sizeColumn = (t: Translate): Column => ({
  key: 'size',
  title: t('flow.size'),
  joins: { to: 'length', below: narrow },
  align: 'right',
  render: ({ nodes, edges }) => `${formatNumber(nodes)} / ${formatNumber(edges)}`,
})

/** When it was started and stopped, by whom, and for how long. */
function timeColumns(of: ListProps['of'], t: Translate): readonly Column[] {
  const by = (key: 'startedBy' | 'stoppedBy', to: string): Column => ({
    key,
    title: t(`flow.${key}`),
    joins: { to, below: narrow },
    render: session => session[key] || noValue,
  })
  const at = (key: 'startedAt' | 'stoppedAt'): Column => ({
    key,
    title: t(`flow.${key}`),
    render: session => <TimeText at={session[key]} withSeconds />,
  })
  return [
    at('startedAt'),
    by('startedBy', 'startedAt'),
    ...(of === 'past' ? [at('stoppedAt'), by('stoppedBy', 'stoppedAt')] : []),
    {
      key: 'length',
      title: t('flow.length'),
      align: 'right',
      render: ({ startedAt, stoppedAt }) =>
        formatDuration(Math.max(0, (stoppedAt ?? Date.now()) - startedAt)),
    },
  ]
}

function useRowActions(canEdit: boolean): (session: MonitorLinkSession) => RowAction[] {
  const t = useT()
  const navigate = useNavigate()
  const actions = useFlowActions()
  return useCallback(
    session => {
      const open = {
        key: 'open',
        label: t('action.open'),
        onClick: () => void navigate(links.flowReport(session)),
      }
      if (!canEdit || session.stoppedAt === null) return [open]
      const remove = {
        key: 'delete',
        label: t('action.delete'),
        isDangerous: true,
        onClick: () => actions.remove([session.id]),
      }
      return [open, remove]
    },
    [t, navigate, actions, canEdit],
  )
}
