/** Queries of monitoring views, and of the monitors that the specification's calls name. */
import type { MonitorView } from '@pone/contract/calls/monitor-view.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'

const maxViews = 500

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
          'monitors.is_running',
          'monitors.group_id',
          'monitor_groups.name as group_name',
          'monitor_current.state',
        ])
        .where('monitors.project_id', '=', projectId)
        .orderBy(sql`lower(monitor_groups.name)`, order => order.asc().nullsLast())
        .orderBy(sql`lower(monitors.name)`)
        .execute(),
    /** All of the project by name, or the one with this id. */
    views: (projectId: string, id: string | null): Promise<MonitorView[]> =>
      database
        .selectFrom('monitor_views')
        .select(['id', 'name', 'charts'])
        .where('project_id', '=', projectId)
        .$if(id !== null, rows => rows.where('id', '=', id ?? ''))
        .orderBy(sql`lower(name)`)
        .limit(maxViews)
        .execute(),
    insert: async (projectId: string, view: MonitorView, at: number): Promise<void> => {
      await database
        .insertInto('monitor_views')
        .values({
          id: view.id,
          project_id: projectId,
          name: view.name,
          charts: JSON.stringify(view.charts),
          updated_at: at,
        })
        .execute()
    },
    /** False when the project has no such view. */
    update: async (projectId: string, view: MonitorView, at: number): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('monitor_views')
        .set({ name: view.name, charts: JSON.stringify(view.charts), updated_at: at })
        .where('id', '=', view.id)
        .where('project_id', '=', projectId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    delete: async (projectId: string, id: string): Promise<void> => {
      await database
        .deleteFrom('monitor_views')
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .execute()
    },
  }
}
