/** What the nodes of a path showed during a run: states with their lengths, and means and maxima of counters; pure. */
import type { FlowHealth } from '@pone/contract/entities/flow-report.ts'
import { seriesOf } from '@pone/contract/entities/flow-report-instant.ts'
import type { FullLinkPath, FullLinkRun, PathLink } from '@pone/contract/entities/full-link.ts'
import type { MonitorState } from '@pone/contract/entities/monitor.ts'
import type { LinkLive, LinkNode, LinkTopology, ShownCounter } from '@pone/contract/entities/monitor-link.ts'
import type { RunSeries } from '@pone/contract/entities/run-monitoring.ts'

/** Counters that can be the limit of the system, of one node, beside the chosen ones. */
const maxResources = 4

export interface StateLength {
  readonly state: MonitorState
  readonly ms: number
}

/** How long each state lasted, the longest first. */
export function stateLengths({ changes }: Pick<FlowHealth, 'changes'>, lengthMs: number): StateLength[] {
  const lengths = new Map<MonitorState, number>()
  for (const [index, [fromMs, state]] of changes.entries()) {
    const toMs = Math.min(lengthMs, changes[index + 1]?.[0] ?? lengthMs)
    const ms = Math.max(0, toMs - Math.max(0, fromMs))
    if (ms > 0) lengths.set(state, (lengths.get(state) ?? 0) + ms)
  }
  return [...lengths].map(([state, ms]) => ({ state, ms })).toSorted((a, b) => b.ms - a.ms)
}

/** The worse the later; a monitor always waits before its first value. */
const order: readonly MonitorState[] = ['stopped', 'waiting', 'up', 'noAgent', 'partly', 'down']

export const worstState = (health: Pick<FlowHealth, 'changes'>, lengthMs: number): MonitorState =>
  order[Math.max(-1, ...stateLengths(health, lengthMs).map(({ state }) => order.indexOf(state)))] ?? 'waiting'

export interface CounterFigures {
  readonly shown: ShownCounter
  readonly names: RunSeries['names']
  /** Of the series with the highest mean; null: no value. */
  readonly mean: number | null
  readonly max: number | null
  /** Series of the counter. */
  readonly series: number
}

/** Of the chosen counters of a node, then of what can be the limit of the system. */
export function nodeFigures(
  { monitorId, counters }: Pick<LinkNode, 'monitorId' | 'counters'>,
  series: readonly RunSeries[],
): CounterFigures[] {
  if (monitorId === null) return []
  const own = series.filter(each => each.monitorId === monitorId)
  const keyOf = ({ section, counter }: ShownCounter) => `${section}.${counter}`
  const chosen = new Set(counters.map(keyOf))
  const resources = new Map(
    own.filter(each => each.nature !== null && !chosen.has(keyOf(each))).map(each => [keyOf(each), each]),
  )
  return [...counters, ...[...resources.values()].slice(0, maxResources)].map(({ section, counter }) =>
    figuresOf({ section, counter }, seriesOf(own, monitorId, { section, counter })),
  )
}

function figuresOf(shown: ShownCounter, series: readonly RunSeries[]): CounterFigures {
  const known = series.flatMap(({ values }) => {
    const all = values.filter(value => value !== null)
    if (all.length === 0) return []
    return [{ mean: all.reduce((sum, value) => sum + value / all.length, 0), max: Math.max(...all) }]
  })
  const highest = known.toSorted((a, b) => b.mean - a.mean)[0]
  const names = series[0]?.names ?? { zh: shown.counter, en: shown.counter }
  return { shown, names, mean: highest?.mean ?? null, max: highest?.max ?? null, series: series.length }
}

/** What the canvas shows of a run: worst states, and means of the counters that nodes and edges show. */
export function liveOfRun(path: FullLinkPath, topology: LinkTopology): LinkLive {
  const monitorOf = new Map(topology.nodes.map(({ id, monitorId }) => [id, monitorId]))
  const shown = [
    ...topology.nodes.flatMap(({ monitorId, counters }) => counters.map(each => ({ ...each, monitorId }))),
    ...topology.edges.flatMap(({ counters }) =>
      counters.map(each => ({ ...each, monitorId: monitorOf.get(each.nodeId) ?? null })),
    ),
  ]
  return {
    isRunning: false,
    machines: [],
    monitors: path.health.map(own => ({
      monitorId: own.monitorId,
      state: worstState(own, path.lengthMs),
      problem: null,
      lastAt: null,
      values: nodeFigures(
        { monitorId: own.monitorId, counters: shown.filter(({ monitorId }) => monitorId === own.monitorId) },
        path.monitoring.series,
      ).map(({ shown: counter, mean, series }) => ({ ...counter, value: mean, series })),
    })),
  }
}

export interface PathRow {
  readonly link: PathLink
  readonly node: LinkNode
  readonly depth: number
  /** Aliases of the nodes of the path that call it. */
  readonly callers: readonly string[]
}

/** Nodes without groups, link by link, the nearest first. */
export const pathRows = ({ links }: Pick<FullLinkPath, 'links'>): PathRow[] =>
  links.flatMap(link => {
    const aliasOf = new Map(link.topology.nodes.map(({ id, alias }) => [id, alias]))
    return link.topology.nodes
      .filter(({ id }) => Object.hasOwn(link.depths, id))
      .map(node => ({
        link,
        node,
        depth: link.depths[node.id] ?? 0,
        callers: link.topology.edges.flatMap(({ from, to }) =>
          to === node.id || to === node.groupId ? [aliasOf.get(from) ?? ''] : [],
        ),
      }))
      .toSorted((a, b) => a.depth - b.depth)
  })

/** The label that is shown first: one that goes somewhere. */
export const firstLabel = ({ labels }: Pick<FullLinkRun, 'labels'>): number | null =>
  (labels.find(({ addresses }) => addresses.length > 0) ?? labels[0])?.label.index ?? null
