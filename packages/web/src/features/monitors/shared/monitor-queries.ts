/** Queries of monitors; all keys begin with `monitorsKey`, so that one invalidation refreshes every view of them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const monitorsKey = ['monitors'] as const
/** Queries of alerts begin with this one. */
export const alertsKey = ['alerts'] as const
/** Time between two requests of what changes by itself, ms. */
export const pollMs = 5_000

export const groupsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...monitorsKey, projectId, 'groups'],
    queryFn: ({ signal }) => api.monitor.groups({ projectId }, { signal }),
    placeholderData: keepPreviousData,
  })

export const agentsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...monitorsKey, projectId, 'agents'],
    queryFn: ({ signal }) => api.monitor.agents({ projectId }, { signal }),
    placeholderData: keepPreviousData,
  })
/** `refetchInterval`: ms between two requests. */
export const monitorQuery = (projectId: string, id: string, refetchInterval = pollMs) =>
  queryOptions({
    queryKey: [...monitorsKey, projectId, 'get', id],
    queryFn: ({ signal }) => api.monitor.get({ projectId, id }, { signal }),
    refetchInterval,
  })

/** Counters that the answers of a monitor have named; `section` undefined: the type names them itself. */
export const foundCountersQuery = (projectId: string, id: string, section: string | undefined) =>
  queryOptions({
    queryKey: [...monitorsKey, projectId, 'counters', id],
    queryFn: ({ signal }) => api.monitor.counters({ projectId, id, section: section ?? '' }, { signal }),
    enabled: section !== undefined,
    // Until the first collection there is nothing to choose from.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? 2_000 : 60_000),
  })

export const countsQuery = (projectId: string, refetchInterval: number) =>
  queryOptions({
    queryKey: [...monitorsKey, projectId, 'counts'],
    queryFn: ({ signal }) => api.monitor.counts({ projectId }, { signal }),
    refetchInterval,
  })
