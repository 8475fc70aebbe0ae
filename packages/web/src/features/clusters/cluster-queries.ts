/** Server state of the cluster pages: machines come and go, so it is asked again every few seconds while it is looked at. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useProjectId } from '../../lib/project.ts'

export const refreshMs = 3_000

/** Everything of these pages lies under this key. */
export const clustersKey = ['clusters'] as const
/** The scenario editor's choice of clusters, which changes with them. */
export const scenarioClustersKey = ['scenario', 'clusters'] as const

/** What the forms offer. */
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

/** Machines that the project may put in clusters of its own. */
export function useAllottedMachines() {
  const projectId = useProjectId()
  return useQuery({
    queryKey: [...clustersKey, 'allotted', projectId],
    queryFn: ({ signal }) => api.projectCluster.machines({ projectId }, { signal }),
  })
}
