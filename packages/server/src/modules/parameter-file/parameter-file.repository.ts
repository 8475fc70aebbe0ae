/** Queries of parameter files; every one is limited to a project. */
import type { Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { ParameterFileTable } from './parameter-file.table.ts'

export type ParameterFileRow = Selectable<ParameterFileTable>
export type ParameterFileRepository = ReturnType<typeof createParameterFileRepository>

export function createParameterFileRepository(database: Database) {
  const scoped = (projectId: string) =>
    database.selectFrom('parameter_files').selectAll().where('project_id', '=', projectId)
  return {
    list: (projectId: string): Promise<ParameterFileRow[]> =>
      scoped(projectId).orderBy('uploaded_at', 'desc').execute(),
    find: (projectId: string, id: string): Promise<ParameterFileRow | undefined> =>
      scoped(projectId).where('id', '=', id).executeTakeFirst(),
    /** Whatever project it belongs to. */
    ofAnyProject: (id: string): Promise<ParameterFileRow | undefined> =>
      database.selectFrom('parameter_files').selectAll().where('id', '=', id).executeTakeFirst(),
    hasName: async (projectId: string, name: string): Promise<boolean> =>
      (await scoped(projectId).where('name', '=', name).executeTakeFirst()) !== undefined,
    insert: async (row: ParameterFileRow): Promise<void> => {
      await database.insertInto('parameter_files').values(row).execute()
    },
    delete: async (projectId: string, id: string): Promise<void> => {
      await database
        .deleteFrom('parameter_files')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .execute()
    },
  }
}
