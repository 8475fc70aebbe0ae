/** Filters of the list of alert rules in the address, and the query that they make. */
import { alertLevels } from '@pone/alerts/rule.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import type { ListState, PageSize } from '../../../../ui/data-table/use-list.ts'
import { alertsKey, pollMs } from '../../shared/monitor-queries.ts'

export const ruleListOptions = {
  sort: 'name' as 'name' | 'level' | 'open' | 'updatedAt',
  descending: false,
  filters: { level: '', enabled: '', monitor: '' },
}
export type RuleListState = ListState<typeof ruleListOptions.filters, (typeof ruleListOptions)['sort']>

export const rulesKey = (projectId: string) => [...alertsKey, projectId, 'rules'] as const

/** Rules that can neither trigger nor recover on some of their monitors. */
export const rulesWithoutValuesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...alertsKey, projectId, 'rulesWithoutValues'],
    queryFn: ({ signal }) => api.alert.rulesWithoutValues({ projectId }, { signal }),
    refetchInterval: pollMs,
  })

export const ruleQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: [...rulesKey(projectId), 'one', id],
    queryFn: ({ signal }) => api.alert.rule({ projectId, id }, { signal }),
  })

const isEnabledOf: Readonly<Record<string, boolean | null>> = { on: true, off: false }

export function rulesQuery(
  projectId: string,
  { search, sort, descending, filters }: Pick<RuleListState, 'search' | 'sort' | 'descending' | 'filters'>,
  { page, pageSize }: { readonly page: number; readonly pageSize: PageSize },
) {
  const input = {
    projectId,
    page,
    pageSize,
    search,
    sort,
    descending,
    level: alertLevels.find(each => each === filters.level) ?? null,
    isEnabled: isEnabledOf[filters.enabled] ?? null,
    monitorId: filters.monitor || null,
  }
  return {
    queryKey: [...rulesKey(projectId), input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.alert.rules(input, { signal }),
    refetchInterval: pollMs,
  }
}
