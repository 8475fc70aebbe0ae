/** Queries about clusters, their machines and reservations. */
import type { Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { ClusterTable, LoadMachineTable } from './cluster.table.ts'

type Connection = Database | Transaction<Tables>

export interface Reserved {
  readonly machineId: string
  readonly runId: string
  readonly users: number
}

export interface ClusterRepository {
  /** Leaves an existing cluster of that name as it is; answers its id. */
  ensureCluster(cluster: ClusterTable): Promise<string>
  /** Public clusters and those assigned to the project, by name. */
  clustersOf(projectId: string): Promise<ClusterTable[]>
  machinesOf(clusterId: string): Promise<LoadMachineTable[]>
  allMachines(): Promise<LoadMachineTable[]>
  reservations(): Promise<Reserved[]>
  touchMachine(id: string, seenAt: number): Promise<void>
  /** `choose` sees the machines and reservations while no one else can reserve on them; what it answers is reserved for the run. */
  reserve(
    input: { runId: string; clusterId: string; at: number },
    choose: (machines: LoadMachineTable[], reserved: Reserved[]) => { id: string; users: number }[],
  ): Promise<void>
  release(runId: string): Promise<void>
}

export function createClusterRepository(database: Database): ClusterRepository {
  const machinesOf = (connection: Connection, clusterId: string) =>
    connection
      .selectFrom('load_machines')
      .innerJoin('cluster_machines', 'cluster_machines.machine_id', 'load_machines.id')
      .where('cluster_machines.cluster_id', '=', clusterId)
      .selectAll('load_machines')
      .orderBy('load_machines.id')
  const reservations = (connection: Connection) =>
    connection
      .selectFrom('run_reservations')
      .select(['machine_id as machineId', 'run_id as runId', 'users'])
      .orderBy('created_at')

  return {
    ensureCluster: async cluster => {
      await database
        .insertInto('clusters')
        .values(cluster)
        .onConflict(conflict => conflict.column('name').doNothing())
        .execute()
      const row = await database
        .selectFrom('clusters')
        .select('id')
        .where('name', '=', cluster.name)
        .executeTakeFirstOrThrow()
      return row.id
    },
    clustersOf: projectId =>
      database
        .selectFrom('clusters')
        .selectAll()
        .where(where =>
          where.or([
            where('is_public', '=', true),
            where.exists(
              where
                .selectFrom('cluster_projects')
                .select('cluster_id')
                .whereRef('cluster_projects.cluster_id', '=', 'clusters.id')
                .where('project_id', '=', projectId),
            ),
          ]),
        )
        .orderBy('name')
        .execute(),
    machinesOf: clusterId => machinesOf(database, clusterId).execute(),
    allMachines: () => database.selectFrom('load_machines').selectAll().orderBy('name').execute(),
    reservations: () => reservations(database).execute(),
    touchMachine: async (id, seenAt) => {
      await database.updateTable('load_machines').set({ seen_at: seenAt }).where('id', '=', id).execute()
    },
    reserve: ({ runId, clusterId, at }, choose) =>
      database.transaction().execute(async transaction => {
        // Locked in the order of their ids, so that two reservations never wait for each other.
        const machines = await machinesOf(transaction, clusterId).forUpdate('load_machines').execute()
        const chosen = choose(machines, await reservations(transaction).execute())
        if (chosen.length === 0) return
        await transaction
          .insertInto('run_reservations')
          .values(chosen.map(({ id, users }) => ({ run_id: runId, machine_id: id, users, created_at: at })))
          .execute()
      }),
    release: async runId => {
      await database.deleteFrom('run_reservations').where('run_id', '=', runId).execute()
    },
  }
}
