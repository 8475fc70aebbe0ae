/** Queries of the full link; polled while the run goes on. */
import { isActiveRun } from '@pone/contract/states.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

const pollMs = 5_000
/** Runs that can be chosen from. */
export const offeredRuns = 50

export const offeredRunsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['fullLink', 'runs', projectId],
    queryFn: ({ signal }) => api.run.list({ projectId, pageSize: offeredRuns }, { signal }),
  })

export const fullLinkLabelsQuery = (projectId: string, runId: string) =>
  queryOptions({
    queryKey: ['fullLink', 'labels', projectId, runId],
    queryFn: ({ signal }) => api.fullLink.labels({ projectId, runId }, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isActiveRun(state.data.run.state) ? pollMs : false,
  })

export const fullLinkPathQuery = (
  projectId: string,
  { runId, label, isActive }: { readonly runId: string; readonly label: number; readonly isActive: boolean },
) =>
  queryOptions({
    queryKey: ['fullLink', 'path', projectId, runId, label],
    queryFn: ({ signal }) => api.fullLink.path({ projectId, runId, label }, { signal }),
    refetchInterval: isActive ? pollMs : false,
  })
