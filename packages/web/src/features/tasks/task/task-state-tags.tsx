/** States of executions and of their tasks as icon and word. */
import { ClockCircleOutlined, ForwardOutlined } from '@ant-design/icons'
import type { ExecutionState, TaskState } from '@pone/contract/entities/task.ts'
import { useT } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { StatusTone } from '../../../ui/theme/palette.ts'
import { executionTones } from './progress-of.ts'

const taskTones: Record<TaskState, StatusTone> = {
  pending: 'off',
  starting: 'running',
  awaitingMachines: 'warning',
  running: 'running',
  stopping: 'running',
  complete: 'passed',
  failed: 'failed',
  stopped: 'warning',
  skipped: 'off',
  notRun: 'off',
}

export function ExecutionStateTag({
  state,
  isStopping = false,
}: {
  readonly state: ExecutionState
  readonly isStopping?: boolean
}) {
  const t = useT()
  if (isStopping) return <StatusTag tone="running">{t('execution.stopping')}</StatusTag>
  return (
    <StatusTag
      tone={executionTones[state]}
      {...(state === 'waiting' ? { icon: <ClockCircleOutlined /> } : {})}
    >
      {t(`executionState.${state}`)}
    </StatusTag>
  )
}

export function TaskStateTag({ state }: { readonly state: TaskState }) {
  const t = useT()
  const icon =
    state === 'pending' || state === 'awaitingMachines' ? (
      <ClockCircleOutlined />
    ) : state === 'skipped' ? (
      <ForwardOutlined />
    ) : null
  return (
    <StatusTag tone={taskTones[state]} {...(icon ? { icon } : {})}>
      {t(`taskState.${state}`)}
    </StatusTag>
  )
}
