/** Deletes rows of a project that may not be deleted while they run. */
import type { Database } from './database.ts'

/** Deletes all of them, or none when one runs; returns the names of those that run. */
export const deleteStopped = (
  database: Database,
  table: 'monitors' | 'monitor_links',
  projectId: string,
  ids: readonly string[],
): Promise<string[]> =>
  database.transaction().execute(async transaction => {
    const rows = await transaction
      .selectFrom(table)
      .select(['name', 'is_running'])
      .where('id', 'in', ids)
      .where('project_id', '=', projectId)
      .orderBy('name')
      .forUpdate()
      .execute()
    const running = rows.filter(row => row.is_running).map(row => row.name)
    if (running.length === 0)
      await transaction.deleteFrom(table).where('id', 'in', ids).where('project_id', '=', projectId).execute()
    return running
  })
