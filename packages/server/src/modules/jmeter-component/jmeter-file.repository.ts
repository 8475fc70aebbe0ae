/** Queries of the files of JMeter components; every one except those for machines is limited to a project. */
import type { Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { JmeterFileTable } from './jmeter-file.table.ts'

export type JmeterFileRow = Selectable<JmeterFileTable>
export type JmeterFileRepository = ReturnType<typeof createJmeterFileRepository>

export function createJmeterFileRepository(database: Database) {
  const scoped = (projectId: string) =>
    database.selectFrom('jmeter_files').selectAll().where('project_id', '=', projectId)
  return {
    /** By name. */
    ofComponents: (projectId: string, componentIds: readonly string[]): Promise<JmeterFileRow[]> =>
      componentIds.length === 0
        ? Promise.resolve([])
        : scoped(projectId).where('component_id', 'in', componentIds).orderBy('name').execute(),
    ofProject: (projectId: string): Promise<JmeterFileRow[]> => scoped(projectId).execute(),
    find: (projectId: string, id: string): Promise<JmeterFileRow | undefined> =>
      scoped(projectId).where('id', '=', id).executeTakeFirst(),
    /** Whatever project it belongs to. */
    ofAnyProject: (id: string): Promise<JmeterFileRow | undefined> =>
      database.selectFrom('jmeter_files').selectAll().where('id', '=', id).executeTakeFirst(),
    insert: async (rows: readonly JmeterFileRow[]): Promise<void> => {
      if (rows.length > 0) await database.insertInto('jmeter_files').values(rows).execute()
    },
    replace: async (row: JmeterFileRow, goneId: string): Promise<void> => {
      await database.transaction().execute(async transaction => {
        await transaction.deleteFrom('jmeter_files').where('id', '=', goneId).execute()
        await transaction.insertInto('jmeter_files').values(row).execute()
      })
    },
    delete: async (projectId: string, ids: readonly string[]): Promise<void> => {
      if (ids.length === 0) return
      await database
        .deleteFrom('jmeter_files')
        .where('project_id', '=', projectId)
        .where('id', 'in', ids)
        .execute()
    },
    /** The ones of these blobs that a file still refers to. */
    blobsInUse: async (blobIds: readonly string[]): Promise<ReadonlySet<string>> => {
      if (blobIds.length === 0) return new Set()
      const rows = await database
        .selectFrom('jmeter_files')
        .select('blob_id')
        .distinct()
        .where('blob_id', 'in', blobIds)
        .execute()
      return new Set(rows.map(row => row.blob_id))
    },
  }
}
