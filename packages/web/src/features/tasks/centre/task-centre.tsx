/** The task centre for performance tasks: running, waiting, scheduled and past ones, of a project or of all projects. */

import { isActiveExecution, type PerformanceTask } from '@pone/contract/entities/task.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan } from '../../../lib/session/session.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { RowAction } from '../../../ui/data-table/row-actions.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { ownPages } from '../../../ui/run/own-report.ts'
import { ToTasks } from '../sets/to-sets.tsx'
import { ExecutionDrawer } from '../task/execution-drawer.tsx'
import { type CentreSort, useTaskColumns } from '../task/task-columns.tsx'
import { taskKindViews } from '../task/task-kinds.tsx'
import { useStopTask } from '../task/use-stop-task.tsx'
import { type TaskScope, usePerformanceTasks, useTaskCounts } from '../task-queries.ts'
import { type CentreList, type Filters, taskFilter, useCentreList, type View, views } from './centre-list.ts'
import { CentreSchedules } from './centre-schedules.tsx'
import { TaskFilters } from './task-filters.tsx'
import { TaskTabs } from './task-tabs.tsx'
import '../tasks.css'

export function TaskCentre({ scope, engine }: { readonly scope: TaskScope; readonly engine: Engine }) {
  const t = useT()
  const { list, view } = useCentreList()
  const counts = useTaskCounts(scope, engine)
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
          <CentreSchedules scope={scope} engine={engine} list={list} />
        ) : (
          <Tasks scope={scope} engine={engine} list={list} view={view} onOpen={open} />
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
  readonly engine: Engine
  readonly list: CentreList
  readonly view: View
  readonly onOpen: (id: string) => void
}) {
  const { scope, engine, list, view, onOpen } = props
  const { displayName } = engines[engine]
  const t = useT()
  const navigate = useNavigate()
  const [openedAt] = useState(() => Date.now())
  const tasks = usePerformanceTasks(scope, {
    page: list.page,
    pageSize: list.pageSize,
    search: list.search,
    engine,
    ...taskFilter(view, list.filters, openedAt),
  })
  const isOwn = scope.kind === 'project'
  const show = (task: PerformanceTask) => {
    if (taskKindViews[task.kind].opensInDrawer) onOpen(task.id)
    else if (isOwn) void navigate(links.run({ id: task.id, state: runStateOf(task) }))
  }
  const columns = useTaskColumns({
    scope,
    now: tasks.dataUpdatedAt,
    linkOf: task =>
      taskKindViews[task.kind].opensInDrawer || isOwn ? (
        <button type="button" className="link-button" onClick={() => show(task)}>
          {task.name}
        </button>
      ) : (
        <span>{task.name}</span>
      ),
    actionsOf: useActions({ scope, engine, onShow: show }),
  })
  return (
    <DataTable<PerformanceTask, Filters, CentreSort>
      storageKey={`tasks-${scope.kind}`}
      label={t(`route.task.${displayName}PerformanceTask`)}
      columns={columns}
      query={tasks}
      list={list}
      rowId={task => task.id}
      onRowClick={show}
      filters={<TaskFilters scope={scope} list={list} view={view} />}
      empty={{
        title:
          view === 'all'
            ? t('task.centre.emptyAll', { engine: displayName })
            : t(`task.centre.${emptyOf[view]}`),
        text: t(isOwn ? `task.centre.emptyText.${engine}` : 'task.centre.emptyAdminText', {
          engine: displayName,
        }),
        action: isOwn && <ToTasks engine={engine} />,
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

/** The state of a run as far as the choice of its page depends on it. */
const runStateOf = (task: PerformanceTask): string => (isActiveExecution(task.state) ? 'running' : 'complete')

/** Actions on a task: view, the engine's own pages, stop. */
function useActions({
  scope,
  engine,
  onShow,
}: {
  readonly scope: TaskScope
  readonly engine: Engine
  readonly onShow: (task: PerformanceTask) => void
}): (task: PerformanceTask) => RowAction[] {
  const t = useT()
  const navigate = useNavigate()
  const canControl = useCan('run.control') || scope.kind === 'admin'
  const stop = useStopTask(scope)
  const isOwn = scope.kind === 'project'
  return task => {
    const actions: RowAction[] = []
    if (taskKindViews[task.kind].opensInDrawer || isOwn)
      actions.push({ key: 'open', label: t('action.open'), onClick: () => onShow(task) })
    const { report, log } = ownPages[engine] ?? {}
    if (
      isOwn &&
      taskKindViews[task.kind].isRun &&
      report !== undefined &&
      log !== undefined &&
      task.startedAt !== null
    )
      actions.push(
        ...(isActiveExecution(task.state) ? [log] : [report, log]).map(({ title, linkTo }) => ({
          key: title,
          label: t(title),
          onClick: () => void navigate(linkTo(task.id)),
        })),
      )
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
  }
}
