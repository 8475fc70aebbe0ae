/** Why notices of alerts are held back now: the schedule of the rule, or a monitor that they depend on and that does not answer. */
import { mutedBySchedule, mutedUntil } from '@pone/alerts/schedule.ts'
import type { MuteCause } from '@pone/alerts/state.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { DependencyGraph, type DependencyMonitor } from './alert-dependencies.ts'
import type { EvaluatedRule } from './alert-steps.ts'

export interface Mutes {
  causeOf(rule: EvaluatedRule, monitorId: string): MuteCause | null
  /** When the schedule of the rule lets notices be sent again; null: it does now. */
  endOf(rule: EvaluatedRule): number | null
  /** Names of the monitors that do not answer and that hold the notices back. */
  blockersOf(rule: EvaluatedRule, monitorId: string): string[]
  /** Names of the monitors whose notices are held back while this one does not answer; none while it does. */
  silencedBy(monitorId: string): string[]
}

/** What does not answer in a project, and what needs it. */
interface ProjectState {
  readonly at: number
  readonly down: ReadonlySet<string>
  /** null: everything answers. */
  readonly graph: DependencyGraph | null
}

/** A monitor that stopped answering is known after this time, ms. */
const keptMs = 2_000

export class MuteMemory {
  readonly #projects = new Map<string, ProjectState>()
  readonly #types: Pick<MonitorTypes, 'of'>

  constructor(types: Pick<MonitorTypes, 'of'>) {
    this.#types = types
  }

  async read(transaction: Transaction<Tables>, projectIds: Iterable<string>, now: number): Promise<Mutes> {
    const states: ProjectState[] = []
    for (const projectId of projectIds) {
      const known = this.#projects.get(projectId)
      const isFresh = known !== undefined && now >= known.at && now < known.at + keptMs
      const state = isFresh ? known : await this.#stateOf(transaction, projectId, now)
      this.#projects.set(projectId, state)
      states.push(state)
    }
    return mutesOf(states, now)
  }

  async #stateOf(transaction: Transaction<Tables>, projectId: string, at: number): Promise<ProjectState> {
    const rows = await transaction
      .selectFrom('monitors')
      .innerJoin('monitor_current', 'monitor_current.monitor_id', 'monitors.id')
      .select('monitors.id')
      .where('monitors.project_id', '=', projectId)
      .where('monitor_current.state', '=', 'down')
      .execute()
    if (rows.length === 0) return { at, down: new Set(), graph: null }
    const links = await transaction
      .selectFrom('monitor_links')
      .select('topology')
      .where('project_id', '=', projectId)
      .execute()
    const graph = new DependencyGraph(
      await dependencyMonitors(transaction, projectId, this.#types),
      links.map(({ topology }) => topology),
    )
    return { at, down: new Set(rows.map(({ id }) => id)), graph }
  }
}

function mutesOf(states: readonly ProjectState[], now: number): Mutes {
  const blocking = (rule: EvaluatedRule, monitorId: string): { graph: DependencyGraph; ids: string[] }[] =>
    states.flatMap(({ graph, down }) => {
      if (graph === null) return []
      const named = rule.content.dependsOn.filter(id => id !== monitorId && down.has(id))
      const ids = [...new Set([...named, ...graph.blockersOf(monitorId, down)])]
      return ids.length === 0 ? [] : [{ graph, ids }]
    })
  return {
    causeOf: (rule, monitorId) =>
      mutedBySchedule(rule.content.schedule, now) ??
      (blocking(rule, monitorId).length > 0 ? 'dependency' : null),
    endOf: rule => mutedUntil(rule.content.schedule, now),
    blockersOf: (rule, monitorId) =>
      blocking(rule, monitorId).flatMap(({ graph, ids }) => ids.map(id => graph.nameOf(id))),
    silencedBy: monitorId =>
      states.flatMap(({ graph, down }) =>
        graph === null || !down.has(monitorId)
          ? []
          : graph.dependentsOf(monitorId).map(id => graph.nameOf(id)),
      ),
  }
}

async function dependencyMonitors(
  transaction: Transaction<Tables>,
  projectId: string,
  types: Pick<MonitorTypes, 'of'>,
): Promise<DependencyMonitor[]> {
  const rows = await transaction
    .selectFrom('monitors')
    .leftJoin('load_machines', 'load_machines.id', 'monitors.agent_id')
    .select(['monitors.id', 'monitors.name', 'monitors.type', 'monitors.type_version', 'monitors.params'])
    .select('load_machines.host')
    .where('monitors.project_id', '=', projectId)
    .execute()
  const typeOf = await types.of(rows, transaction)
  return rows.map(row => {
    const type = typeOf(row)
    return {
      id: row.id,
      name: row.name,
      isHost: type?.category === 'host' || row.type === 'icmp-availability',
      machine: machineOf(type, row.params, row.host),
    }
  })
}

const loopback = /^(localhost|127(\.\d+){3}|::1|)$/

/** The address of the target; of targets on the machine of their agent that of the agent; '' = not known. */
function machineOf(
  type: MonitorType | undefined,
  params: Readonly<Record<string, unknown>>,
  agentHost: string | null,
): string {
  if (type === undefined) return ''
  const key = type.params.find(param => param.type === 'address')?.key
  const given = key === undefined ? '' : params[key]
  const address = typeof given === 'string' ? given.toLowerCase() : ''
  return loopback.test(address) ? (agentHost ?? '').toLowerCase() : address
}
