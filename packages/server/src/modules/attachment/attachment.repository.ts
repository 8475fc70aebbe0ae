/** Queries of attachments; every one except those for machines is limited to a project. */
import type { Attachment } from '@pone/contract/entities/component.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { AttachmentTable } from './attachment.table.ts'

export type AttachmentRow = Selectable<AttachmentTable>
export type AttachmentRepository = ReturnType<typeof createAttachmentRepository>

export function createAttachmentRepository(database: Database) {
  const scoped = (projectId: string) =>
    database.selectFrom('attachments').selectAll().where('project_id', '=', projectId)
  return {
    list: (projectId: string, kind: Attachment['kind'] | undefined): Promise<AttachmentRow[]> => {
      const all = scoped(projectId).orderBy('uploaded_at', 'desc')
      return (kind === undefined ? all : all.where('kind', '=', kind)).execute()
    },
    find: (projectId: string, id: string): Promise<AttachmentRow | undefined> =>
      scoped(projectId).where('id', '=', id).executeTakeFirst(),
    /** Whatever project it belongs to. */
    ofAnyProject: (id: string): Promise<AttachmentRow | undefined> =>
      database.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst(),
    hasName: async (projectId: string, kind: Attachment['kind'], name: string): Promise<boolean> =>
      (await scoped(projectId).where('kind', '=', kind).where('name', '=', name).executeTakeFirst()) !==
      undefined,
    insert: async (row: AttachmentRow): Promise<void> => {
      await database.insertInto('attachments').values(row).execute()
    },
    delete: async (projectId: string, id: string): Promise<void> => {
      await database
        .deleteFrom('attachments')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .execute()
    },
  }
}
