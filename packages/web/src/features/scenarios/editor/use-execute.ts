/** Starts a scenario and opens its live page. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'

export function useExecute() {
  const projectId = useSession('projectId')
  const navigate = useNavigate()
  const mutation = useMutation({
    mutationFn: (scenarioId: string) => api.run.start({ projectId, scenarioId }),
    onSuccess: run => navigate(`/pone/atf/projects/realTimeMonitoring?id=${run.id}`),
  })
  return {
    start: (scenarioId: string) => mutation.mutate(scenarioId),
    isStarting: mutation.isPending,
    /** The scenario that is being started. */
    startingId: mutation.isPending ? mutation.variables : null,
  }
}
