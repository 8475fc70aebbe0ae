/** Queries of how long flame diagrams and thread dumps are kept, and the deletion of flame diagrams that have expired. */
import { defaultProfileRetentionDays } from '@pone/contract/entities/profile-retention.ts'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.ts'
import { type ExpiredRow, expiredProject, hasExpired } from '../../adapters/database/profile-expiry.ts'

export type ProfileRetentionRepository = ReturnType<typeof createProfileRetentionRepository>

export interface ExpiredProfile extends ExpiredRow {
  readonly id: string
  readonly parts: number
}

export function createProfileRetentionRepository(database: Database) {
  return {
    days: async (projectId: string): Promise<number> =>
      (
        await database
          .selectFrom('profile_retention')
          .select('days')
          .where('project_id', '=', projectId)
          .executeTakeFirst()
      )?.days ?? defaultProfileRetentionDays,
    save: async (projectId: string, days: number): Promise<void> => {
      await database
        .insertInto('profile_retention')
        .values({ project_id: projectId, days })
        .onConflict(conflict => conflict.column('project_id').doUpdateSet({ days }))
        .execute()
    },
    /** Flame diagrams that were stored before and are not always kept. */
    countBefore: async (projectId: string, beforeMs: number): Promise<number> => {
      const { count } = await database
        .selectFrom('profiles')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .where('is_kept', '=', false)
        .where('created_at', '<', beforeMs)
        .executeTakeFirstOrThrow()
      return count
    },
    /** Deletes expired flame diagrams of all projects, the oldest first, at most `limit`; returns what is left of them as files, and whose they were. */
    deleteExpired: (nowMs: number, limit: number): Promise<ExpiredProfile[]> =>
      database
        .deleteFrom('profiles')
        .where('id', 'in', query =>
          query
            .selectFrom('profiles')
            .leftJoin('profile_retention', 'profile_retention.project_id', 'profiles.project_id')
            .select('profiles.id')
            .where('profiles.is_kept', '=', false)
            .where(hasExpired('profiles.created_at', nowMs))
            .orderBy('profiles.created_at')
            .limit(limit)
            // Several servers do this, and somebody may mark one meanwhile as always kept.
            .forUpdate('profiles')
            .skipLocked(),
        )
        .returning(['id', sql<number>`jsonb_array_length(parts)`.as('parts'), ...expiredProject('profiles')])
        .execute(),
  }
}
