/** View and filters of the task centre, read from the address. */
import {
  type ExecutionState,
  executionStates,
  executionTriggers,
  isActiveExecution,
  taskKinds,
} from '@pone/contract/entities/task.ts'
import { type ListState, useList } from '../../../ui/data-table/use-list.ts'
import type { CentreSort } from '../task/task-columns.tsx'

export const views = ['all', 'running', 'waiting', 'scheduled', 'past'] as const
export type View = (typeof views)[number]
export const pastStates = executionStates.filter(state => !isActiveExecution(state))
export const periods = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const
const filterDefaults = { view: 'all', kind: 'all', trigger: 'all', state: 'all', period: 'all' }
const listDefaults = { sort: 'dueAt' as CentreSort, filters: filterDefaults }
export type Filters = typeof filterDefaults
export type CentreList = ListState<Filters, CentreSort>

/** The list state, with the view separated from the filters, so that a view alone does not count as filtered. */
export function useCentreList(): { list: CentreList; view: View } {
  const list = useList<CentreSort, Filters>(listDefaults)
  const { view: _view, ...filters } = list.filters
  return {
    view: views.find(one => one === list.filters.view) ?? 'all',
    list: {
      ...list,
      isFiltered: list.search !== '' || Object.values(filters).some(value => value !== 'all'),
      reset: () => list.setFilters({ kind: 'all', trigger: 'all', state: 'all', period: 'all', search: '' }),
    },
  }
}

const dayMs = 86_400_000

/** Input of the task list call for a view and its filters; unknown values mean all. An empty array of states means all states. */
export function taskFilter(view: View, { kind, trigger, state, period }: Filters, now: number) {
  const days = Object.entries(periods).find(([word]) => word === period)?.[1]
  return {
    states: statesOf(view, state),
    kind: taskKinds.find(one => one === kind) ?? null,
    trigger: executionTriggers.find(one => one === trigger) ?? null,
    from: days === undefined ? null : now - days * dayMs,
  }
}

function statesOf(view: View, state: string): ExecutionState[] {
  if (view === 'running' || view === 'waiting') return [view]
  if (view === 'all') return executionStates.filter(one => one === state)
  const chosen = pastStates.filter(one => one === state)
  return chosen.length > 0 ? chosen : [...pastStates]
}
