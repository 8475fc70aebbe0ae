/** Finds monitors of which nothing was ever stored, twice their longer interval after an agent got them, and marks their sections. */
import { cadenceOf, sectionsFor } from '@pone/monitors/type.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import type { MonitorTypes, TypeOf } from '../monitor-type/monitor-types.ts'
import { paramsForAgent } from './monitor-params.ts'
import {
  type createUnheardRepository,
  type UnheardMonitor,
  type UnheardSection,
} from './unheard.repository.ts'

/** What gathering, sending and storing may take besides, ms. */
const graceMs = 3_000

export interface UnheardWatchDeps {
  readonly repository: ReturnType<typeof createUnheardRepository>
  readonly series: Pick<TimeSeries, 'write'>
  readonly types: Pick<MonitorTypes, 'of'>
  readonly link: Pick<AgentLink, 'onlineMachines'>
  /** Whether batches of the agent wait to be stored. */
  readonly isStoring: (agentId: string) => boolean
  readonly now: () => number
}

/** Call the returned function again and again; agents that reconnect after a start of the server get their time from then on. */
export function createUnheardWatch({ repository, series, types, link, isStoring, now }: UnheardWatchDeps) {
  const begunAt = now()
  return async (): Promise<void> => {
    const at = now()
    const online = new Map(link.onlineMachines().map(machine => [machine.agentId, machine.since]))
    const unheard = (await repository.unheard(at, graceMs)).filter(row => !isStoring(row.agent_id))
    const typeOf = await types.of(unheard)
    const told = unheard.flatMap(row =>
      sectionsOf(row, typeOf, { at, begunAt, onlineSince: online.get(row.agent_id) }),
    )
    const marked = new Set((await repository.mark(told)).map(row => `${row.monitor_id} ${row.section}`))
    const projectOf = new Map(unheard.map(row => [row.id, row.project_id]))
    const states = told
      .filter(({ monitorId, section }) => marked.has(`${monitorId} ${section}`))
      .map(({ monitorId, section, cause, since: atMs }) => ({
        monitorId,
        projectId: projectOf.get(monitorId) ?? '',
        section,
        atMs,
        cause,
        detail: '',
      }))
    if (states.length > 0) await series.write({ rows: [], states })
  }
}

/** Sections whose values are late. */
function sectionsOf(
  row: UnheardMonitor,
  typeOf: TypeOf,
  {
    at,
    begunAt,
    onlineSince,
  }: { readonly at: number; readonly begunAt: number; readonly onlineSince: number | undefined },
): UnheardSection[] {
  const type = typeOf(row)
  if (type === undefined) return []
  const cause = onlineSince === undefined ? 'agentLost' : 'noData'
  const waitedMs = at - Math.max(row.since, begunAt, onlineSince ?? 0) - graceMs
  return sectionsFor(type, paramsForAgent(row, {})).flatMap(section => {
    const limitMs = Math.max(row.limit_ms, 2 * cadenceOf(section, row.frequency_in_force_ms))
    if (waitedMs <= limitMs) return []
    const { key, answersAvailability } = section
    return [{ monitorId: row.id, section: key, answersAvailability, cause, since: row.since }]
  })
}
