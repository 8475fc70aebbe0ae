/** Queries of pictures behind the nodes of monitoring links; a project sees its own only. */
import type { LinkPicture } from '@pone/contract/entities/monitor-link.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.ts'

interface LinkPictureTable {
  id: string
  project_id: string
  /** Of the content, so that a project keeps it once. */
  sha256: string
  media_type: LinkPicture['mediaType']
  width: number
  height: number
  content: Buffer
  /** When it was uploaded, or a link was saved with it, last; epoch ms. */
  used_at: number
}

declare module '../../../adapters/database/tables.ts' {
  interface Tables {
    link_pictures: LinkPictureTable
  }
}

export type PictureRow = Selectable<LinkPictureTable>
export type PictureRepository = ReturnType<typeof createPictureRepository>

/** Tables whose topologies show pictures: those of links, and of sessions for their reports. */
const showing = ['monitor_links', 'monitor_link_sessions'] as const

export function createPictureRepository(database: Database) {
  const touch = async (projectId: string, id: string, now: number): Promise<boolean> => {
    const { numUpdatedRows } = await database
      .updateTable('link_pictures')
      .set({ used_at: now })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  return {
    find: (projectId: string, id: string): Promise<PictureRow | undefined> =>
      database
        .selectFrom('link_pictures')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst(),
    /** Says that it is used; false where the project has none of this id. */
    touch,
    /** Returns the id of the same content where the project has it; null where it would then have more than `limit`. */
    insert: async (row: PictureRow, limit: number): Promise<string | null> => {
      const { project_id: projectId, sha256 } = row
      const known = await database
        .selectFrom('link_pictures')
        .select('id')
        .where('project_id', '=', projectId)
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      if (known !== undefined && (await touch(projectId, known.id, row.used_at))) return known.id
      const { count } = await database
        .selectFrom('link_pictures')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      if (count >= limit) return null
      const { id } = await database
        .insertInto('link_pictures')
        .values(row)
        .onConflict(conflict =>
          conflict.columns(['project_id', 'sha256']).doUpdateSet({ used_at: row.used_at }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    /** Removes what nothing shows and what was not used since `before`. */
    deleteUnused: async (projectId: string, before: number): Promise<void> => {
      const old = database
        .selectFrom('link_pictures')
        .where('project_id', '=', projectId)
        .where('used_at', '<', before)
      // Most of the time there is none; then no topology is read.
      if ((await old.select('id').limit(1).executeTakeFirst()) === undefined) return
      const isUnused = showing.map(
        table =>
          sql<boolean>`link_pictures.id not in (
            select (topology -> 'background' ->> 'pictureId')::uuid from ${sql.table(table)}
            where project_id = ${projectId} and topology -> 'background' is not null
          )`,
      )
      await database
        .deleteFrom('link_pictures')
        .where('project_id', '=', projectId)
        .where('used_at', '<', before)
        .where(expression => expression.and(isUnused))
        .execute()
    },
  }
}
