/** Queries of clusters, their machines and reservations, for runs and projects. */
import type { Insertable, Selectable, Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { Allotment } from './capacity.ts'
import type { ClusterTable, LoadMachineTable } from './cluster.table.ts'
import type { DrivenRoom } from './raised-load.ts'
import { sum } from './sum.ts'

type Connection = Database | Transaction<Tables>
export type ClusterRow = Selectable<ClusterTable>
export type MachineRow = Selectable<LoadMachineTable>

/** What an active run has reserved on a machine, and which run it is; the run's fields are null until it is stored. */
export interface Reserved {
  readonly machineId: string
  readonly runId: string
  readonly users: number
  readonly scripts: number
  readonly projectId: string | null
  readonly projectName: string | null
  readonly number: number | null
  readonly scenarioName: string | null
  /** Planned duration in ms from its start, or from its reservation before that; null without an end. */
  readonly plannedDurationMs: number | null
  readonly startedAt: number | null
}

export interface Chosen {
  readonly id: string
  readonly users: number
  readonly scripts: number
}

export interface ClusterRepository {
  /** Returns the id of the local cluster, which is created when missing; null when another cluster has its name. */
  ensureLocal(cluster: Insertable<ClusterTable>): Promise<string | null>
  /** Public clusters, those assigned to the project and its own, by name. */
  clustersOf(projectId: string): Promise<ClusterRow[]>
  allClusters(): Promise<ClusterRow[]>
  /** null: any controller, or the cluster does not exist. */
  preferredController(clusterId: string): Promise<string | null>
  machinesOf(clusterIds: readonly string[]): Promise<Map<string, MachineRow[]>>
  /** Ids of the clusters that create machines on demand. */
  makers(): Promise<ReadonlySet<string>>
  allMachines(): Promise<MachineRow[]>
  reservations(): Promise<Reserved[]>
  touchMachine(id: string, seenAt: number): Promise<void>
  noteFlooding(id: string, at: number): Promise<void>
  /** `choose` gets the machines and reservations while they are locked; its result is reserved for the run. */
  reserve(
    input: { runId: string; clusterId: string; at: number },
    choose: (machines: MachineRow[], reserved: Reserved[]) => readonly Chosen[],
  ): Promise<void>
  /** `choose` gets the run's machines while they are locked; its result replaces the run's reservations there. */
  raise(
    input: { runId: string; machineIds: readonly string[] },
    choose: (rooms: readonly DrivenRoom[]) => readonly Allotment[],
  ): Promise<void>
  release(runId: string): Promise<void>
}

/** Within the reservation's transaction: allows the run's users, or throws. */
export type AssertAllowed = (
  transaction: Transaction<Tables>,
  holding: { runId: string; users: number },
) => Promise<void>

/** `assertAllowed` checks the licence; without it every reservation is allowed. */
export function createClusterRepository(
  database: Database,
  assertAllowed?: AssertAllowed,
): ClusterRepository {
  return {
    ...clusterReads(database),
    ...machineQueries(database),
    ...reservationQueries(database),
    ...reserving(database, assertAllowed),
  }
}

/** Queries that read clusters. */
function clusterReads(
  database: Database,
): Pick<ClusterRepository, 'ensureLocal' | 'clustersOf' | 'allClusters' | 'preferredController' | 'makers'> {
  const clusters = () => database.selectFrom('clusters').selectAll().orderBy('name')
  return {
    ensureLocal: async cluster => {
      await database
        .insertInto('clusters')
        .values({ ...cluster, is_local: true })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      const row = await clusters().where('is_local', '=', true).executeTakeFirst()
      return row?.id ?? null
    },
    clustersOf: projectId =>
      clusters()
        .where(where =>
          where.or([
            where('is_public', '=', true),
            where('project_id', '=', projectId),
            where.exists(
              where
                .selectFrom('cluster_projects')
                .select('cluster_id')
                .whereRef('cluster_projects.cluster_id', '=', 'clusters.id')
                .where('cluster_projects.project_id', '=', projectId),
            ),
          ]),
        )
        .execute(),
    allClusters: () => clusters().execute(),
    preferredController: async clusterId =>
      (await clusters().where('id', '=', clusterId).executeTakeFirst())?.controller_id ?? null,
    makers: async () => {
      const rows = await database.selectFrom('pod_pools').select('cluster_id').execute()
      return new Set(rows.map(row => row.cluster_id))
    },
  }
}

/** Load machines, and stored facts about them. */
function machineQueries(
  database: Database,
): Pick<ClusterRepository, 'machinesOf' | 'allMachines' | 'touchMachine' | 'noteFlooding'> {
  return {
    machinesOf: async clusterIds => {
      if (clusterIds.length === 0) return new Map()
      const rows = await machines(database)
        .select('cluster_machines.cluster_id')
        .where('cluster_machines.cluster_id', 'in', clusterIds)
        .orderBy('load_machines.name')
        .execute()
      return Map.groupBy(rows, row => row.cluster_id)
    },
    allMachines: () => database.selectFrom('load_machines').selectAll().orderBy('name').execute(),
    touchMachine: async (id, seenAt) => {
      await database.updateTable('load_machines').set({ seen_at: seenAt }).where('id', '=', id).execute()
    },
    noteFlooding: async (id, at) => {
      await database.updateTable('load_machines').set({ flooded_at: at }).where('id', '=', id).execute()
    },
  }
}

/** Reservations of runs on machines. */
function reservationQueries(database: Database): Pick<ClusterRepository, 'reservations' | 'release'> {
  return {
    reservations: () => reservations(database),
    release: async runId => {
      await database.deleteFrom('run_reservations').where('run_id', '=', runId).execute()
    },
  }
}

/** Reserves machines, and raises reservations of a run, while the machines are locked. */
function reserving(
  database: Database,
  assertAllowed?: AssertAllowed,
): Pick<ClusterRepository, 'reserve' | 'raise'> {
  return {
    reserve: ({ runId, clusterId, at }, choose) =>
      database.transaction().execute(async transaction => {
        // Locked in the order of their ids, to avoid deadlocks between reservations.
        const rows = await machines(transaction)
          .where('cluster_machines.cluster_id', '=', clusterId)
          .orderBy('load_machines.id')
          .forUpdate('load_machines')
          .execute()
        const chosen = choose(rows, await reservations(transaction))
        if (chosen.length === 0) return
        await assertAllowed?.(transaction, {
          runId,
          users: chosen.reduce((sum, { users }) => sum + users, 0),
        })
        await transaction
          .insertInto('run_reservations')
          .values(
            chosen.map(({ id, users, scripts }) => ({
              run_id: runId,
              machine_id: id,
              users,
              scripts,
              created_at: at,
            })),
          )
          .execute()
      }),
    raise: ({ runId, machineIds }, choose) =>
      database.transaction().execute(async transaction => {
        const rows = await transaction
          .selectFrom('load_machines')
          .select(['id', 'max_users'])
          .where('id', 'in', [...machineIds])
          .orderBy('id')
          .forUpdate()
          .execute()
        const reserved = await transaction
          .selectFrom('run_reservations')
          .select(['run_id', 'machine_id', 'users'])
          .where('machine_id', 'in', [...machineIds])
          .execute()
        const rooms = rows.map(({ id, max_users: maxUsers }): DrivenRoom => {
          const here = reserved.filter(each => each.machine_id === id)
          const own = here.filter(each => each.run_id === runId)
          const others = here.filter(each => each.run_id !== runId)
          return {
            id,
            own: sum(own, each => each.users),
            free: Math.max(0, maxUsers - sum(others, each => each.users)),
          }
        })
        const chosen = choose(rooms)
        await assertAllowed?.(transaction, { runId, users: sum(chosen, each => each.users) })
        for (const { id, users } of chosen) {
          await transaction
            .updateTable('run_reservations')
            .set({ users })
            .where('run_id', '=', runId)
            .where('machine_id', '=', id)
            .execute()
        }
      }),
  }
}

const machines = (connection: Connection) =>
  connection
    .selectFrom('load_machines')
    .innerJoin('cluster_machines', 'cluster_machines.machine_id', 'load_machines.id')
    .selectAll('load_machines')

const reservations = (connection: Connection) =>
  connection
    .selectFrom('run_reservations')
    .leftJoin('runs', 'runs.id', 'run_reservations.run_id')
    .leftJoin('projects', 'projects.id', 'runs.project_id')
    .select(({ fn }) => [
      'run_reservations.machine_id as machineId',
      'run_reservations.run_id as runId',
      'run_reservations.users',
      'run_reservations.scripts',
      'runs.project_id as projectId',
      'projects.name as projectName',
      'runs.number',
      'runs.scenario_name as scenarioName',
      'runs.planned_duration_ms as plannedDurationMs',
      fn.coalesce('runs.started_at', 'run_reservations.created_at').as('startedAt'),
    ])
    .orderBy('run_reservations.created_at')
    .execute()
