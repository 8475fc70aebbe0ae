/** Columns of the task centre: performance tasks, and schedules. */
import type { PerformanceTask, Schedule } from '@pone/contract/entities/task.ts'
import { formatDuration, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { ReactNode } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import type { DataColumn } from '../../../ui/data-table/data-table.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import type { TaskScope } from '../task-queries.ts'
import { useRuleText } from '../task-texts.ts'
import { taskKindViews } from './task-kinds.tsx'
import { TaskProgress } from './task-progress.tsx'
import { ExecutionStateTag } from './task-state-tags.tsx'

export type CentreSort = 'dueAt'

/** Widths of the table in px below which columns join: in a window of 1,440 px, and in one of 1,024 px. */
const usual = 1_280
const narrow = 960

export function useTaskColumns(options: {
  readonly scope: TaskScope
  /** Browser clock at the last response, epoch ms. */
  readonly now: number
  readonly linkOf: (task: PerformanceTask) => ReactNode
  readonly actionsOf: (task: PerformanceTask) => readonly RowAction[]
}): readonly DataColumn<PerformanceTask, CentreSort>[] {
  const t = useT()
  const { now } = options
  return [
    {
      key: 'name',
      title: t('task.centre.name'),
      visibility: 'always',
      render: task => (
        <span className="task-cell">
          <span className="faint" title={t(`task.centre.kind.${task.kind}`)}>
            {taskKindViews[task.kind].icon}
          </span>
          {options.linkOf(task)} <span className="faint tabular">#{task.number}</span>
        </span>
      ),
    },
    ...(options.scope.kind === 'admin'
      ? [
          {
            key: 'project',
            title: t('task.centre.project'),
            joins: { to: 'name', below: narrow },
            render: (task: PerformanceTask) => task.projectName,
          },
        ]
      : []),
    {
      key: 'state',
      title: t('task.centre.state'),
      render: task => <ExecutionStateTag state={task.state} />,
    },
    {
      key: 'progress',
      title: t('task.centre.progress'),
      joins: { to: 'state', below: narrow },
      render: task => (task.allTasks === 0 ? noValue : <TaskProgress task={task} />),
    },
    ...factColumns(t, now),
    {
      key: 'actions',
      title: '',
      visibility: 'always',
      fixed: 'right',
      align: 'right',
      render: task => <RowActions of={`${task.name} #${task.number}`} actions={options.actionsOf(task)} />,
    },
  ]
}

/** Who started it and when, and its duration. */
const factColumns = (t: Translate, now: number): DataColumn<PerformanceTask, CentreSort>[] => [
  {
    key: 'trigger',
    title: t('task.centre.trigger'),
    joins: { to: 'by', below: usual },
    render: task => t(`task.centre.trigger.${task.trigger}`),
  },
  {
    key: 'by',
    title: t('task.centre.by'),
    joins: { to: 'name', below: narrow },
    render: task => task.startedBy,
  },
  {
    key: 'due',
    title: t('task.centre.due'),
    render: task => <TimeText at={task.startedAt ?? task.dueAt} withSeconds />,
  },
  {
    key: 'elapsed',
    title: t('task.centre.elapsed'),
    joins: { to: 'due', below: narrow },
    align: 'right',
    render: task => <span className="tabular">{formatDuration(runDurationMs(task, now))}</span>,
  },
  {
    key: 'users',
    title: t('task.centre.users'),
    joins: { to: 'machines', below: narrow },
    align: 'right',
    render: task =>
      task.users === 0 ? noValue : <span className="tabular">{formatNumber(task.users)}</span>,
  },
  {
    key: 'machines',
    title: t('task.centre.machines'),
    ellipsis: true,
    render: task => task.machines.join(', ') || noValue,
  },
  {
    key: 'release',
    title: t('task.centre.release'),
    joins: { to: 'machines', below: usual },
    render: task => (task.releaseAt === null ? noValue : <TimeText at={task.releaseAt} withSeconds />),
  },
]

export function useScheduleColumns(options: {
  readonly scope: TaskScope
  readonly nameOf: (schedule: Schedule) => ReactNode
  readonly switchOf: (schedule: Schedule) => ReactNode
  readonly actionsOf: (schedule: Schedule) => readonly RowAction[]
}): readonly DataColumn<Schedule, CentreSort>[] {
  const t = useT()
  const ruleText = useRuleText()
  return [
    {
      key: 'set',
      title: t('task.setName'),
      visibility: 'always',
      render: schedule => options.nameOf(schedule),
    },
    ...(options.scope.kind === 'admin'
      ? [
          {
            key: 'project',
            title: t('task.centre.project'),
            render: (schedule: Schedule) => schedule.projectName,
          },
        ]
      : []),
    { key: 'enabled', title: t('schedule.enabled'), render: schedule => options.switchOf(schedule) },
    { key: 'rule', title: t('schedule.rule'), render: schedule => ruleText(schedule.rule) },
    {
      key: 'next',
      title: t('schedule.nextAt'),
      render: schedule =>
        schedule.nextAt === null && schedule.isEnabled ? (
          t('schedule.over')
        ) : (
          <TimeText at={schedule.nextAt} />
        ),
    },
    { key: 'last', title: t('schedule.lastAt'), render: schedule => <TimeText at={schedule.lastAt} /> },
    { key: 'by', title: t('schedule.by'), render: schedule => schedule.createdBy },
    {
      key: 'actions',
      title: '',
      visibility: 'always',
      fixed: 'right',
      align: 'right',
      render: schedule => <RowActions of={schedule.setName} actions={options.actionsOf(schedule)} />,
    },
  ]
}
