/** Starts a task set and opens its execution in the task centre. */
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTaskAction } from '../task-queries.ts'

export function useStartSet() {
  const projectId = useSession('projectId')
  const navigate = useNavigate()
  const start = useTaskAction((id: string) => api.task.start({ projectId, id }))
  return {
    start: (setId: string) =>
      start.mutate(setId, { onSuccess: execution => void navigate(links.execution(execution)) }),
    isStarting: start.isPending,
  }
}
