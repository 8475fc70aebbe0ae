/** Which clusters a project may use, what their machines have left, and reservation of machines for runs. */
import { randomUUID } from 'node:crypto'
import type { Cluster, LoadMachine } from '@pone/contract/entities/cluster.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { AgentLink, OnlineMachine } from '../../link/agent-link.ts'
import { allot, lineUp } from './capacity.ts'
import type { ClusterRepository, Reserved } from './cluster.repository.ts'
import type { LoadMachineTable } from './cluster.table.ts'

/** Name of the cluster that the first start makes; the agent of this machine stands in it. */
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
  /** In line order; the first begins at 0, the last ends at 1. */
  readonly machines: readonly ReservedMachine[]
}

export interface ClusterService {
  /** Answers the id of the public cluster `local`, which is made when missing. */
  ensureLocalCluster(): Promise<string>
  clustersFor(projectId: string): Promise<Cluster[]>
  /** Every machine that has ever joined, by name. */
  machines(): Promise<LoadMachine[]>
  /**
   * Takes `users` of the cluster's online machines for the run, all or nothing, in proportion to what each has left.
   * @throws AppError NotFound, NoMachineOnline, CapacityExceeded
   */
  reserve(input: { runId: string; projectId: string; clusterId: string; users: number }): Promise<Reservation>
  /** Gives back everything of the run; does nothing when nothing is reserved. */
  release(runId: string): Promise<void>
  /** Remembers when the machine was last seen, for the time it is offline. */
  machineSeen(agentId: string, at: number): Promise<void>
}

export function createClusterService(options: {
  repository: ClusterRepository
  link: Pick<AgentLink, 'onlineMachines'>
  now: () => number
}): ClusterService {
  const { repository, link, now } = options
  const online = () => new Map(link.onlineMachines().map(machine => [machine.agentId, machine]))

  return {
    ensureLocalCluster: () =>
      repository.ensureCluster({
        id: randomUUID(),
        name: localClusterName,
        engine: 'PR',
        is_public: true,
        created_at: now(),
      }),
    clustersFor: async projectId => {
      const [rows, reserved] = await Promise.all([
        repository.clustersOf(projectId),
        repository.reservations(),
      ])
      const present = online()
      return Promise.all(
        rows.map(async ({ id, name, engine }) => {
          const machines = (await repository.machinesOf(id)).map(row => describe(row, present, reserved))
          const able = machines.filter(machine => machine.isOnline)
          return {
            id,
            name,
            engine,
            isOnline: able.length > 0,
            maxUsers: sum(able, machine => machine.maxUsers),
            remainingUsers: sum(able, machine => machine.remainingUsers),
            machines,
          }
        }),
      )
    },
    machines: async () => {
      const [rows, reserved] = await Promise.all([repository.allMachines(), repository.reservations()])
      const present = online()
      return rows.map(row => describe(row, present, reserved))
    },
    reserve: async ({ runId, projectId, clusterId, users }) => {
      const cluster = (await repository.clustersOf(projectId)).find(each => each.id === clusterId)
      if (cluster === undefined) throw new AppError('NotFound', { what: 'cluster' })
      let reserved: ReservedMachine[] = []
      await repository.reserve({ runId, clusterId, at: now() }, (rows, reservations) => {
        const present = online()
        const able = rows.map(row => describe(row, present, reservations)).filter(each => each.isOnline)
        if (able.length === 0) throw new AppError('NoMachineOnline', { cluster: cluster.name })
        const remaining = sum(able, machine => machine.remainingUsers)
        if (users > remaining) {
          throw new AppError('CapacityExceeded', {
            wanted: users,
            cluster: cluster.name,
            remaining,
            missing: users - remaining,
          })
        }
        const names = new Map(able.map(machine => [machine.id, machine.name]))
        const shares = lineUp(allot(users, able))
        reserved = shares.map(({ id, ...share }) => ({ agentId: id, name: names.get(id) ?? id, ...share }))
        return shares
      })
      return { clusterName: cluster.name, machines: reserved }
    },
    release: runId => repository.release(runId),
    machineSeen: (agentId, at) => repository.touchMachine(agentId, at),
  }
}

/** A machine's row together with what the link and the reservations say about it. */
function describe(
  row: LoadMachineTable,
  present: ReadonlyMap<string, OnlineMachine>,
  reserved: readonly Reserved[],
): LoadMachine {
  const own = reserved.filter(each => each.machineId === row.id)
  const line = present.get(row.id)
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    isOnline: line !== undefined,
    since: line?.since ?? row.seen_at,
    system: row.system,
    architecture: row.architecture,
    cores: row.cores,
    memoryBytes: row.memory_bytes,
    cpu01: line?.status?.cpu01 ?? null,
    maxUsers: row.max_users,
    remainingUsers: Math.max(0, row.max_users - sum(own, each => each.users)),
    runIds: own.map(each => each.runId),
  }
}

const sum = <T>(items: readonly T[], figure: (item: T) => number): number =>
  items.reduce((total, item) => total + figure(item), 0)
