/** Server state of the cluster pages, polled every few seconds while shown because machines come and go. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useProjectId } from '../../lib/project.ts'

export const refreshMs = 3_000

/** Prefix of all query keys of these pages. */
export const clustersKey = ['clusters'] as const
/** Query key of the scenario editor's cluster choice, which is invalidated together with these pages. */
export const scenarioClustersKey = ['scenario', 'clusters'] as const

/** Choices that the forms offer. */
export function useChoices() {
  return useQuery({
    queryKey: [...clustersKey, 'choices'],
    queryFn: ({ signal }) => api.cluster.choices({}, { signal }),
  })
}

export function useTokens() {
  return useQuery({
    queryKey: [...clustersKey, 'tokens'],
    queryFn: ({ signal }) => api.joinToken.list({}, { signal }),
    refetchInterval: refreshMs,
  })
}

export function useProjectClusters() {
  const projectId = useProjectId()
  return useQuery({
    queryKey: [...clustersKey, 'ofProject', projectId],
    queryFn: ({ signal }) => api.projectCluster.list({ projectId }, { signal }),
    refetchInterval: refreshMs,
  })
}

/** Machines that the project may put into its own clusters. */
export function useAllottedMachines() {
  const projectId = useProjectId()
  return useQuery({
    queryKey: [...clustersKey, 'allotted', projectId],
    queryFn: ({ signal }) => api.projectCluster.machines({ projectId }, { signal }),
  })
}
