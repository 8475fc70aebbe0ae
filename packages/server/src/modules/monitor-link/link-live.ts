/** Newest values of what a link shows: of each counter one value, so that an answer stays small. */
import type { MonitorAgent, MonitorLatest } from '@pone/contract/entities/monitor.ts'
import type { LinkLive, LinkTopology, ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import { findLink, type MonitorLinkDeps, monitorIdsOf } from './monitor-link.service.ts'

export interface LinkLiveDeps extends Pick<MonitorLinkDeps, 'links'> {
  readonly agentsOf: (projectId: string) => Promise<MonitorAgent[]>
  /** Newest values of monitors of the project; counters as `section.counter`. */
  readonly latest: (
    projectId: string,
    ids: readonly string[],
    counters: readonly string[],
  ) => Promise<MonitorLatest[]>
}

const keyOf = ({ section, counter }: ShownCounter): string => `${section}.${counter}`

/** @throws AppError NotFound */
export async function linkLive(deps: LinkLiveDeps, projectId: string, id: string): Promise<LinkLive> {
  const { topology, is_running: isRunning } = await findLink(deps, projectId, id)
  const shown = shownByMonitor(topology)
  const counters = new Set([...shown.values()].flatMap(each => [...each.keys()]))
  const machineIds = new Set(topology.nodes.flatMap(node => node.machineId ?? []))
  const ids = monitorIdsOf(topology)
  const [latest, agents] = await Promise.all([
    // An empty list of counters would stand for all that the charts show.
    ids.length === 0 ? [] : deps.latest(projectId, ids, counters.size === 0 ? ['-'] : [...counters]),
    machineIds.size === 0 ? [] : deps.agentsOf(projectId),
  ])
  return {
    isRunning,
    monitors: latest.map(({ values, ...monitor }) => ({
      ...monitor,
      values: [...(shown.get(monitor.monitorId) ?? [])].map(([key, counter]) => {
        const found = values.filter(value => keyOf(value) === key)
        return { ...counter, value: highest(found.map(each => each.value)), series: found.length }
      }),
    })),
    machines: agents
      .filter(agent => machineIds.has(agent.id))
      .map(({ id: of, isOnline }) => ({ id: of, isOnline })),
  }
}

/** Counters that nodes and edges show of each monitor, each once. */
function shownByMonitor({ nodes, edges }: LinkTopology): Map<string, Map<string, ShownCounter>> {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const shown = new Map<string, Map<string, ShownCounter>>()
  const add = (monitorId: string | null | undefined, { section, counter }: ShownCounter) => {
    if (typeof monitorId !== 'string') return
    const of = shown.get(monitorId) ?? new Map<string, ShownCounter>()
    shown.set(monitorId, of.set(keyOf({ section, counter }), { section, counter }))
  }
  for (const node of nodes) for (const counter of node.counters) add(node.monitorId, counter)
  for (const edge of edges)
    for (const counter of edge.counters) add(byId.get(counter.nodeId)?.monitorId, counter)
  return shown
}

/** The highest number, else the first text; null = unknown. */
function highest(values: readonly (number | string | null)[]): number | string | null {
  const numbers = values.filter(value => typeof value === 'number')
  if (numbers.length > 0) return numbers.reduce((most, value) => Math.max(most, value))
  return values.find(value => typeof value === 'string') ?? null
}
