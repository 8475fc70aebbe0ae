/** Sessions of monitors, from a start to a stop, of a project or of all projects. */
import type { MonitorSession } from '@pone/contract/entities/monitor.ts'
import { formatDuration, noValue } from '@pone/metrics/figures.ts'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { type DataColumn, DataTable } from '../../../ui/data-table/data-table.tsx'
import { ListFilter } from '../../../ui/data-table/list-filter.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { type ListState, useList } from '../../../ui/data-table/use-list.ts'
import { useTableQuery } from '../../../ui/data-table/use-table-query.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { monitorsKey, pollMs } from '../shared/monitor-queries.ts'
import { MonitorStateTag } from '../shared/monitor-state.tsx'
import { useMonitorActions } from '../shared/use-monitor-actions.ts'
import { useMonitorTypes } from '../shared/use-monitor-types.ts'

type SessionScope = 'project' | 'admin'

const listOptions = { sort: 'startedAt' as const, filters: { running: 'all', type: '' } }
/** Table widths in px below which columns are drawn below others. */
const usual = 1_300
const narrow = 1_000
const runningStates = ['all', 'running', 'ended'] as const
const isRunningOf: Readonly<Record<string, boolean | null>> = { running: true, ended: false }

export function SessionTable({ scope, label }: { readonly scope: SessionScope; readonly label: string }) {
  const t = useT()
  const navigate = useNavigate()
  const projectId = useProjectId()
  const list = useList(listOptions)
  const input = {
    page: list.page,
    pageSize: list.pageSize,
    search: list.search,
    type: list.filters.type || null,
    isRunning: isRunningOf[list.filters.running] ?? null,
  }
  const query = useTableQuery({
    queryKey: [...monitorsKey, scope, projectId, 'sessions', input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      scope === 'admin'
        ? api.adminMonitor.sessions(input, { signal })
        : api.monitor.sessions({ ...input, projectId }, { signal }),
    refetchInterval: pollMs,
  })
  const columns = useSessionColumns(scope)
  const isOwn = scope === 'project'
  return (
    <DataTable<MonitorSession, typeof listOptions.filters, 'startedAt'>
      storageKey={`monitorSessions-${scope}`}
      label={label}
      columns={columns}
      query={query}
      list={list}
      rowId={({ id }) => id}
      {...(isOwn && { onRowClick: session => void navigate(links.monitorSession(session)) })}
      filters={<SessionFilters list={list} />}
      empty={{
        title: t('monitor.noSessions'),
        text: t('monitor.noSessionsText'),
        ...(isOwn && {
          action: <ButtonLink to={links.monitors}>{t('route.monitorManager')}</ButtonLink>,
        }),
      }}
    />
  )
}

function SessionFilters({ list }: { readonly list: ListState<typeof listOptions.filters, 'startedAt'> }) {
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  return (
    <>
      <SearchField
        value={list.search}
        placeholder={t('monitor.searchSessions')}
        onSearch={search => list.setFilters({ search })}
      />
      <ListFilter
        list={list}
        name="running"
        label={t('monitor.sessionState')}
        options={runningStates.map(value => ({ value, label: t(`monitor.sessionState.${value}`) }))}
      />
      <ListFilter
        list={list}
        name="type"
        label={t('monitor.type')}
        isSearched
        options={[
          { value: '', label: t('monitor.allTypes') },
          ...types.offered.map(({ name, names }) => ({ value: name, label: names[language] })),
        ]}
      />
    </>
  )
}

type Column = DataColumn<MonitorSession, 'startedAt'>

function useSessionColumns(scope: SessionScope): readonly Column[] {
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const actionsOf = useSessionActions()
  return useMemo(() => {
    const isOwn = scope === 'project'
    const project: Column = {
      key: 'project',
      title: t('monitor.project'),
      joins: { to: 'name', below: usual },
      render: ({ projectName }) => projectName,
    }
    const actions: Column = {
      key: 'actions',
      title: '',
      visibility: 'always',
      fixed: 'right',
      align: 'right',
      width: 130,
      render: session => <RowActions of={session.monitorName} actions={actionsOf(session)} shown={2} />,
    }
    return [
      {
        key: 'name',
        title: t('monitor.name'),
        visibility: 'always',
        render: session =>
          isOwn ? <Link to={links.monitorSession(session)}>{session.monitorName}</Link> : session.monitorName,
      },
      ...(isOwn ? [] : [project]),
      {
        key: 'type',
        title: t('monitor.type'),
        joins: { to: 'name', below: narrow },
        render: row => types.nameOf(row, language),
      },
      { key: 'state', title: t('monitor.state'), render: ({ state }) => <MonitorStateTag state={state} /> },
      {
        key: 'startedAt',
        title: t('monitor.sessionFrom'),
        render: ({ startedAt }) => <TimeText at={startedAt} withSeconds />,
      },
      {
        key: 'startedBy',
        title: t('monitor.startedBy'),
        joins: { to: 'startedAt', below: narrow },
        render: ({ startedBy }) => startedBy || noValue,
      },
      {
        key: 'stoppedAt',
        title: t('monitor.sessionTo'),
        render: ({ stoppedAt }) =>
          stoppedAt === null ? t('monitor.sessionRuns') : <TimeText at={stoppedAt} withSeconds />,
      },
      {
        key: 'stoppedBy',
        title: t('monitor.stoppedBy'),
        joins: { to: 'stoppedAt', below: narrow },
        render: ({ stoppedBy }) => stoppedBy || noValue,
      },
      {
        key: 'length',
        title: t('monitor.sessionLength'),
        joins: { to: 'stoppedAt', below: narrow },
        align: 'right',
        render: ({ startedAt, stoppedAt }) =>
          formatDuration(Math.max(0, (stoppedAt ?? Date.now()) - startedAt)),
      },
      ...(isOwn ? [actions] : []),
    ]
  }, [t, language, types, scope, actionsOf])
}

function useSessionActions(): (session: MonitorSession) => RowAction[] {
  const t = useT()
  const navigate = useNavigate()
  const canEdit = useCan('monitor.edit')
  const actions = useMonitorActions()
  return session => {
    const open = {
      key: 'open',
      label: t('action.open'),
      onClick: () => void navigate(links.monitorSession(session)),
    }
    if (!canEdit || session.stoppedAt !== null) return [open]
    const { monitorId: id, monitorName: name } = session
    const stop = {
      key: 'stop',
      label: t('monitor.stop'),
      onClick: () => actions.stop([{ id, name, isRunning: true }]),
    }
    return [open, stop]
  }
}
