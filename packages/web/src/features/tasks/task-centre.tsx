/** The task centre for performance tasks: what runs, waits, is scheduled and is over; in a project, or over all of them. */
import {
  executionStates,
  executionTriggers,
  isActiveExecution,
  type PerformanceTask,
  type Schedule,
} from '@pone/contract/entities/task.ts'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/links.ts'
import { useCan } from '../../lib/session.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { RowAction } from '../../ui/data-table/row-actions.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { type ListState, useList } from '../../ui/data-table/use-list.ts'
import { PageBody, PageHeader } from '../../ui/page-header.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { ExecutionDrawer } from './execution-drawer.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { type CentreSort, useScheduleColumns, useTaskColumns } from './task-columns.tsx'
import { type TaskScope, usePerformanceTasks, useSchedules, useTaskCounts } from './task-queries.ts'
import { TaskTabs } from './task-tabs.tsx'
import { useScheduleActions } from './use-schedule-actions.tsx'
import { useStopTask } from './use-stop-task.tsx'
import './tasks.css'

const views = ['all', 'running', 'waiting', 'scheduled', 'past'] as const
type View = (typeof views)[number]
const pastStates = executionStates.filter(state => !isActiveExecution(state))
const periods = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const
const dayMs = 86_400_000
const filterDefaults = { view: 'all', kind: 'all', trigger: 'all', state: 'all', period: 'all' }
const listDefaults = { sort: 'dueAt' as CentreSort, filters: filterDefaults }
type Filters = typeof filterDefaults
type CentreList = ListState<Filters, CentreSort>

/** The list with its view taken for a place, not for a filter. */
function useCentreList(): { list: CentreList; view: View } {
  const list = useList<CentreSort, Filters>(listDefaults)
  const { view: _view, ...filters } = list.filters
  return {
    view: views.find(one => one === list.filters.view) ?? 'all',
    list: {
      ...list,
      isFiltered: list.search !== '' || Object.values(filters).some(value => value !== 'all'),
      reset: () => list.setFilters({ kind: 'all', trigger: 'all', state: 'all', period: 'all', search: '' }),
    },
  }
}

export function TaskCentre({ scope }: { readonly scope: TaskScope }) {
  const t = useT()
  const { list, view } = useCentreList()
  const counts = useTaskCounts(scope)
  const [params, setParams] = useSearchParams()
  const openId = params.get('open')
  const open = (id: string | null) =>
    setParams(
      old => {
        const next = new URLSearchParams(old)
        if (id === null) next.delete('open')
        else next.set('open', id)
        return next
      },
      { replace: true },
    )
  const countOf = (one: View): string => {
    const count = one === 'running' || one === 'waiting' || one === 'scheduled' ? counts.data?.[one] : 0
    return count ? ` ${count}` : ''
  }
  return (
    <>
      <PageHeader
        title={t(scope.kind === 'admin' ? 'route.adminTaskCenter' : 'route.taskCenter')}
        note={<TaskTabs scope={scope} />}
      />
      <PageBody>
        <Segmented
          className="task-views"
          value={view}
          aria-label={t('task.centre.views')}
          options={views.map(value => ({ value, label: `${t(`task.centre.${value}`)}${countOf(value)}` }))}
          onChange={next => list.setFilters({ view: next, state: 'all' })}
        />
        {view === 'scheduled' ? (
          <Schedules scope={scope} list={list} />
        ) : (
          <Tasks scope={scope} list={list} view={view} onOpen={open} />
        )}
      </PageBody>
      {openId !== null && (
        <ExecutionDrawer key={openId} scope={scope} id={openId} onClose={() => open(null)} />
      )}
    </>
  )
}

function Tasks(props: {
  readonly scope: TaskScope
  readonly list: CentreList
  readonly view: View
  readonly onOpen: (id: string) => void
}) {
  const { scope, list, view, onOpen } = props
  const t = useT()
  const navigate = useNavigate()
  const canControl = useCan('run.control') || scope.kind === 'admin'
  const stop = useStopTask(scope)
  const [openedAt] = useState(() => Date.now())
  const { kind, trigger, state, period } = list.filters
  const days = period in periods ? periods[period as keyof typeof periods] : null
  const tasks = usePerformanceTasks(scope, {
    page: list.page,
    pageSize: list.pageSize,
    search: list.search,
    states: view === 'all' ? executionStates.filter(one => one === state) : statesOf(view, state),
    kind: kind === 'set' || kind === 'scenario' ? kind : null,
    trigger: executionTriggers.find(one => one === trigger) ?? null,
    from: days === null ? null : openedAt - days * dayMs,
  })
  const isOwn = scope.kind === 'project'
  const show = (task: PerformanceTask) => {
    if (task.kind === 'set') onOpen(task.id)
    else if (isOwn) void navigate(links.run({ id: task.id, state: runStateOf(task) }))
  }
  const columns = useTaskColumns({
    scope,
    now: tasks.dataUpdatedAt,
    linkOf: task =>
      task.kind === 'set' || isOwn ? (
        <button type="button" className="link-button" onClick={() => show(task)}>
          {task.name}
        </button>
      ) : (
        <span>{task.name}</span>
      ),
    actionsOf: task => {
      const actions: RowAction[] = []
      if (task.kind === 'set' || isOwn)
        actions.push({ key: 'open', label: t('action.open'), onClick: () => show(task) })
      if (isActiveExecution(task.state) && canControl) {
        actions.push(
          { key: 'stop', label: t('execution.stop'), onClick: () => stop(task, false) },
          {
            key: 'forceStop',
            label: t('execution.forceStop'),
            isDangerous: true,
            onClick: () => stop(task, true),
          },
        )
      }
      return actions
    },
  })
  return (
    <DataTable<PerformanceTask, Filters, CentreSort>
      storageKey={`tasks-${scope.kind}`}
      label={t('route.task.PRPerformanceTask')}
      columns={columns}
      query={tasks}
      list={list}
      rowId={task => task.id}
      onRowClick={show}
      filters={<TaskFilters scope={scope} list={list} view={view} />}
      empty={{
        title: t(view === 'all' ? 'task.centre.emptyAll' : `task.centre.${emptyOf[view]}`),
        text: t(isOwn ? 'task.centre.emptyText' : 'task.centre.emptyAdminText'),
        action: isOwn && <ToSets />,
      }}
    />
  )
}

const emptyOf = {
  running: 'emptyRunning',
  waiting: 'emptyWaiting',
  scheduled: 'emptyScheduled',
  past: 'emptyPast',
} as const satisfies Record<Exclude<View, 'all'>, string>

function statesOf(view: Exclude<View, 'all'>, state: string): PerformanceTask['state'][] {
  if (view === 'running' || view === 'waiting') return [view]
  const chosen = pastStates.filter(one => one === state)
  return chosen.length > 0 ? chosen : [...pastStates]
}

/** A run's state as far as its best page depends on it. */
const runStateOf = (task: PerformanceTask): string => (isActiveExecution(task.state) ? 'running' : 'complete')

function ToSets() {
  const t = useT()
  return (
    <Link to={links.taskSets}>
      <Button type="primary">{t('task.centre.toSets')}</Button>
    </Link>
  )
}

function TaskFilters({
  scope,
  list,
  view,
}: {
  readonly scope: TaskScope
  readonly list: CentreList
  readonly view: View
}) {
  const t = useT()
  const select = (
    name: 'kind' | 'trigger' | 'state' | 'period',
    label: string,
    options: { value: string; label: string }[],
  ) => (
    <Select
      value={list.filters[name]}
      aria-label={label}
      popupMatchSelectWidth={false}
      options={options}
      onChange={value => list.setFilters({ [name]: value })}
    />
  )
  return (
    <>
      <SearchField
        value={list.search}
        placeholder={t(scope.kind === 'admin' ? 'task.centre.searchAll' : 'task.centre.search')}
        onSearch={search => list.setFilters({ search })}
      />
      {select('kind', t('task.centre.kind'), [
        { value: 'all', label: t('task.centre.anyKind') },
        { value: 'set', label: t('task.centre.kind.set') },
        { value: 'scenario', label: t('task.centre.kind.scenario') },
      ])}
      {select('trigger', t('task.centre.trigger'), [
        { value: 'all', label: t('task.centre.anyTrigger') },
        ...executionTriggers.map(value => ({
          value: value as string,
          label: t(`task.centre.trigger.${value}`),
        })),
      ])}
      {(view === 'past' || view === 'all') &&
        select('state', t('task.centre.state'), [
          { value: 'all', label: t('task.centre.anyState') },
          ...(view === 'past' ? pastStates : executionStates).map(value => ({
            value: value as string,
            label: t(`executionState.${value}`),
          })),
        ])}
      {(view === 'past' || view === 'all') &&
        select('period', t('task.centre.period'), [
          { value: 'all', label: t('task.centre.anyTime') },
          ...Object.entries(periods).map(([value, count]) => ({
            value,
            label: t('task.centre.lastDays', { count }),
          })),
        ])}
    </>
  )
}

function Schedules({ scope, list }: { readonly scope: TaskScope; readonly list: CentreList }) {
  const t = useT()
  const navigate = useNavigate()
  const [edited, setEdited] = useState<Schedule | null>(null)
  const schedules = useSchedules(scope, {
    page: list.page,
    pageSize: list.pageSize,
    search: list.search,
  })
  const actions = useScheduleActions()
  const isOwn = scope.kind === 'project'
  const mayChange = isOwn && actions.canExecute
  const setAddress = (schedule: Schedule) => links.taskSet(schedule.setId)
  const columns = useScheduleColumns({
    scope,
    nameOf: schedule =>
      isOwn ? <Link to={setAddress(schedule)}>{schedule.setName}</Link> : schedule.setName,
    switchOf: schedule =>
      isOwn ? (
        actions.enabledSwitch(schedule)
      ) : (
        <StatusTag tone={schedule.isEnabled ? 'passed' : 'off'}>{t('schedule.enabled')}</StatusTag>
      ),
    actionsOf: schedule =>
      mayChange
        ? [
            { key: 'edit', label: t('action.edit'), onClick: () => setEdited(schedule) },
            {
              key: 'delete',
              label: t('action.delete'),
              isDangerous: true,
              onClick: () => actions.remove(schedule),
            },
          ]
        : [],
  })
  return (
    <>
      <DataTable<Schedule, Filters, CentreSort>
        storageKey={`schedules-${scope.kind}`}
        label={t('task.section.schedules')}
        columns={columns}
        query={schedules}
        list={{ ...list, isFiltered: list.search !== '' }}
        rowId={schedule => schedule.id}
        {...(isOwn ? { onRowClick: (schedule: Schedule) => void navigate(setAddress(schedule)) } : {})}
        filters={
          <SearchField
            value={list.search}
            placeholder={t(isOwn ? 'task.centre.search' : 'task.centre.searchAll')}
            onSearch={search => list.setFilters({ search })}
          />
        }
        empty={{ title: t('task.centre.emptyScheduled'), action: isOwn && <ToSets /> }}
      />
      {edited !== null && (
        <ScheduleDialog
          set={{ id: edited.setId, name: edited.setName }}
          schedule={edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
