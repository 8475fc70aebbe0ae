/** Parts of queries of what expires by the age that its project has set: flame diagrams and thread dumps. */
import { defaultProfileRetentionDays } from '@pone/contract/entities/profile-retention.ts'
import { type RawBuilder, sql } from 'kysely'

const dayMs = 24 * 3_600_000

/** Days of the project of a row that is joined with `profile_retention`. */
export const keptDays: RawBuilder<number> = sql<number>`coalesce(profile_retention.days, ${sql.lit(defaultProfileRetentionDays)})`

/** Whether such a row of this age has expired. */
export const hasExpired = (
  storedAt: 'profiles.created_at' | 'thread_series.began_at',
  nowMs: number,
): RawBuilder<boolean> =>
  sql<boolean>`${keptDays} > 0 and ${sql.ref(storedAt)} < ${nowMs}::bigint - ${keptDays}::bigint * ${sql.lit(dayMs)}`
