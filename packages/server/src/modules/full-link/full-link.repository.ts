/** Queries of the full link: monitoring links that did not belong to a run. */
import type { Database } from '../../adapters/database/database.ts'
import type { SearchedLink } from './entries.ts'

export type FullLinkRepository = ReturnType<typeof createFullLinkRepository>

export function createFullLinkRepository(database: Database) {
  const others = (projectId: string, without: readonly string[]) =>
    database
      .selectFrom('monitor_links')
      .where('project_id', '=', projectId)
      .$if(without.length > 0, rows => rows.where('id', 'not in', [...without]))
  return {
    /** Those changed last, and how many there are. */
    others: async (
      projectId: string,
      without: readonly string[],
      limit: number,
    ): Promise<{ readonly total: number; readonly links: readonly SearchedLink[] }> => {
      const [{ total }, links] = await Promise.all([
        others(projectId, without)
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
        others(projectId, without)
          .select(['id', 'name', 'topology'])
          .orderBy('updated_at', 'desc')
          .orderBy('id')
          .limit(limit)
          .execute(),
      ])
      return { total, links }
    },
  }
}
