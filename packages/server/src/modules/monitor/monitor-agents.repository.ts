/** Queries of the agents that may collect for a project: machines it may use, and agents of its hosts. */
import type { MonitorAgent } from '@pone/contract/entities/monitor.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

/** Whether the project may use the machine of the outer query, by a public machine, a cluster, or a host. */
export const isAllotted = (projectId: ReturnType<typeof sql>) => sql<boolean>`(
  load_machines.is_public
  or exists (
    select from machine_projects
    where machine_projects.machine_id = load_machines.id and machine_projects.project_id = ${projectId}
  )
  or exists (
    select from cluster_machines
    join clusters on clusters.id = cluster_machines.cluster_id
    where cluster_machines.machine_id = load_machines.id and (
      clusters.is_public
      or clusters.project_id = ${projectId}
      or exists (
        select from cluster_projects
        where cluster_projects.cluster_id = clusters.id and cluster_projects.project_id = ${projectId}
      )
    )
  )
  or exists (
    select from hosts
    join host_projects on host_projects.host_id = hosts.id
    where hosts.agent_id = load_machines.id and host_projects.project_id = ${projectId}
  )
)`

export type MonitorAgentRow = Omit<MonitorAgent, 'isOnline'>

/** By name. */
export const agentsOf = (database: Database, projectId: string): Promise<MonitorAgentRow[]> =>
  database
    .selectFrom('load_machines')
    .select([
      'load_machines.id',
      'load_machines.name',
      'load_machines.host',
      sql<string>`case when load_machines.own_address = '' then load_machines.address else load_machines.own_address end`.as(
        'address',
      ),
      sql<number>`(
        select count(*) from monitor_assignments
        join monitors on monitors.id = monitor_assignments.monitor_id
        where monitor_assignments.agent_id = load_machines.id and until_at is null and monitors.project_id = ${projectId}::uuid
      )`.as('monitors'),
    ])
    .where('load_machines.revoked_at', 'is', null)
    .where(isAllotted(sql`${projectId}::uuid`))
    .orderBy('load_machines.name')
    .execute()
