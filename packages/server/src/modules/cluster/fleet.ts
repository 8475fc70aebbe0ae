/** The present state of machines and clusters, computed from rows, connections and reservations; pure. */
import { enginesWithParts } from '@pone/contract/engines/parts.ts'
import type { LoadMachine, MachineRun } from '@pone/contract/entities/cluster.ts'
import type { AgentStatus } from '@pone/contract/link/machine.ts'
import type { OnlineMachine } from '../../link/agent-link.ts'
import type { MachineRow, Reserved } from './cluster.repository.ts'
import { sum } from './sum.ts'

/** The viewer: an administrator sees every run, a project only its own. */
export type Viewer = 'administrator' | { readonly projectId: string }

export interface FleetState {
  readonly online: ReadonlyMap<string, OnlineMachine>
  readonly reserved: ReadonlyMap<string, readonly Reserved[]>
  readonly viewer: Viewer
}

export function fleetState(
  online: readonly OnlineMachine[],
  reserved: readonly Reserved[],
  viewer: Viewer,
): FleetState {
  return {
    online: new Map(online.map(machine => [machine.agentId, machine])),
    reserved: Map.groupBy(reserved, each => each.machineId),
    viewer,
  }
}

export function describeMachine(row: MachineRow, { online, reserved, viewer }: FleetState): LoadMachine {
  const own = reserved.get(row.id) ?? []
  const line = online.get(row.id)
  const runs = own.map(each => describeRun(each, viewer))
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    address: row.own_address === '' ? row.address : row.own_address,
    port: row.open_port ?? row.port,
    socketPort: row.socket_port,
    isOnline: line !== undefined,
    isInService: row.is_in_service,
    isRevoked: row.revoked_at !== null,
    ...(row.flooded_at === null ? {} : { floodedAt: row.flooded_at }),
    since: line?.since ?? row.revoked_at ?? row.seen_at,
    system: row.system,
    architecture: row.architecture,
    version: row.version,
    cores: row.cores,
    memoryBytes: row.memory_bytes,
    cpu01: line?.status?.cpu01 ?? null,
    memoryUsedBytes: line?.status?.memoryUsedBytes ?? null,
    ...(line?.status?.disk === undefined ? {} : { disk: line.status.disk }),
    ...factsOfEngines(line?.status),
    maxUsers: row.max_users,
    remainingUsers: Math.max(0, row.max_users - sum(own, each => each.users)),
    maxScripts: row.max_scripts,
    remainingScripts: Math.max(0, row.max_scripts - sum(own, each => each.scripts)),
    runs,
    releaseAt: latestRelease(runs),
  }
}

function describeRun(reserved: Reserved, viewer: Viewer): MachineRun {
  const { runId, projectId, projectName, number, scenarioName, startedAt, plannedDurationMs } = reserved
  const isVisible = viewer === 'administrator' || projectId === viewer.projectId
  return {
    run:
      isVisible && number !== null && scenarioName !== null
        ? { id: runId, number, scenarioName, projectName: projectName ?? '' }
        : null,
    users: reserved.users,
    scripts: reserved.scripts,
    releaseAt: plannedDurationMs === null || startedAt === null ? null : startedAt + plannedDurationMs,
  }
}

/** The latest end of the runs; null without runs, or when one of them has no end. */
export function latestRelease(runs: readonly { readonly releaseAt: number | null }[]): number | null {
  const ends = runs.map(run => run.releaseAt).filter(end => end !== null)
  return ends.length === 0 || ends.length < runs.length ? null : Math.max(...ends)
}

/** Whether the machine can be used for new runs. */
export const isAble = (machine: LoadMachine): boolean =>
  machine.isOnline && machine.isInService && !machine.isRevoked

/** Free capacity of a cluster; a machine without free script slots has no free users either. */
export function sumUp(machines: readonly LoadMachine[]) {
  const able = machines.filter(isAble)
  return {
    isOnline: machines.some(machine => machine.isOnline),
    maxUsers: sum(able, machine => machine.maxUsers),
    remainingUsers: sum(able, machine => (machine.remainingScripts > 0 ? machine.remainingUsers : 0)),
    releaseAt: latestRelease(machines.flatMap(machine => machine.runs)),
  }
}

/** What the machine has reported for each engine. */
const factsOfEngines = (status: AgentStatus | null | undefined): Partial<LoadMachine> =>
  Object.fromEntries(
    enginesWithParts.flatMap(name => (status?.[name] === undefined ? [] : [[name, status[name]]])),
  )
