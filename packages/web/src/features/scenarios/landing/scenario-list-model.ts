/** Sorting and filters of the list of scenarios; pure. */
import type { ClientInputOf } from '@pone/contract/call.ts'
import type { Calls } from '@pone/contract/calls/registry.ts'

type Query = ClientInputOf<Calls['scenario']['list']>
export type ScenarioSort = NonNullable<Query['sort']>

/** Results of the last run that can be filtered by; 'all' is no filter. */
export const scenarioStates = ['all', 'passed', 'broken', 'failed', 'active', 'never'] as const

export const scenarioListDefaults = { sort: 'lastRun' as ScenarioSort, filters: { state: 'all' } }
export type ScenarioListFilter = typeof scenarioListDefaults.filters

/** The state of the filter in the address; an unknown value is no filter. */
export const stateFilter = (value: string): (typeof scenarioStates)[number] =>
  scenarioStates.find(state => state === value) ?? 'all'
