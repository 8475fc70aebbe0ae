/** Starts a task set and goes to its execution in the task centre. */
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { useTaskAction } from './task-queries.ts'

/** Address of an execution in the task centre of the project. */
export const executionAddress = (id: string): string =>
  `/pone/atf/projects/taskCenter/PRPerformanceTask?open=${id}`

export function useStartSet() {
  const projectId = useSession('projectId')
  const navigate = useNavigate()
  const start = useTaskAction((id: string) => api.task.start({ projectId, id }))
  return {
    start: (setId: string) =>
      start.mutate(setId, { onSuccess: execution => void navigate(executionAddress(execution.id)) }),
    isStarting: start.isPending,
  }
}
