/** Parts of queries of what expires by the age that its project has set: flame diagrams and thread dumps. */
import { defaultProfileRetentionDays } from '@pone/contract/entities/profile-retention.ts'
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'

const dayMs = 24 * 3_600_000

/** Days of the project of a row that is joined with `profile_retention`. */
export const keptDays: RawBuilder<number> = sql<number>`coalesce(profile_retention.days, ${sql.lit(defaultProfileRetentionDays)})`

/** Whether such a row of this age has expired. */
export const hasExpired = (
  storedAt: 'profiles.created_at' | 'thread_series.began_at',
  nowMs: number,
): RawBuilder<boolean> =>
  sql<boolean>`${keptDays} > 0 and ${sql.ref(storedAt)} < ${nowMs}::bigint - ${keptDays}::bigint * ${sql.lit(dayMs)}`

/** Whose a deleted row was. */
export interface ExpiredRow {
  readonly projectId: string
  readonly projectName: string
}

/** What such a deletion returns of each row. */
export const expiredProject = (
  table: 'profiles' | 'thread_series',
): [AliasedRawBuilder<string, 'projectId'>, AliasedRawBuilder<string, 'projectName'>] => {
  const projectId = sql.ref<string>(`${table}.project_id`)
  return [
    projectId.as('projectId'),
    sql<string>`(select name from projects where projects.id = ${projectId})`.as('projectName'),
  ]
}

/** How many of each project. */
export function countedByProject(rows: readonly ExpiredRow[]): (ExpiredRow & { readonly count: number })[] {
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId)
  return [...byProject.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, count: 1 + others.length }],
  )
}
