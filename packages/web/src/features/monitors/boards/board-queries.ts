/** Queries of chart groups; all keys begin with that of monitors. */
import type { ChartGroup } from '@pone/contract/entities/chart-group.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { rangeAt, rangeText, type TimeRange } from '../info/range.ts'
import { monitorsKey } from '../shared/monitor-queries.ts'

export const groupsKey = [...monitorsKey, 'chartGroups'] as const
/** Monitors that a variable offers at once; more are found by their name. */
const offeredMonitors = 50

export const groupQuery = (projectId: string, id: string) =>
  queryOptions<ChartGroup>({
    queryKey: [...groupsKey, projectId, 'get', id],
    queryFn: ({ signal }) => api.chartGroup.get({ projectId, id }, { signal }),
    staleTime: 5_000,
  })

export const groupNamesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...groupsKey, projectId, 'names'],
    queryFn: ({ signal }) => api.chartGroup.names({ projectId }, { signal }),
  })

/** Monitors of a type by name. */
export const monitorsOfType = (projectId: string, type: string, search = '') =>
  queryOptions({
    queryKey: [...monitorsKey, projectId, 'ofType', type, search],
    queryFn: async ({ signal }) => {
      const { rows } = await api.monitor.list(
        { projectId, type, search, pageSize: offeredMonitors },
        { signal },
      )
      return rows.map(({ id, name }) => ({ id, name }))
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

export const runMarksQuery = (projectId: string, range: TimeRange, isAllowed: boolean) =>
  queryOptions({
    queryKey: [...groupsKey, projectId, 'runs', rangeText(range)],
    queryFn: ({ signal }) => api.chartGroup.runs({ projectId, ...rangeAt(range, Date.now()) }, { signal }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
  })
