/** The filter of the list of execution records, and the page that a record opens; pure. */
import { type Run, runVerdictSchema } from '@pone/contract/entities/run.ts'
import { isActiveRun, runStates } from '@pone/contract/states.ts'
import { historyPage } from '../../../lib/navigation/history.ts'
import { links } from '../../../lib/navigation/links.ts'

export type RecordSort = 'createdAt' | 'requests' | 'requestsPerSecond' | 'p95Ms' | 'peakUsers'
/** The history page that the list is on; it contains only ended runs. */
export type RecordHistory = 'logging' | 'analysisReports' | 'SLA'
/** Number of days by the value in the address. */
export const periods = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const
const dayMs = 86_400_000
export const recordDefaults = {
  sort: 'createdAt' as RecordSort,
  filters: { state: 'all', sla: 'all', period: 'all' },
}
export type RecordFilter = typeof recordDefaults.filters
export const endedStates = runStates.filter(state => !isActiveRun(state))

/** Input of the list call: empty arrays mean all; a history has only ended runs, that of the SLA only runs with rules. */
export function recordFilter(
  { state, sla, period }: RecordFilter,
  history: RecordHistory | undefined,
  now: number,
) {
  const states = history === undefined ? runStates : endedStates
  const all = history === undefined ? [] : states
  const judged = history === 'SLA' ? runVerdictSchema.options.filter(one => one !== 'none') : []
  const chosen = states.filter(one => one === state)
  const days = Object.entries(periods).find(([word]) => word === period)?.[1]
  return {
    states: chosen.length > 0 ? chosen : [...all],
    sla: sla === 'all' ? judged : runVerdictSchema.options.filter(one => one === sla),
    from: days === undefined ? null : now - days * dayMs,
  }
}

/** Address of a page for the run, within the history or outside it. */
export const recordPage = (name: string, id: string, isHistory: boolean): string =>
  `${historyPage(name, isHistory)}?id=${id}`

/** The address that a row opens: the live page of an active run, otherwise its report, or its SLA results in the SLA history. */
export function bestPage(run: Pick<Run, 'id' | 'state'>, history: RecordHistory | undefined): string {
  if (isActiveRun(run.state)) return links.liveRun(run.id)
  return recordPage(history === 'SLA' ? 'SLA' : 'analysisReports', run.id, history !== undefined)
}
