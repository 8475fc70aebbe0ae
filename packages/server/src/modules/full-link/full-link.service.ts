/** Full link: which nodes of monitoring links serve a label of a run, what they call, and what they showed during the run. */
import {
  type FullLinkPath,
  type FullLinkRun,
  maxSearchedLinks,
  type PathLink,
  type PathTarget,
} from '@pone/contract/entities/full-link.ts'
import type { MonitorAgent } from '@pone/contract/entities/monitor.ts'
import type { RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'
import { AppError } from '@pone/contract/errors.ts'
import { addressOf } from '@pone/monitors/target-address.ts'
import type { LabelAddress } from '@pone/plan/scenario/label-addresses.ts'
import { joinedMonitoring, noMonitoring, onlyMonitors } from '@pone/results/monitoring/selection.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { MonitorPlace } from '../monitor/monitor-places.ts'
import type { StoredRuns } from '../run/stored-run.ts'
import { monitoredHealth } from '../run-monitoring/monitored-health.ts'
import { type MonitoredRunDeps, readMonitoredRun } from '../run-monitoring/monitored-run.ts'
import type { RunMonitoringService } from '../run-monitoring/run-monitoring.service.ts'
import { entriesOf, namedHosts, type SearchedLink, type Surroundings, type Wanted } from './entries.ts'
import type { FullLinkRepository } from './full-link.repository.ts'
import type { LookUp } from './look-up.ts'
import { pathFrom } from './path.ts'
import { runAddresses } from './run-addresses.ts'

export interface FullLinkDeps extends MonitoredRunDeps {
  readonly repository: FullLinkRepository
  readonly runs: Pick<StoredRuns, 'record' | 'plan' | 'machines'>
  readonly runMonitoring: Pick<RunMonitoringService, 'read' | 'links'>
  readonly agentsOf: (projectId: string) => Promise<MonitorAgent[]>
  readonly placesOf: (projectId: string) => Promise<MonitorPlace[]>
  readonly lookUp: LookUp
  readonly now: () => number
}

export interface PathOrder {
  readonly projectId: string
  readonly runId: string
  /** Index of a label of the run. */
  readonly label: number
  /** Whether links that did not belong to the run may be told. */
  readonly seesMonitors: boolean
}

export type FullLinkService = ReturnType<typeof createFullLinkService>

export function createFullLinkService(deps: FullLinkDeps) {
  return {
    /** @throws AppError NotFound */
    labels: async (projectId: string, runId: string): Promise<FullLinkRun> => {
      const record = await deps.runs.record(projectId, runId)
      const { source, byLabel } = runAddresses(record, await deps.runs.plan(runId))
      const { id, number, scenarioName, scenario, state, startedAt, endedAt } = record
      return {
        run: { id, number, scenarioName, engine: scenario.engine, state, startedAt, endedAt },
        source,
        labels: record.labels.map(label => ({
          label,
          addresses: (byLabel.get(label.index) ?? []).map(shownAddress),
        })),
      }
    },
    /** @throws AppError NotFound */
    path: (order: PathOrder): Promise<FullLinkPath> => pathOf(deps, order),
  }
}

const isComputed = ({ address }: LabelAddress): boolean => address.includes('${')

/** Without scheme, with the port that is meant. */
function shownAddress(of: LabelAddress): string {
  const [known] = isComputed(of) ? [] : addressOf(of.address)
  if (known === undefined) return of.address
  const host = known.host.includes(':') ? `[${known.host}]` : known.host
  return known.port === null ? host : `${host}:${known.port}`
}

async function pathOf(deps: FullLinkDeps, order: PathOrder): Promise<FullLinkPath> {
  const { projectId, runId } = order
  const record = await deps.runs.record(projectId, runId)
  const label = record.labels.find(({ index }) => index === order.label)
  if (label === undefined) throw new AppError('NotFound', { what: 'runLabel' })
  const addresses = runAddresses(record, await deps.runs.plan(runId)).byLabel.get(label.index) ?? []
  const found = await search(deps, order, addresses)
  const links = found.links.flatMap(link => pathLink(link, found.targets))
  const lengthMs =
    record.startedAt === null ? 0 : Math.max(0, (record.endedAt ?? deps.now()) - record.startedAt)
  const monitoring = await monitoringOf(deps, record, { links, lengthMs })
  const health = await monitoredHealth(deps, monitoring, { projectId, lengthMs })
  return { label, targets: found.targets, links, searched: found.searched, lengthMs, monitoring, health }
}

type KnownLink = SearchedLink & Pick<PathLink, 'isOfRun'>

/** Links of the run first; others only for what these do not know, and names are looked up only for what none knows. */
async function search(deps: FullLinkDeps, order: PathOrder, addresses: readonly LabelAddress[]) {
  const { projectId, runId, seesMonitors } = order
  const [places, machines, drove, ofRun] = await Promise.all([
    deps.placesOf(projectId),
    deps.agentsOf(projectId),
    deps.runs.machines(runId),
    deps.runMonitoring.links(runId),
  ])
  const loadMachines = new Set(drove.map(({ agentId }) => agentId))
  let surroundings: Surroundings = { places, machines, loadMachines, resolved: new Map() }
  const wanted = new Map<LabelAddress, Wanted>(
    addresses.flatMap(each =>
      (isComputed(each) ? [] : addressOf(each.address)).map(
        at => [each, { ...at, given: each.given }] as const,
      ),
    ),
  )
  const entries = new Map<LabelAddress, PathTarget['entries']>()
  const unknown = () => [...wanted].filter(([address]) => (entries.get(address) ?? []).length === 0)
  const seek = (links: readonly SearchedLink[]) => {
    for (const [address, at] of unknown()) entries.set(address, entriesOf(at, links, surroundings))
  }
  seek(ofRun)
  const mayAsk = unknown().length > 0 && seesMonitors
  const others = mayAsk
    ? await deps.repository.others(
        projectId,
        ofRun.map(({ id }) => id),
        maxSearchedLinks,
      )
    : { total: 0, links: [] }
  seek(others.links)
  if (unknown().length > 0) {
    const all = [...ofRun, ...others.links]
    const names = unknown().flatMap(([, at]) => [at.host, ...namedHosts(at, all, surroundings)])
    surroundings = { ...surroundings, resolved: await deps.lookUp(names) }
    seek(ofRun)
    seek(others.links)
  }
  const targets = addresses.map(
    (each): PathTarget => ({
      address: shownAddress(each),
      isComputed: isComputed(each),
      entries: entries.get(each) ?? [],
    }),
  )
  return {
    targets,
    links: [
      ...ofRun.map((link): KnownLink => ({ ...link, isOfRun: true })),
      ...others.links.map((link): KnownLink => ({ ...link, isOfRun: false })),
    ],
    searched: {
      ofRun: ofRun.length,
      others: others.links.length,
      omitted: others.total - others.links.length,
      isHidden: unknown().length > 0 && !seesMonitors,
    },
  }
}

function pathLink({ id, name, topology, isOfRun }: KnownLink, targets: readonly PathTarget[]): PathLink[] {
  const entryIds = targets.flatMap(({ entries }) =>
    entries.flatMap(({ linkId, nodeId }) => (linkId === id ? [nodeId] : [])),
  )
  return entryIds.length === 0 ? [] : [{ id, name, isOfRun, ...pathFrom(topology, entryIds) }]
}

interface Shown {
  readonly links: readonly PathLink[]
  readonly lengthMs: number
}

/** What was kept with the run, or is collected in it; of monitors that did not belong to it what is stored of its time. */
async function monitoringOf(
  deps: FullLinkDeps,
  record: RunRecord,
  { links, lengthMs }: Shown,
): Promise<RunMonitoring> {
  const { projectId, startedAt } = record
  const ids = new Set(links.flatMap(({ topology }) => topology.nodes.flatMap(node => node.monitorId ?? [])))
  if (startedAt === null || ids.size === 0) return noMonitoring
  const whole = links.some(({ isOfRun }) => isOfRun) ? await deps.runMonitoring.read(record) : null
  const own = onlyMonitors(whole ?? noMonitoring, ids)
  const known = new Set(own.monitors.map(({ id }) => id))
  const rest = links.flatMap(({ id, name, topology }) => {
    const nodes = topology.nodes.filter(({ monitorId }) => monitorId !== null && !known.has(monitorId))
    const open = { isStartedByRun: false, fromAt: startedAt, untilAt: null, stoppedAt: null }
    return nodes.length === 0 ? [] : [{ id, name, topology: { nodes, edges: [] }, ...open }]
  })
  if (rest.length === 0) return own
  const span = { projectId, startedAt, until: startedAt + lengthMs }
  return joinedMonitoring(own, await readMonitoredRun(deps, span, rest))
}
