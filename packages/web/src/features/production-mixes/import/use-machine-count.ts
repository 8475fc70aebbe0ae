/** The count of an access log by the agent of a load machine: started, polled, and ended when it is not wanted any more. */
import type { LogOrder } from '@pone/contract/entities/log-count.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useProjectId } from '../../../lib/project.ts'

const refreshMs = 500

export interface MachineOrder extends LogOrder {
  readonly agentId: string
}

interface Count {
  readonly agentId: string
  readonly countId: string
  readonly path: string
}

export function useMachineCount() {
  const projectId = useProjectId()
  const [count, setCount] = useState<Count | null>(null)
  const start = useMutation({
    // The form has them below it.
    meta: { handlesErrors: true },
    mutationFn: async (order: MachineOrder) => {
      const { countId } = await api.productionMix.countLog({ projectId, ...order })
      return { agentId: order.agentId, countId, path: order.path }
    },
    onSuccess: setCount,
  })
  const query = useQuery({
    queryKey: ['logCount', projectId, count?.countId],
    queryFn: ({ signal }) => {
      const { agentId = '', countId = '' } = count ?? {}
      return api.productionMix.logCount({ projectId, agentId, countId }, { signal })
    },
    enabled: count !== null,
    // What has ended is not asked for again: the agent forgets it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      state.status !== 'error' && (state.data?.state ?? 'counting') === 'counting' ? refreshMs : false,
    retry: false,
    gcTime: 0,
  })
  useEffect(() => {
    if (count === null) return
    const { agentId, countId } = count
    // An agent that does not hear of it forgets it by itself.
    return () => void api.productionMix.endLogCount({ projectId, agentId, countId }).catch(() => undefined)
  }, [projectId, count])
  return {
    start,
    path: count?.path ?? '',
    state:
      count === null ? null : (query.data ?? ({ state: 'counting', readBytes: 0, sizeBytes: 0 } as const)),
    error: start.error ?? query.error,
    cancel: () => {
      start.reset()
      setCount(null)
    },
  }
}
