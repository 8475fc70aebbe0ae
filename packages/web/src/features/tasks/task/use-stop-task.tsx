/** Stopping a task of the task centre after confirmation: a set or a single run, of one project or of any. */
import type { PerformanceTask } from '@pone/contract/entities/task.ts'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { type TaskScope, useTaskAction } from '../task-queries.ts'
import { taskKindViews } from './task-kinds.tsx'

type Stopped = Pick<PerformanceTask, 'kind' | 'id' | 'name' | 'number'>

export function useStopTask(scope: TaskScope): (task: Stopped, isForced: boolean) => void {
  const t = useT()
  const confirm = useConfirm()
  const stop = useTaskAction(({ kind, id, isForced }: Stopped & { isForced: boolean }) => {
    if (scope.kind === 'admin') return api.adminTask.stop({ kind, id, isForced })
    return taskKindViews[kind].stop({ projectId: scope.projectId, id }, isForced)
  })
  return (task, isForced) =>
    confirm({
      title: t(isForced ? 'execution.forceStop' : 'execution.stop'),
      text: t(isForced ? 'execution.forceStopConfirm' : 'execution.stopConfirm', {
        name: `${task.name} #${task.number}`,
      }),
      verb: t(isForced ? 'execution.forceStop' : 'execution.stop'),
      onConfirm: () => stop.mutateAsync({ ...task, isForced }),
    })
}
