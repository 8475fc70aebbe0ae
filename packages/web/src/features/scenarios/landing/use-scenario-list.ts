/** A page of the list of scenarios; polled every three seconds while one of them runs. */
import { isActiveRun } from '@pone/contract/states.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session/session.ts'
import type { ListState } from '../../../ui/data-table/use-list.ts'
import { scenarioKeys } from '../scenario-queries.ts'
import { type ScenarioListFilter, type ScenarioSort, stateFilter } from './scenario-list-model.ts'

export function useScenarioList(setId: string | null, list: ListState<ScenarioListFilter, ScenarioSort>) {
  const projectId = useSession('projectId')
  const { page, pageSize, search, sort, descending, filters } = list
  const query = { setId, page, pageSize, search, sort, descending, state: stateFilter(filters.state) }
  return useQuery({
    // Below the tree's key: every change of the tree reads the list again.
    queryKey: [...scenarioKeys.tree(projectId), 'list', query],
    queryFn: ({ signal }) => api.scenario.list({ ...query, projectId }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: answer =>
      answer.state.data?.rows.some(({ last }) => last !== null && isActiveRun(last.state)) ? 3_000 : false,
  })
}
