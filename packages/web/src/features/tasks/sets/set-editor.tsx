/** One task set on one page: tasks, options, schedules, and latest executions. */
import { CaretRightOutlined, ClockCircleOutlined, EyeOutlined } from '@ant-design/icons'
import type { Schedule, TaskSet } from '@pone/contract/entities/task.ts'
import { formatDuration } from '@pone/metrics/figures.ts'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { ActionsHeading } from '../../../ui/data-table/actions-heading.tsx'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { PageBody, PageHeader } from '../../../ui/page/page-header.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ScheduleDialog } from '../schedules/schedule-dialog.tsx'
import { useScheduleActions } from '../schedules/use-schedule-actions.tsx'
import { ExecutionStateTag } from '../task/task-state-tags.tsx'
import { useStartSet } from '../task/use-start-set.ts'
import { usePerformanceTasks, useSchedules } from '../task-queries.ts'
import { useRuleText } from '../task-texts.ts'
import { SetOptions } from './set-options.tsx'
import { SetTasks } from './set-tasks.tsx'

export function SetEditor({
  set,
  chosenTaskId,
}: {
  readonly set: TaskSet
  readonly chosenTaskId: string | null
}) {
  const t = useT()
  const canEdit = useCan('scenario.edit')
  const canSeeRuns = useCan('run.view')
  const [dialog, setDialog] = useState<Schedule | 'new' | null>(null)
  return (
    <div className="task-editor">
      <PageHeader
        title={set.name}
        note={<span className="faint">{t(canEdit ? 'task.savedAtOnce' : 'task.readOnly')}</span>}
        actions={<Actions set={set} onSchedule={() => setDialog('new')} />}
      />
      <PageBody>
        <section className="task-section" aria-labelledby="task-tasks">
          <h2 id="task-tasks">
            {t('task.section.tasks')} <Total set={set} />
          </h2>
          <SetTasks set={set} chosenTaskId={chosenTaskId} />
        </section>
        <section className="task-section" aria-labelledby="task-options">
          <h2 id="task-options">{t('task.section.options')}</h2>
          <SetOptions set={set} />
        </section>
        {canSeeRuns && (
          <>
            <section className="task-section" aria-labelledby="task-schedules">
              <h2 id="task-schedules">{t('task.section.schedules')}</h2>
              <SetSchedules set={set} onEdit={setDialog} />
            </section>
            <section className="task-section" aria-labelledby="task-past">
              <h2 id="task-past">{t('task.section.past')}</h2>
              <SetExecutions set={set} />
            </section>
          </>
        )}
      </PageBody>
      {dialog !== null && (
        <ScheduleDialog
          set={set}
          schedule={dialog === 'new' ? null : dialog}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

/** Schedules the set, starts it, or opens its active execution. */
function Actions({ set, onSchedule }: { readonly set: TaskSet; readonly onSchedule: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const canExecute = useCan('run.execute')
  const canSeeRuns = useCan('run.view')
  const start = useStartSet()
  const { activeExecutionId, tasks, document } = set
  const isRunnable = tasks.some(task => task.document.isEnabled)
  return (
    <>
      {canExecute && (
        <Button icon={<ClockCircleOutlined />} disabled={!isRunnable} onClick={onSchedule}>
          {t('task.schedule')}
        </Button>
      )}
      {activeExecutionId !== null && canSeeRuns ? (
        <Button
          type="primary"
          icon={<EyeOutlined />}
          onClick={() => void navigate(links.execution({ id: activeExecutionId, engine: document.engine }))}
        >
          {t('task.watch')}
        </Button>
      ) : (
        canExecute && (
          <Button
            type="primary"
            icon={<CaretRightOutlined />}
            disabled={!isRunnable}
            loading={start.isStarting}
            onClick={() => start.start(set.id)}
          >
            {t('task.run')}
          </Button>
        )
      )}
    </>
  )
}

/** Planned duration of the enabled tasks; nothing when one of them has no end. */
function Total({ set }: { readonly set: TaskSet }) {
  const t = useT()
  const { mode, pauseSeconds } = set.document
  const lengths = set.tasks
    .filter(task => task.document.isEnabled)
    .map(task => task.outlook?.plannedMs ?? null)
  const known = lengths.flatMap(length => length ?? [])
  if (known.length === 0 || known.length < lengths.length) return null
  const time =
    mode === 'parallel'
      ? Math.max(...known)
      : known.reduce((sum, length) => sum + length, 0) + (known.length - 1) * pauseSeconds * 1_000
  return <small className="secondary">{t('task.total', { time: formatDuration(time) })}</small>
}

function SetSchedules({
  set,
  onEdit,
}: {
  readonly set: TaskSet
  readonly onEdit: (schedule: Schedule) => void
}) {
  const t = useT()
  const ruleText = useRuleText()
  const projectId = useSession('projectId')
  const schedules = useSchedules({ kind: 'project', projectId }, { setId: set.id, pageSize: 50 })
  const actions = useScheduleActions()
  if (!schedules.data || schedules.data.rows.length === 0)
    return schedules.data ? <p className="secondary">{t('task.noSchedules')}</p> : null
  return (
    <Table<Schedule>
      size="small"
      rowKey="id"
      className="task-table"
      dataSource={schedules.data.rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      columns={[
        { title: t('schedule.enabled'), width: 84, render: (_, row) => actions.enabledSwitch(row) },
        { title: t('schedule.rule'), render: (_, row) => ruleText(row.rule) },
        {
          title: t('schedule.nextAt'),
          render: (_, row) => (row.nextAt === null ? t('schedule.over') : <TimeText at={row.nextAt} />),
        },
        { title: t('schedule.by'), dataIndex: 'createdBy' },
        {
          title: <ActionsHeading />,
          align: 'right',
          render: (_, row) =>
            actions.canExecute && (
              <RowActions
                of={ruleText(row.rule)}
                actions={[
                  { key: 'edit', label: t('action.edit'), onClick: () => onEdit(row) },
                  {
                    key: 'delete',
                    label: t('action.delete'),
                    isDangerous: true,
                    onClick: () => actions.remove(row),
                  },
                ]}
              />
            ),
        },
      ]}
    />
  )
}

function SetExecutions({ set }: { readonly set: TaskSet }) {
  const t = useT()
  const projectId = useSession('projectId')
  const past = usePerformanceTasks({ kind: 'project', projectId }, { setId: set.id })
  if (!past.data || past.data.rows.length === 0)
    return past.data ? <p className="secondary">{t('task.noPast')}</p> : null
  const { rows } = past.data
  return (
    <>
      <Table
        size="small"
        rowKey="id"
        className="task-table"
        dataSource={rows.slice(0, 5)}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          {
            title: '#',
            width: 64,
            render: (_, row) => <Link to={links.execution(row)}>#{row.number}</Link>,
          },
          { title: t('task.centre.state'), render: (_, row) => <ExecutionStateTag state={row.state} /> },
          { title: t('task.centre.due'), render: (_, row) => <TimeText at={row.dueAt} withSeconds /> },
          {
            title: t('task.centre.elapsed'),
            align: 'right',
            className: 'numeric',
            render: (_, row) =>
              formatDuration(
                row.startedAt === null ? null : (row.endedAt ?? past.dataUpdatedAt) - row.startedAt,
              ),
          },
          { title: t('task.centre.trigger'), render: (_, row) => t(`task.centre.trigger.${row.trigger}`) },
          { title: t('task.centre.by'), dataIndex: 'startedBy' },
        ]}
      />
      {past.data.total > 5 && (
        <p>
          <Link to={`${links.tasks(set.document.engine)}?search=${encodeURIComponent(set.name)}`}>
            {t('task.allPast')}
          </Link>
        </p>
      )}
    </>
  )
}
