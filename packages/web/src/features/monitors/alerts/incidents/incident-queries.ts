/** Filters of the list of incidents in the address, and the queries of incidents. */
import { alertLevels } from '@pone/alerts/rule.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import type { ListState } from '../../../../ui/data-table/use-list.ts'
import { alertsKey, pollMs } from '../../shared/monitor-queries.ts'

export type IncidentScope = 'project' | 'admin'

export const incidentStates = ['open', 'closed', 'all'] as const
export const assignees = ['me', 'nobody'] as const

export const incidentListOptions = {
  sort: 'openedAt' as const,
  filters: { level: '', state: 'open', monitor: '', rule: '', assignee: '' },
}
export type IncidentListState = ListState<
  typeof incidentListOptions.filters,
  (typeof incidentListOptions)['sort']
>

export const incidentsKey = (scope: IncidentScope, projectId: string) =>
  [...alertsKey, scope === 'admin' ? 'admin' : projectId, 'incidents'] as const

export function incidentsQuery(
  scope: IncidentScope,
  projectId: string,
  { page, pageSize, search, filters }: Pick<IncidentListState, 'page' | 'pageSize' | 'search' | 'filters'>,
) {
  const input = {
    page,
    pageSize,
    search,
    level: alertLevels.find(each => each === filters.level) ?? null,
    state: incidentStates.find(each => each === filters.state) ?? 'all',
    monitorId: filters.monitor || null,
    ruleId: filters.rule || null,
  }
  const assignee = assignees.find(each => each === filters.assignee) ?? null
  return {
    queryKey: [...incidentsKey(scope, projectId), input, assignee],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      scope === 'admin'
        ? api.adminAlert.incidents(input, { signal })
        : api.alert.incidents({ ...input, projectId, assignee }, { signal }),
    refetchInterval: pollMs,
  }
}

export const incidentQuery = (projectId: string, id: string) =>
  queryOptions({
    queryKey: [...alertsKey, projectId, 'incident', id],
    queryFn: ({ signal }) => api.alert.incident({ projectId, id }, { signal }),
    refetchInterval: pollMs,
  })
