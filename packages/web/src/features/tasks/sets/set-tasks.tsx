/** The tasks of a set in order of execution: scenario and overrides of each. */

import type { TaskDocument, TaskOutlook, TaskSet } from '@pone/contract/entities/task.ts'
import { formatDuration, formatNumber, noValue } from '@pone/metrics/figures.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { engines } from '@pone/plan/engines/registry.ts'
import { Select, Switch, Table, type TableColumnsType } from 'antd'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { engineOptions } from '../../../lib/engine-options.ts'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { ActionsHeading } from '../../../ui/data-table/actions-heading.tsx'
import type { DataColumn } from '../../../ui/data-table/data-column.ts'
import { joinColumns } from '../../../ui/data-table/join-columns.tsx'
import { type RowAction, RowActions } from '../../../ui/data-table/row-actions.tsx'
import { TitleLines } from '../../../ui/data-table/title-lines.tsx'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { useClusters, useSaveTask, useTaskAction, useTaskScenarios } from '../task-queries.ts'
import { LateNumber } from './late-number.tsx'
import { type ScenarioOptions, scenarioOptions } from './scenario-options.ts'

type Task = TaskSet['tasks'][number]
type Column = DataColumn<Task>

/** Widths of the table in px: in a window of 1,440 px, and below which columns join. */
const usual = 900
const narrow = 880

export function SetTasks({
  set,
  chosenTaskId,
}: {
  readonly set: TaskSet
  readonly chosenTaskId: string | null
}) {
  const t = useT()
  const isReadOnly = !useCan('scenario.edit')
  const scenarios = useTaskScenarios()
  const clusters = useClusters()
  const save = useSaveTask(set.id)
  const actions = useTaskRowActions(set, isReadOnly)
  const { engine } = set.document
  const others = engineOptions.filter(({ value }) => value !== engine).map(({ label }) => label)
  const options = scenarioOptions(scenarios.data ?? [], engine, {
    whyNot: t('task.othersNotOffered', {
      engine: engines[engine].displayName,
      other: others.join(', '),
    }),
    noFolder: t('task.noFolder'),
  })
  const change = (task: Task, document: Partial<TaskDocument>) =>
    save.mutate({ id: task.id, document: { ...task.document, ...document } })

  const context: ColumnContext = { engine, options, clusters: clusters.data ?? [], isReadOnly, change }
  const [box, width] = useWidth<HTMLDivElement>(usual)
  const shown = joinColumns([...whatColumns(context, t), ...differenceColumns(context, t)], width)
  const columns: TableColumnsType<Task> = [
    { title: '#', width: 32, render: (_, _task, index) => index + 1 },
    ...shown.map(tableColumn),
    {
      title: <ActionsHeading />,
      align: 'right',
      width: 48,
      fixed: 'right',
      render: (_, task, index) => (
        <RowActions of={`#${index + 1}`} shown={0} actions={actions(task, index)} />
      ),
    },
  ]
  return (
    <div ref={box}>
      {set.tasks.length === 0 ? (
        <p className="secondary">{t('task.noTasks')}</p>
      ) : (
        <Table<Task>
          size="small"
          rowKey="id"
          className="task-table"
          dataSource={[...set.tasks]}
          pagination={false}
          scroll={{ x: 'max-content' }}
          rowClassName={task =>
            [
              task.id === chosenTaskId ? 'task-row-chosen' : '',
              task.document.isEnabled ? '' : 'task-row-off',
            ].join(' ')
          }
          columns={columns}
        />
      )}
      {!isReadOnly && <AddScenario set={set} options={options} />}
    </div>
  )
}

/** A column in the format of the table component. */
const tableColumn = ({ key, title, titleLines, width, render }: Column): TableColumnsType<Task>[number] => ({
  key,
  title: titleLines ? <TitleLines lines={titleLines} /> : title,
  ...(width && { width }),
  render: (_, task) => render(task),
})

interface ColumnContext {
  readonly engine: Engine
  readonly options: ScenarioOptions[]
  readonly clusters: readonly { readonly id: string; readonly name: string }[]
  readonly isReadOnly: boolean
  readonly change: (task: Task, document: Partial<TaskDocument>) => void
}

/** Whether the task is enabled, its name and its scenario. */
const whatColumns = (
  { engine, options, isReadOnly, change }: ColumnContext,
  t: Translate,
): readonly Column[] => [
  {
    key: 'enabled',
    title: t('task.enabled'),
    width: 72,
    render: task => (
      <Switch
        size="small"
        disabled={isReadOnly}
        checked={task.document.isEnabled}
        aria-label={`${t('task.enabled')}: ${task.name}`}
        onChange={isEnabled => change(task, { isEnabled })}
      />
    ),
  },
  {
    key: 'taskName',
    title: t('task.taskName'),
    render: task => (
      <div className="task-what">
        <div className="task-name">{task.name}</div>
        <div className="task-outlook">{outlookText(t, task.outlook)}</div>
      </div>
    ),
  },
  {
    key: 'scenario',
    title: t('task.scenario'),
    joins: { to: 'taskName', below: narrow },
    render: task => (
      <>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          className="task-choice"
          disabled={isReadOnly}
          aria-label={`${t('task.scenario')}: ${task.name}`}
          popupMatchSelectWidth={false}
          status={task.outlook?.engine === engine ? '' : 'error'}
          value={task.outlook === null ? null : task.document.scenarioId}
          placeholder={t('task.scenarioGone')}
          options={options}
          onChange={scenarioId => change(task, { scenarioId })}
        />
        {task.outlook !== null && task.outlook.engine !== engine && (
          <div className="task-other-engine">
            {t('task.isOtherEngine', { other: engines[task.outlook.engine].displayName })}
          </div>
        )}
      </>
    ),
  },
]

/** Overrides of the scenario: load, duration and cluster. */
const differenceColumns = (
  { clusters, isReadOnly, change }: ColumnContext,
  t: Translate,
): readonly Column[] => [
  {
    key: 'load',
    title: t('task.load'),
    width: 96,
    render: task => (
      <LateNumber
        label={`${t('task.load')}: ${task.name}`}
        value={task.document.loadPercent}
        min={1}
        max={1_000}
        unit="%"
        isReadOnly={isReadOnly}
        onCommit={loadPercent => loadPercent !== null && change(task, { loadPercent })}
      />
    ),
  },
  {
    key: 'duration',
    title: t('task.duration'),
    joins: { to: 'load', below: narrow },
    width: 116,
    render: task => (
      <LateNumber
        label={`${t('task.duration')}: ${task.name}`}
        value={task.document.durationSeconds}
        min={1}
        max={604_800}
        placeholder={t('task.ownDuration')}
        isReadOnly={isReadOnly}
        onCommit={durationSeconds => change(task, { durationSeconds })}
      />
    ),
  },
  {
    key: 'cluster',
    title: t('task.cluster'),
    joins: { to: 'load', below: narrow },
    render: task => (
      <Select
        disabled={isReadOnly}
        aria-label={`${t('task.cluster')}: ${task.name}`}
        className="task-choice"
        popupMatchSelectWidth={false}
        value={task.document.clusterId}
        options={[
          { value: null as string | null, label: t('task.ownCluster') },
          ...clusters.map(cluster => ({
            value: cluster.id as string | null,
            label: cluster.name,
          })),
        ]}
        onChange={clusterId => change(task, { clusterId })}
      />
    ),
  },
]

/** Effective load, duration and cluster of a task. */
function outlookText(t: Translate, outlook: TaskOutlook | null): string {
  if (outlook === null) return noValue
  if (outlook.peak === null)
    return [t('task.asComponents'), outlook.clusterName ?? t('task.noCluster')].join(' · ')
  const count = formatNumber(outlook.peak)
  return [
    t(outlook.isArrivals ? 'task.peakArrivals' : 'task.peakUsers', { count }),
    outlook.plannedMs === null ? t('task.openEnd') : formatDuration(outlook.plannedMs),
    outlook.clusterName ?? t('task.noCluster'),
  ].join(' · ')
}

function AddScenario({ set, options }: { readonly set: TaskSet; readonly options: ScenarioOptions[] }) {
  const t = useT()
  const projectId = useSession('projectId')
  const add = useTaskAction((scenarioId: string) =>
    api.task.addScenarios({ projectId, id: set.id, scenarioIds: [scenarioId] }),
  )
  return (
    <Select
      showSearch={{ optionFilterProp: 'label' }}
      className="task-add"
      aria-label={t('task.addScenario')}
      placeholder={t('task.addScenario')}
      value={null}
      loading={add.isPending}
      disabled={add.isPending}
      notFoundContent={t('task.noScenarios')}
      options={options}
      onChange={(scenarioId: string | null) => scenarioId !== null && add.mutate(scenarioId)}
    />
  )
}

function useTaskRowActions(set: TaskSet, isReadOnly: boolean) {
  const t = useT()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const projectId = useSession('projectId')
  const move = useTaskAction((input: { id: string; beforeId: string | null }) =>
    api.task.move({ projectId, ids: [input.id], parentId: set.id, beforeId: input.beforeId }),
  )
  const copy = useTaskAction((id: string) => api.task.copy({ projectId, ids: [id], parentId: set.id }))
  const remove = useTaskAction((id: string) => api.task.delete({ projectId, ids: [id] }))
  return (task: Task, index: number): RowAction[] => {
    const { scenarioId } = task.document
    const open: RowAction[] =
      task.outlook === null || scenarioId === null
        ? []
        : [
            {
              key: 'scenario',
              label: t('task.openScenario'),
              onClick: () => void navigate(links.scenario(scenarioId)),
            },
          ]
    if (isReadOnly) return open
    return [
      ...open,
      {
        key: 'up',
        label: t('task.up'),
        isDisabled: index === 0,
        onClick: () => move.mutate({ id: task.id, beforeId: set.tasks[index - 1]?.id ?? null }),
      },
      {
        key: 'down',
        label: t('task.down'),
        isDisabled: index === set.tasks.length - 1,
        onClick: () => move.mutate({ id: task.id, beforeId: set.tasks[index + 2]?.id ?? null }),
      },
      { key: 'copy', label: t('action.copy'), onClick: () => copy.mutate(task.id) },
      {
        key: 'delete',
        label: t('action.delete'),
        isDangerous: true,
        onClick: () =>
          confirm({
            title: t('action.delete'),
            text: t('task.deleteConfirm', { names: task.name }),
            verb: t('action.delete'),
            onConfirm: () => remove.mutateAsync(task.id),
          }),
      },
    ]
  }
}
