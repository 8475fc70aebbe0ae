/** Actions on a schedule in a list: enable or disable, edit, delete. */
import type { Schedule } from '@pone/contract/entities/task.ts'
import { Switch } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useCan, useSession } from '../../../lib/session/session.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { useTaskAction } from '../task-queries.ts'

export function useScheduleActions() {
  const t = useT()
  const confirm = useConfirm()
  const projectId = useSession('projectId')
  const canExecute = useCan('run.execute')
  const save = useTaskAction((schedule: Schedule) =>
    api.task.saveSchedule({
      projectId,
      id: schedule.id,
      setId: schedule.setId,
      rule: schedule.rule,
      graceMinutes: schedule.graceMinutes,
      isEnabled: schedule.isEnabled,
    }),
  )
  const remove = useTaskAction((id: string) => api.task.deleteSchedule({ projectId, id }))
  return {
    canExecute,
    enabledSwitch: (schedule: Schedule) => (
      <Switch
        size="small"
        checked={schedule.isEnabled}
        disabled={!canExecute || save.isPending}
        aria-label={t('schedule.enabled')}
        onChange={isEnabled => save.mutate({ ...schedule, isEnabled })}
      />
    ),
    remove: (schedule: Schedule) =>
      confirm({
        title: t('action.delete'),
        text: t('schedule.deleteConfirm', { name: schedule.setName }),
        verb: t('action.delete'),
        onConfirm: () => remove.mutateAsync(schedule.id),
      }),
  }
}
