/** Queries that start and stop monitors: the flag, the session, and what is forgotten of the last one. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../adapters/database/database.ts'

export interface Change {
  readonly projectId: string
  readonly ids: readonly string[]
  readonly at: number
  readonly by: string
}

export function createMonitorSessionRepository(database: Database) {
  return {
    /** Returns the monitors that were not running before. */
    start: ({ projectId, ids, at, by }: Change): Promise<{ id: string; name: string }[]> =>
      database.transaction().execute(async transaction => {
        const started = await transaction
          .updateTable('monitors')
          .set({ is_running: true, running_since: at })
          .where('id', 'in', ids)
          .where('project_id', '=', projectId)
          .where('is_running', '=', false)
          .returning(['id', 'name'])
          .execute()
        if (started.length === 0) return []
        const monitorIds = started.map(row => row.id)
        await transaction.deleteFrom('monitor_sections').where('monitor_id', 'in', monitorIds).execute()
        await transaction
          .insertInto('monitor_sessions')
          .values(
            monitorIds.map(monitorId => ({
              id: randomUUID(),
              monitor_id: monitorId,
              project_id: projectId,
              started_at: at,
              started_by: by,
              stopped_at: null,
              final_state: null,
            })),
          )
          .execute()
        return started
      }),
    /** Returns the monitors that were running before. */
    stop: ({ projectId, ids, at, by }: Change): Promise<{ id: string; name: string }[]> =>
      database.transaction().execute(async transaction => {
        const states = await transaction
          .selectFrom('monitors')
          .innerJoin('monitor_current', 'monitor_current.monitor_id', 'monitors.id')
          .select(['monitors.id', 'monitors.name', 'monitor_current.state'])
          .where('monitors.id', 'in', ids)
          .where('monitors.project_id', '=', projectId)
          .where('monitors.is_running', '=', true)
          .execute()
        if (states.length === 0) return []
        const running = states.map(row => row.id)
        await transaction
          .updateTable('monitors')
          .set({ is_running: false, running_since: at })
          .where('id', 'in', running)
          .execute()
        for (const [state, rows] of Map.groupBy(states, row => row.state))
          await transaction
            .updateTable('monitor_sessions')
            .set({ stopped_at: at, stopped_by: by, final_state: state })
            .where(
              'monitor_id',
              'in',
              rows.map(row => row.id),
            )
            .where('stopped_at', 'is', null)
            .execute()
        await transaction
          .updateTable('monitor_assignments')
          .set({ until_at: at })
          .where('monitor_id', 'in', running)
          .where('until_at', 'is', null)
          .execute()
        return states.map(({ id, name }) => ({ id, name }))
      }),
  }
}
