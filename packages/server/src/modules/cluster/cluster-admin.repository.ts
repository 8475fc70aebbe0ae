/** Queries for the administration of clusters, by administrators and by projects. */
import type { Insertable, Transaction, Updateable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'
import type { ClusterRow } from './cluster.repository.ts'
import type { ClusterTable } from './cluster.table.ts'

/** Machines of a cluster, and who may use it. */
export interface ClusterMembers {
  readonly machineIds: readonly string[]
  /** Projects it is assigned to. */
  readonly projectIds: readonly string[]
}

export interface ProjectOfCluster {
  readonly clusterId: string
  readonly id: string
  readonly name: string
}

export interface ClusterAdminRepository {
  find(id: string): Promise<ClusterRow | undefined>
  /** Fails with a unique violation when the name is taken, and with a foreign-key violation when a member does not exist. */
  insert(cluster: Insertable<ClusterTable>, members: ClusterMembers): Promise<void>
  /** Fails as `insert` does. */
  update(id: string, fields: Updateable<ClusterTable>, members: ClusterMembers): Promise<void>
  delete(id: string): Promise<void>
  /** Projects that clusters are assigned to, by name. */
  assignments(): Promise<ProjectOfCluster[]>
  /** Projects that have clusters of their own. */
  owners(): Promise<ProjectOfCluster[]>
  /** All projects that clusters can be assigned to, by name. */
  projects(): Promise<{ id: string; name: string; code: string }[]>
}

export function createClusterAdminRepository(database: Database): ClusterAdminRepository {
  const writeMembers = async (
    transaction: Transaction<Tables>,
    clusterId: string,
    { machineIds, projectIds }: ClusterMembers,
  ): Promise<void> => {
    const machines = [...new Set(machineIds)].map(id => ({ cluster_id: clusterId, machine_id: id }))
    const projects = [...new Set(projectIds)].map(id => ({ cluster_id: clusterId, project_id: id }))
    await transaction.deleteFrom('cluster_machines').where('cluster_id', '=', clusterId).execute()
    await transaction.deleteFrom('cluster_projects').where('cluster_id', '=', clusterId).execute()
    if (machines.length > 0)
      await transaction
        .insertInto('cluster_machines')
        .values(machines)
        .onConflict(conflict => conflict.doNothing())
        .execute()
    if (projects.length > 0)
      await transaction
        .insertInto('cluster_projects')
        .values(projects)
        .onConflict(conflict => conflict.doNothing())
        .execute()
  }

  return {
    find: id => database.selectFrom('clusters').selectAll().where('id', '=', id).executeTakeFirst(),
    insert: (cluster, members) =>
      database.transaction().execute(async transaction => {
        await transaction.insertInto('clusters').values(cluster).execute()
        await writeMembers(transaction, cluster.id, members)
      }),
    update: (id, fields, members) =>
      database.transaction().execute(async transaction => {
        await transaction.updateTable('clusters').set(fields).where('id', '=', id).execute()
        await writeMembers(transaction, id, members)
      }),
    delete: async id => {
      await database.deleteFrom('clusters').where('id', '=', id).execute()
    },
    assignments: () =>
      database
        .selectFrom('cluster_projects')
        .innerJoin('projects', 'projects.id', 'cluster_projects.project_id')
        .select(['cluster_projects.cluster_id as clusterId', 'projects.id', 'projects.name'])
        .orderBy('projects.name')
        .execute(),
    owners: () =>
      database
        .selectFrom('clusters')
        .innerJoin('projects', 'projects.id', 'clusters.project_id')
        .select(['clusters.id as clusterId', 'projects.id', 'projects.name'])
        .execute(),
    projects: () => database.selectFrom('projects').select(['id', 'name', 'code']).orderBy('name').execute(),
  }
}
