/** Queries of channels; a project sees its own only. */
import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import type { AlertChannelTable } from './alert.table.ts'

export type StoredChannel = Selectable<AlertChannelTable>

export function createAlertChannelRepository(database: Database) {
  return {
    list: (projectId: string): Promise<StoredChannel[]> =>
      database
        .selectFrom('alert_channels')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('name')
        .execute(),
    find: (projectId: string, id: string): Promise<StoredChannel | undefined> =>
      database
        .selectFrom('alert_channels')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    insert: async (channel: Insertable<AlertChannelTable>): Promise<void> => {
      await database.insertInto('alert_channels').values(channel).execute()
    },
    update: async ({ id, project_id, ...changed }: Insertable<AlertChannelTable>): Promise<void> => {
      await database
        .updateTable('alert_channels')
        .set(changed)
        .where('id', '=', id)
        .where('project_id', '=', project_id)
        .execute()
    },
    /** Returns the names of those that were deleted. */
    delete: async (projectId: string, ids: readonly string[]): Promise<string[]> => {
      const rows = await database
        .deleteFrom('alert_channels')
        .where('project_id', '=', projectId)
        .where('id', 'in', ids)
        .returning('name')
        .execute()
      return rows.map(({ name }) => name)
    },
    deliveries: (channelId: string, limit: number) =>
      database
        .selectFrom('alert_deliveries')
        .select([
          'at',
          'duration_ms as durationMs',
          'is_accepted as isAccepted',
          'notices',
          'status',
          'answer',
          'fault',
        ])
        .where('channel_id', '=', channelId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  }
}
