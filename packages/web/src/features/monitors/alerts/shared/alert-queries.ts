/** Queries of alerts; all keys begin with `alertsKey`, so that one invalidation refreshes every view of them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { alertsKey, monitorsKey } from '../../shared/monitor-queries.ts'

export const channelsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...alertsKey, projectId, 'channels'],
    queryFn: ({ signal }) => api.alert.channels({ projectId }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Monitors for filters: the first 50 by name. */
export const monitorNamesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...monitorsKey, projectId, 'names'],
    queryFn: async ({ signal }) => (await api.monitor.list({ projectId, pageSize: 50 }, { signal })).rows,
    enabled: projectId !== '',
    staleTime: 30_000,
  })
