/** Filters of the list of monitors in the address, and the query that they make. */
import { type MonitorState, monitorStates } from '@pone/contract/entities/monitor.ts'
import { api } from '../../../lib/api.ts'
import type { ListState, PageSize } from '../../../ui/data-table/use-list.ts'
import { monitorsKey, pollMs } from '../shared/monitor-queries.ts'

export const listOptions = {
  sort: 'name' as 'name' | 'type' | 'createdAt' | 'updatedAt',
  descending: false,
  filters: { type: '', group: '', agent: '', state: '' },
}

export type MonitorListState = ListState<typeof listOptions.filters, (typeof listOptions)['sort']>

export const listKey = (projectId: string) => [...monitorsKey, projectId, 'list'] as const

const statesOf = (state: string): MonitorState[] => monitorStates.filter(each => each === state)

export function monitorListQuery(
  projectId: string,
  { search, sort, descending, filters }: MonitorListState,
  { page, pageSize }: { readonly page: number; readonly pageSize: PageSize },
) {
  const input = {
    projectId,
    page,
    pageSize,
    search,
    sort,
    descending,
    type: filters.type || null,
    groupId: filters.group || null,
    agentId: filters.agent || null,
    states: statesOf(filters.state),
  }
  return {
    queryKey: [...listKey(projectId), input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.monitor.list(input, { signal }),
    refetchInterval: pollMs,
  }
}
