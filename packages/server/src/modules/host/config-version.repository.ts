/** Queries of the contents of configuration files before they were saved from the browser. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../adapters/database/database.ts'

export interface ConfigVersion {
  readonly id: string
  readonly savedAt: number
  readonly savedBy: string
  readonly content: string
}

const keptPerFile = 10

export type ConfigVersionRepository = ReturnType<typeof createConfigVersionRepository>

export function createConfigVersionRepository(database: Database) {
  const of = (hostId: string, path: string) =>
    database
      .selectFrom('host_config_versions')
      .where('host_id', '=', hostId)
      .where('path', '=', path)
      .orderBy('saved_at', 'desc')
  return {
    list: (hostId: string, path: string): Promise<ConfigVersion[]> =>
      of(hostId, path)
        .select(['id', 'saved_at as savedAt', 'saved_by as savedBy', 'content'])
        .limit(keptPerFile)
        .execute(),
    /** Deletes all but the newest ten. */
    add: async (version: {
      hostId: string
      path: string
      content: string
      savedAt: number
      savedBy: string
    }): Promise<void> => {
      const { hostId, path, content, savedAt, savedBy } = version
      await database
        .insertInto('host_config_versions')
        .values({ id: randomUUID(), host_id: hostId, path, content, saved_at: savedAt, saved_by: savedBy })
        .execute()
      const old = await of(hostId, path).select('id').offset(keptPerFile).execute()
      if (old.length > 0)
        await database
          .deleteFrom('host_config_versions')
          .where(
            'id',
            'in',
            old.map(row => row.id),
          )
          .execute()
    },
  }
}
