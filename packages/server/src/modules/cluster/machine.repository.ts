/** Queries for the administration of load machines. */
import type { Transaction, Updateable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { MachineRow } from './cluster.repository.ts'
import type { LoadMachineTable } from './cluster.table.ts'

export interface ClusterOfMachine {
  readonly machineId: string
  readonly id: string
  readonly name: string
}

export interface MachineAssignment {
  /** Ids of the administrator's clusters it belongs to. */
  readonly clusterIds: readonly string[]
  readonly isPublic: boolean
  readonly projectIds: readonly string[]
}

export interface MachineRepository {
  findAll(ids: readonly string[]): Promise<MachineRow[]>
  /** Machines that a project may add to its own clusters, by name. */
  allottedTo(projectId: string): Promise<MachineRow[]>
  clustersOfMachines(): Promise<ClusterOfMachine[]>
  projectsOfMachines(): Promise<ClusterOfMachine[]>
  /**
   * Machines that are withdrawn from a project leave its clusters. Fails with a unique violation when the name is taken,
   * and with a foreign-key violation when a cluster or project does not exist.
   */
  edit(id: string, fields: Updateable<LoadMachineTable>, assignment: MachineAssignment): Promise<void>
  /** Moves them from the administrator's other clusters into this one. */
  move(ids: readonly string[], clusterId: string): Promise<void>
  update(ids: readonly string[], fields: Updateable<LoadMachineTable>): Promise<void>
  delete(ids: readonly string[]): Promise<void>
}

export function createMachineRepository(database: Database): MachineRepository {
  return { ...machineLists(database), ...machineChanges(database) }
}

/** Machines, and where they belong. */
function machineLists(
  database: Database,
): Pick<MachineRepository, 'findAll' | 'allottedTo' | 'clustersOfMachines' | 'projectsOfMachines'> {
  return {
    findAll: async ids =>
      ids.length === 0
        ? []
        : database.selectFrom('load_machines').selectAll().where('id', 'in', ids).orderBy('name').execute(),
    allottedTo: projectId =>
      database
        .selectFrom('load_machines')
        .selectAll()
        .where(where =>
          where.or([
            where('is_public', '=', true),
            where.exists(
              where
                .selectFrom('machine_projects')
                .select('machine_id')
                .whereRef('machine_projects.machine_id', '=', 'load_machines.id')
                .where('project_id', '=', projectId),
            ),
          ]),
        )
        .orderBy('name')
        .execute(),
    clustersOfMachines: () =>
      database
        .selectFrom('cluster_machines')
        .innerJoin('clusters', 'clusters.id', 'cluster_machines.cluster_id')
        .select(['cluster_machines.machine_id as machineId', 'clusters.id', 'clusters.name'])
        .orderBy('clusters.name')
        .execute(),
    projectsOfMachines: () =>
      database
        .selectFrom('machine_projects')
        .innerJoin('projects', 'projects.id', 'machine_projects.project_id')
        .select(['machine_projects.machine_id as machineId', 'projects.id', 'projects.name'])
        .orderBy('projects.name')
        .execute(),
  }
}

/** Changes of machines, their clusters and projects. */
function machineChanges(database: Database): Pick<MachineRepository, 'edit' | 'move' | 'update' | 'delete'> {
  const leaveAdministrated = (transaction: Transaction<Tables>, ids: readonly string[]) =>
    transaction
      .deleteFrom('cluster_machines')
      .where('machine_id', 'in', ids)
      .where('cluster_id', 'in', where =>
        where.selectFrom('clusters').select('id').where('project_id', 'is', null),
      )
      .execute()
  const leaveWithdrawn = (transaction: Transaction<Tables>, id: string) =>
    transaction
      .deleteFrom('cluster_machines')
      .where('machine_id', '=', id)
      .where('cluster_id', 'in', where =>
        where
          .selectFrom('clusters')
          .select('id')
          .where('project_id', 'is not', null)
          .where('project_id', 'not in', among =>
            among.selectFrom('machine_projects').select('project_id').where('machine_id', '=', id),
          ),
      )
      .execute()
  return {
    edit: (id, fields, { clusterIds, isPublic, projectIds }) =>
      database.transaction().execute(async transaction => {
        await transaction
          .updateTable('load_machines')
          .set({ ...fields, is_public: isPublic })
          .where('id', '=', id)
          .execute()
        await leaveAdministrated(transaction, [id])
        const clusters = [...new Set(clusterIds)].map(cluster => ({ cluster_id: cluster, machine_id: id }))
        if (clusters.length > 0)
          await transaction
            .insertInto('cluster_machines')
            .values(clusters)
            .onConflict(conflict => conflict.doNothing())
            .execute()
        await transaction.deleteFrom('machine_projects').where('machine_id', '=', id).execute()
        const projects = [...new Set(projectIds)].map(project => ({ machine_id: id, project_id: project }))
        if (projects.length > 0)
          await transaction
            .insertInto('machine_projects')
            .values(projects)
            .onConflict(conflict => conflict.doNothing())
            .execute()
        if (!isPublic) await leaveWithdrawn(transaction, id)
      }),
    move: (ids, clusterId) =>
      database.transaction().execute(async transaction => {
        await leaveAdministrated(transaction, ids)
        await transaction
          .insertInto('cluster_machines')
          .values(ids.map(id => ({ cluster_id: clusterId, machine_id: id })))
          .onConflict(conflict => conflict.doNothing())
          .execute()
      }),
    update: async (ids, fields) => {
      await database.updateTable('load_machines').set(fields).where('id', 'in', ids).execute()
    },
    delete: async ids => {
      await database.deleteFrom('load_machines').where('id', 'in', ids).execute()
    },
  }
}
