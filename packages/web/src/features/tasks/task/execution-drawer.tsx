/** One execution of a task set: its state, and each task with its run and report; polled while active. */

import type { Execution, TaskResult } from '@pone/contract/entities/task.ts'
import { isActiveExecution, isEndedTask } from '@pone/contract/entities/task.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { formatDuration, formatMs, formatNumber, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { Button, Descriptions, Drawer, Table } from 'antd'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { ActionsHeading } from '../../../ui/data-table/actions-heading.tsx'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { ownPages } from '../../../ui/run/own-report.ts'
import { SlaTag } from '../../../ui/run/run-state.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { type TaskScope, useExecution, useTaskAction } from '../task-queries.ts'
import { useExecutionCause, useTaskCause } from '../task-texts.ts'
import { ExecutionStateTag, TaskStateTag } from './task-state-tags.tsx'
import { useStartSet } from './use-start-set.ts'
import { useStopTask } from './use-stop-task.tsx'

export interface ExecutionDrawerProps {
  readonly scope: TaskScope
  readonly id: string
  readonly onClose: () => void
}

export function ExecutionDrawer({ scope, id, onClose }: ExecutionDrawerProps) {
  const t = useT()
  const execution = useExecution(scope, id)
  const { data } = execution
  return (
    <Drawer
      open
      size={920}
      className="task-drawer"
      title={data ? t('execution.title', { name: data.name, number: data.number }) : ''}
      extra={data && <Controls scope={scope} execution={data} />}
      onClose={onClose}
    >
      {data ? (
        <Content scope={scope} execution={data} />
      ) : execution.error ? (
        <ErrorState error={execution.error} onRetry={() => void execution.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Drawer>
  )
}

function Controls({ scope, execution }: { readonly scope: TaskScope; readonly execution: Execution }) {
  const t = useT()
  const canControl = useCan('run.control') || scope.kind === 'admin'
  const canExecute = useCan('run.execute') && scope.kind === 'project'
  const stop = useStopTask(scope)
  const start = useStartSet()
  if (isActiveExecution(execution.state)) {
    if (!canControl) return null
    return (
      <span className="task-controls">
        {!execution.isStopping && (
          <Button onClick={() => stop(execution, false)}>{t('execution.stop')}</Button>
        )}
        <Button danger onClick={() => stop(execution, true)}>
          {t('execution.forceStop')}
        </Button>
      </span>
    )
  }
  const { setId } = execution
  if (!canExecute || setId === null) return null
  return (
    <Button loading={start.isStarting} onClick={() => start.start(setId)}>
      {t('execution.again')}
    </Button>
  )
}

function Content({ scope, execution }: { readonly scope: TaskScope; readonly execution: Execution }) {
  const t = useT()
  const causeText = useExecutionCause()
  const cause = causeText(execution)
  const { startedAt, endedAt, options } = execution
  return (
    <>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2 }}
        items={[
          {
            key: 'state',
            label: t('task.centre.state'),
            children: <ExecutionStateTag state={execution.state} isStopping={execution.isStopping} />,
          },
          {
            key: 'by',
            label: t('task.centre.by'),
            children: `${execution.startedBy} · ${t(`task.centre.trigger.${execution.trigger}`)}`,
          },
          ...(cause === '' ? [] : [{ key: 'cause', label: t('execution.cause'), children: cause }]),
          { key: 'how', label: t('execution.how'), children: t(`task.mode.${options.mode}`) },
          ...(execution.trigger === 'schedule'
            ? [
                {
                  key: 'due',
                  label: t('execution.due'),
                  children: <TimeText at={execution.dueAt} withSeconds />,
                },
              ]
            : []),
          {
            key: 'started',
            label: t('execution.startedAt'),
            children: <TimeText at={startedAt} withSeconds />,
          },
          { key: 'ended', label: t('execution.endedAt'), children: <TimeText at={endedAt} withSeconds /> },
          {
            key: 'elapsed',
            label: t('task.centre.elapsed'),
            children: formatDuration(runDurationMs({ startedAt, endedAt }, execution.now)),
          },
          ...(isActiveExecution(execution.state)
            ? [
                {
                  key: 'machines',
                  label: t('task.centre.machines'),
                  children: execution.machines.join(', ') || noValue,
                },
                {
                  key: 'release',
                  label: t('task.centre.release'),
                  children: <TimeText at={execution.releaseAt} withSeconds />,
                },
              ]
            : []),
          ...(scope.kind === 'admin'
            ? [{ key: 'project', label: t('task.centre.project'), children: execution.projectName }]
            : execution.setId === null
              ? []
              : [
                  {
                    key: 'set',
                    label: t('task.setName'),
                    children: <Link to={links.taskSet(execution.setId)}>{t('execution.openSet')}</Link>,
                  },
                ]),
        ]}
      />
      {execution.tasks.length > 0 && <Results scope={scope} execution={execution} />}
    </>
  )
}

function Results({ scope, execution }: { readonly scope: TaskScope; readonly execution: Execution }) {
  const t = useT()
  const taskCause = useTaskCause()
  const canControl = useCan('run.control') && scope.kind === 'project'
  const skip = useSkip(execution)
  const pages = useRowPages(execution.tasks.length)
  return (
    <Table<TaskResult>
      size="small"
      rowKey="id"
      className="task-results"
      dataSource={execution.tasks}
      pagination={pages}
      scroll={{ x: 'max-content' }}
      columns={[
        { title: '#', width: 36, render: (_, task) => task.position + 1 },
        {
          title: t('task.taskName'),
          render: (_, task) => (
            <div>
              <div className="task-name">{task.name}</div>
              {task.scenarioName !== task.name && <div className="secondary">{task.scenarioName}</div>}
            </div>
          ),
        },
        {
          title: t('task.centre.state'),
          render: (_, task) => (
            <div className="task-result-state">
              <TaskStateTag state={task.state} />
              {taskCause(task) !== '' && <div className="secondary">{taskCause(task)}</div>}
            </div>
          ),
        },
        {
          title: t('task.centre.elapsed'),
          align: 'right',
          render: (_, task) => timeOf(task, execution.now, t),
        },
        {
          title: t('execution.requests'),
          align: 'right',
          render: (_, task) => (task.run ? formatNumber(task.run.requests) : noValue),
        },
        { title: 'P95', align: 'right', render: (_, task) => formatMs(task.run?.p95Ms ?? null) },
        {
          title: t('execution.errors'),
          align: 'right',
          render: (_, { run }) =>
            formatPercent(run === null || run.requests === 0 ? null : (run.failed / run.requests) * 100),
        },
        {
          title: t('execution.sla'),
          render: (_, { run }) => (run === null ? noValue : <SlaTag state={run.sla} />),
        },
        {
          title: <ActionsHeading />,
          align: 'right',
          render: (_, task) => (
            <span className="task-controls">
              {scope.kind === 'project' && task.run && task.run.startedAt !== null && (
                <RunLinks run={task.run} engine={execution.engine} />
              )}
              {canControl && isActiveExecution(execution.state) && !isEndedTask(task.state) && (
                <button type="button" className="link-button" onClick={() => skip(task)}>
                  {t('execution.skip')}
                </button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

/** Elapsed or total time of the task's run, or its planned duration before the start. */
function timeOf(task: TaskResult, now: number, t: Translate): string {
  const begun = task.run?.startedAt ?? null
  if (begun === null) {
    return task.plannedMs === null
      ? noValue
      : t('execution.planned', { time: formatDuration(task.plannedMs) })
  }
  return formatDuration(runDurationMs({ startedAt: begun, endedAt: task.run?.endedAt ?? null }, now))
}

/** Links to the live page of an active run, or to its reports: the engine's own report, if it has one, and the report that all runs have. */
function RunLinks({
  run,
  engine,
}: {
  readonly run: NonNullable<TaskResult['run']>
  readonly engine: Engine
}) {
  const t = useT()
  if (isActiveRun(run.state)) return <Link to={links.run(run)}>{t('execution.live')}</Link>
  const own = ownPages[engine]?.report
  return (
    <>
      {own && <Link to={own.linkTo(run.id)}>{t(own.title)}</Link>}
      <Link to={links.report(run.id)}>{t(own ? 'execution.generalReport' : 'execution.report')}</Link>
    </>
  )
}

function useSkip(execution: Execution): (task: TaskResult) => void {
  const t = useT()
  const confirm = useConfirm()
  const projectId = useSession('projectId')
  const skip = useTaskAction((taskId: string) => api.task.skip({ projectId, id: execution.id, taskId }))
  return task =>
    confirm({
      title: t('execution.skip'),
      text: t('execution.skipConfirm', { name: task.name }),
      verb: t('execution.skip'),
      onConfirm: () => skip.mutateAsync(task.id),
    })
}
