/** Queries of the monitors that the specification's calls name. */
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

export function createMonitorViewRepository(database: Database) {
  return {
    /** With the names of their groups; '' for none. */
    monitors: (projectId: string) =>
      database
        .selectFrom('monitors')
        .innerJoin('monitor_current', 'monitor_current.monitor_id', 'monitors.id')
        .leftJoin('monitor_groups', 'monitor_groups.id', 'monitors.group_id')
        .select([
          'monitors.id',
          'monitors.name',
          'monitors.type',
          'monitors.type_version',
          'monitors.is_running',
          'monitors.group_id',
          'monitor_groups.name as group_name',
          'monitor_current.state',
        ])
        .where('monitors.project_id', '=', projectId)
        .orderBy(sql`lower(monitor_groups.name)`, order => order.asc().nullsLast())
        .orderBy(sql`lower(monitors.name)`)
        .execute(),
  }
}
