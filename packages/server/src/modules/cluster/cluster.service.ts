/** Which clusters a project may use, the free capacity of their machines, and reservation of machines for runs. */

import { randomUUID } from 'node:crypto'
import { leastFreeBytes } from '@pone/contract/disk-room.ts'
import type { LoadMachine } from '@pone/contract/entities/cluster.ts'
import { AppError } from '@pone/contract/errors.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { defaultEngine, engines } from '@pone/plan/engines/registry.ts'
import type { AgentLink } from '../../link/agent-link.ts'
import { segment } from './capacity.ts'
import { chooseMachines } from './choose-machines.ts'
import type { ClusterRepository } from './cluster.repository.ts'
import { describeMachine, fleetState, isAble, sumUp } from './fleet.ts'
import type { ClusterRoom } from './licensed-room.ts'
import { type RaisedLoad, raisedShares } from './raised-load.ts'

/** Name of the cluster that the first start creates; it contains the agent of the server's machine. */
export const localClusterName = 'local'

/** A machine's part of a run. */
export interface ReservedMachine {
  readonly agentId: string
  readonly name: string
  readonly users: number
  readonly from01: number
  readonly to01: number
}

export interface Reservation {
  readonly clusterName: string
  /** In order; the first starts at 0, the last ends at 1. */
  readonly machines: readonly ReservedMachine[]
}

export interface Wanted {
  readonly runId: string
  readonly projectId: string
  readonly clusterId: string
  readonly users: number
  /** Number of components of the run, which every machine executes; default 1. */
  readonly scripts?: number
  /** All users on the same machine. */
  readonly isOneMachine?: boolean
  /** The engine; the default one when omitted. */
  readonly engine?: Engine
}

export interface ClusterService {
  /** Returns the id of the public cluster `local`, which is created when missing. */
  ensureLocalCluster(): Promise<string>
  /** Without regard to the licence. */
  clustersFor(projectId: string): Promise<ClusterRoom[]>
  /** Id of the controller that runs on the cluster prefer; null: any. */
  preferredController(clusterId: string): Promise<string | null>
  /** Every machine that has ever joined, by name. */
  machines(): Promise<LoadMachine[]>
  /**
   * Reserves `users` on the cluster's online machines for the run, all or nothing, in proportion to their free capacity.
   * @throws AppError NotFound, EngineMismatch, NoMachineOnline, NoMachineInService, ScriptsExceeded, CapacityExceeded, CapacityBehindScripts, OneMachineExceeded, MachineDiskFull
   */
  reserve(wanted: Wanted): Promise<Reservation>
  /**
   * Reserves another number of users for an active run on the machines that drive it.
   * @throws AppError RunMachinesExceeded, LicenceExceeded and others of the licence
   */
  raise(load: RaisedLoad): Promise<void>
  /** Releases all reservations of the run; does nothing when there are none. */
  release(runId: string): Promise<void>
  /** Stores when the machine was last seen, for display while it is offline. */
  machineSeen(agentId: string, at: number): Promise<void>
  /** Stores that the machine's connection was closed for flooding. */
  machineFlooded(agentId: string, at: number): Promise<void>
}

/** @throws AppError MachineDiskFull */
function assertDiskRoom(machines: readonly LoadMachine[]): void {
  const full = machines.find(
    machine => isAble(machine) && (machine.disk?.freeBytes ?? leastFreeBytes) < leastFreeBytes,
  )
  if (full === undefined) return
  throw new AppError('MachineDiskFull', {
    machine: full.name,
    free: formatBytes(full.disk?.freeBytes ?? 0),
    least: formatBytes(leastFreeBytes),
  })
}

/** Returns the id of the public cluster `local`, which is created when missing. */
export async function ensureLocalCluster(
  repository: Pick<ClusterRepository, 'ensureLocal'>,
  at: number,
): Promise<string> {
  // An administrator may have given the name to another cluster.
  for (let place = 1; ; place++) {
    const id = await repository.ensureLocal({
      id: randomUUID(),
      name: place === 1 ? localClusterName : `${localClusterName}-${place}`,
      engine: defaultEngine,
      is_public: true,
      created_at: at,
    })
    if (id !== null) return id
  }
}

export function createClusterService(options: {
  repository: ClusterRepository
  link: Pick<AgentLink, 'onlineMachines'>
  now: () => number
}): ClusterService {
  const { repository, link, now } = options

  return {
    ensureLocalCluster: () => ensureLocalCluster(repository, now()),
    clustersFor: async projectId => {
      const [rows, reserved, makers] = await Promise.all([
        repository.clustersOf(projectId),
        repository.reservations(),
        repository.makers(),
      ])
      const machinesOf = await repository.machinesOf(rows.map(row => row.id))
      const state = fleetState(link.onlineMachines(), reserved, { projectId })
      return rows.map(({ id, name, engine, is_public, project_id }) => {
        const machines = (machinesOf.get(id) ?? []).map(row => describeMachine(row, state))
        return {
          id,
          name,
          engine,
          isPublic: is_public,
          isOwn: project_id === projectId,
          makesMachines: makers.has(id),
          ...sumUp(machines),
          machines,
        }
      })
    },
    preferredController: clusterId => repository.preferredController(clusterId),
    machines: async () => {
      const [rows, reserved] = await Promise.all([repository.allMachines(), repository.reservations()])
      const state = fleetState(link.onlineMachines(), reserved, 'administrator')
      return rows.map(row => describeMachine(row, state))
    },
    reserve: async ({
      runId,
      projectId,
      clusterId,
      users,
      scripts = 1,
      isOneMachine,
      engine = defaultEngine,
    }) => {
      const cluster = (await repository.clustersOf(projectId)).find(each => each.id === clusterId)
      if (cluster === undefined) throw new AppError('NotFound', { what: 'cluster' })
      const { displayName, clusterTypes } = engines[engine]
      if (!clusterTypes.some(type => type === cluster.engine)) {
        throw new AppError('EngineMismatch', {
          wanted: displayName,
          cluster: cluster.name,
          engine: engines[cluster.engine].displayName,
        })
      }
      let reserved: ReservedMachine[] = []
      await repository.reserve({ runId, clusterId, at: now() }, (rows, reservations) => {
        const state = fleetState(link.onlineMachines(), reservations, 'administrator')
        const machines = rows.map(row => describeMachine(row, state))
        assertDiskRoom(machines)
        const shares = segment(
          chooseMachines({ cluster: cluster.name, machines, users, scripts, isOneMachine }),
        )
        const names = new Map(machines.map(machine => [machine.id, machine.name]))
        reserved = shares.map(({ id, ...share }) => ({ agentId: id, name: names.get(id) ?? id, ...share }))
        return shares.map(share => ({ id: share.id, users: share.users, scripts }))
      })
      return { clusterName: cluster.name, machines: reserved }
    },
    raise: load =>
      repository.raise(
        { runId: load.runId, machineIds: load.allotted(load.users).map(({ id }) => id) },
        rooms => raisedShares(load, rooms),
      ),
    release: runId => repository.release(runId),
    machineSeen: (agentId, at) => repository.touchMachine(agentId, at),
    machineFlooded: (agentId, at) => repository.noteFlooding(agentId, at),
  }
}
