/** Queries that start and stop monitors: the flag, the session, and what is forgotten of the last one. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'

/** Of these monitors of a project, at an instant, by a person. */
export interface MonitorChange {
  readonly projectId: string
  readonly ids: readonly string[]
  readonly at: number
  readonly by: string
}

export interface ChangedMonitor {
  readonly id: string
  readonly name: string
}

export function createMonitorSessionRepository(database: Database) {
  return {
    /** Returns the monitors that were not running before. */
    start: (change: MonitorChange): Promise<ChangedMonitor[]> =>
      database.transaction().execute(transaction => startMonitors(transaction, change)),
    /** Returns the monitors that were running before. */
    stop: (change: MonitorChange): Promise<ChangedMonitor[]> =>
      database.transaction().execute(transaction => stopMonitors(transaction, change)),
  }
}

/** Within the transaction of the caller. Returns the monitors that were not running before, with their new sessions. */
export async function startMonitors(
  transaction: Transaction<Tables>,
  { projectId, ids, at, by }: MonitorChange,
): Promise<(ChangedMonitor & { readonly sessionId: string })[]> {
  if (ids.length === 0) return []
  const changed = await transaction
    .updateTable('monitors')
    .set({ is_running: true, running_since: at })
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .where('is_running', '=', false)
    .returning(['id', 'name'])
    .execute()
  if (changed.length === 0) return []
  const started = changed.map(row => ({ ...row, sessionId: randomUUID() }))
  const monitorIds = started.map(row => row.id)
  await transaction.deleteFrom('monitor_sections').where('monitor_id', 'in', monitorIds).execute()
  await transaction
    .insertInto('monitor_sessions')
    .values(
      started.map(row => ({
        id: row.sessionId,
        monitor_id: row.id,
        project_id: projectId,
        started_at: at,
        started_by: by,
        stopped_at: null,
        final_state: null,
      })),
    )
    .execute()
  return started
}

/** Within the transaction of the caller. Returns the monitors that were running before. */
export async function stopMonitors(
  transaction: Transaction<Tables>,
  { projectId, ids, at, by }: MonitorChange,
): Promise<ChangedMonitor[]> {
  if (ids.length === 0) return []
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
}
