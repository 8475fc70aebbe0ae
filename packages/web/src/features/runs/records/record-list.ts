/** Which execution records a list shows, and the page that a record opens; pure. */
import { type Run, slaStateSchema } from '@pone/contract/entities/run.ts'
import { isActiveRun, runStates } from '@pone/contract/states.ts'
import { historyPage } from '../../../lib/navigation/history.ts'
import { links } from '../../../lib/navigation/links.ts'

export type RecordSort = 'createdAt' | 'requests' | 'requestsPerSecond' | 'p95Ms' | 'peakUsers'
/** The page of the history to which the list belongs; it holds only runs that have ended. */
export type RecordHistory = 'logging' | 'analysisReports' | 'SLA'
/** Days by the word of the address. */
export const periods = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const
const dayMs = 86_400_000
export const recordDefaults = {
  sort: 'createdAt' as RecordSort,
  filters: { state: 'all', sla: 'all', period: 'all' },
}
export type RecordFilter = typeof recordDefaults.filters
export const endedStates = runStates.filter(state => !isActiveRun(state))

/** The filter as the call wants it: empty lists stand for all; the history has ended runs only, that of the SLA only those with rules. */
export function recordFilter(
  { state, sla, period }: RecordFilter,
  history: RecordHistory | undefined,
  now: number,
) {
  const states = history === undefined ? runStates : endedStates
  const all = history === undefined ? [] : states
  const judged = history === 'SLA' ? slaStateSchema.options.filter(one => one !== 'none') : []
  const chosen = states.filter(one => one === state)
  const days = Object.entries(periods).find(([word]) => word === period)?.[1]
  return {
    states: chosen.length > 0 ? chosen : [...all],
    sla: sla === 'all' ? judged : slaStateSchema.options.filter(one => one === sla),
    from: days === undefined ? null : now - days * dayMs,
  }
}

/** A page of the run within the history, or beside the present records. */
export const recordPage = (name: string, id: string, isHistory: boolean): string =>
  `${historyPage(name, isHistory)}?id=${id}`

/** Active runs open their live page, others what the list is about. */
export function bestPage(run: Pick<Run, 'id' | 'state'>, history: RecordHistory | undefined): string {
  if (isActiveRun(run.state)) return links.liveRun(run.id)
  return recordPage(history === 'SLA' ? 'SLA' : 'analysisReports', run.id, history !== undefined)
}
