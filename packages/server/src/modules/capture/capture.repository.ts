/** Which machines a project has for itself. */
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

/** Ids of all machines that no other project may use: not as a public machine, nor by a cluster or a host. */
export async function machinesWithoutOthers(database: Database, projectId: string): Promise<Set<string>> {
  const others = sql`<> ${projectId}::uuid`
  const rows = await database
    .selectFrom('load_machines')
    .select('load_machines.id')
    .where('load_machines.is_public', '=', false)
    .where(
      sql<boolean>`not exists (
        select from machine_projects
        where machine_projects.machine_id = load_machines.id and machine_projects.project_id ${others}
      )`,
    )
    .where(
      sql<boolean>`not exists (
        select from cluster_machines
        join clusters on clusters.id = cluster_machines.cluster_id
        where cluster_machines.machine_id = load_machines.id and (
          clusters.is_public
          or clusters.project_id ${others}
          or exists (
            select from cluster_projects
            where cluster_projects.cluster_id = clusters.id and cluster_projects.project_id ${others}
          )
        )
      )`,
    )
    .where(
      sql<boolean>`not exists (
        select from hosts
        join host_projects on host_projects.host_id = hosts.id
        where hosts.agent_id = load_machines.id and host_projects.project_id ${others}
      )`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}
