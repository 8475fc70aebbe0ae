/** Queries of alerts; all keys begin with `alertsKey`, so that one invalidation refreshes every view of them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { alertsKey } from '../../shared/monitor-queries.ts'

export const channelsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...alertsKey, projectId, 'channels'],
    queryFn: ({ signal }) => api.alert.channels({ projectId }, { signal }),
    placeholderData: keepPreviousData,
  })
