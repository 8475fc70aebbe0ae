/** How long data of a project are kept, and the removal of what is older or belongs to nothing any more. */
import {
  maxRetentionDays,
  type Retention,
  shorterThanBefore,
} from '@pone/contract/entities/monitor-retention.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { ProjectRetention } from '../time-series.ts'
import {
  blockTable,
  dayOf,
  dayTable,
  hourOf,
  integers,
  lockTables,
  minuteTable,
  numbersOf,
} from './tables.ts'

const dayMs = 86_400_000
/** Between two removals of single rows, which read whole tables. */
const sweepMs = 20 * 3_600_000

interface PeriodsRow {
  samples_days: number
  minutes_days: number
  hours_days: number
}

interface RetentionRow extends PeriodsRow {
  project_id: string
}

const retentionOf = (row: PeriodsRow): Retention => ({
  samplesDays: row.samples_days,
  minutesDays: row.minutes_days,
  hoursDays: row.hours_days,
})

export async function readDefaultRetention(database: Database): Promise<Retention> {
  const { rows } = await sql<PeriodsRow>`SELECT * FROM series_default_retention`.execute(database)
  const [row] = rows
  if (row === undefined) throw new Error('The default retention of series is missing in the database')
  return retentionOf(row)
}

export async function readRetention(database: Database, projectId: string | null): Promise<ProjectRetention> {
  const byDefault = await readDefaultRetention(database)
  if (projectId === null) return { own: null, byDefault }
  const { rows } = await sql<RetentionRow>`
    SELECT * FROM series_retention WHERE project_id = ${projectId}::uuid`.execute(database)
  const [row] = rows
  return { own: row === undefined ? null : retentionOf(row), byDefault }
}

/** The shortest periods among these projects. */
export async function shortestRetention(
  database: Database,
  projectIds: ReadonlySet<string>,
): Promise<Retention> {
  const { rows } = await sql<RetentionRow>`
    SELECT * FROM series_retention WHERE project_id = ANY(${[...projectIds]}::uuid[])`.execute(database)
  const all = rows.map(retentionOf)
  if (rows.length < projectIds.size) all.push(await readDefaultRetention(database))
  const shortest = (key: keyof Retention): number => Math.min(...all.map(each => each[key]))
  return {
    samplesDays: shortest('samplesDays'),
    minutesDays: shortest('minutesDays'),
    hoursDays: shortest('hoursDays'),
  }
}

/** null: the default applies. @throws RangeError if a period is shorter than the one before it, or not 1 to 3,660 days */
export async function storeRetention(
  database: Database,
  projectId: string,
  retention: Retention | null,
): Promise<void> {
  if (retention === null) {
    await sql`DELETE FROM series_retention WHERE project_id = ${projectId}::uuid`.execute(database)
    return
  }
  requirePeriods(retention)
  const { samplesDays, minutesDays, hoursDays } = retention
  await sql`
    INSERT INTO series_retention (project_id, samples_days, minutes_days, hours_days)
    SELECT id, ${samplesDays}::integer, ${minutesDays}::integer, ${hoursDays}::integer FROM projects WHERE id = ${projectId}::uuid
    ON CONFLICT (project_id) DO UPDATE SET samples_days = excluded.samples_days,
      minutes_days = excluded.minutes_days, hours_days = excluded.hours_days`.execute(database)
}

/** @throws RangeError as `storeRetention` */
export async function storeDefaultRetention(database: Database, retention: Retention): Promise<void> {
  requirePeriods(retention)
  await sql`
    UPDATE series_default_retention SET samples_days = ${retention.samplesDays},
      minutes_days = ${retention.minutesDays}, hours_days = ${retention.hoursDays}`.execute(database)
}

function requirePeriods(retention: Retention): void {
  const { samplesDays, minutesDays, hoursDays } = retention
  const areDays = [samplesDays, minutesDays, hoursDays].every(
    days => Number.isInteger(days) && days >= 1 && days <= maxRetentionDays,
  )
  if (!areDays || shorterThanBefore(retention) !== null)
    throw new RangeError(
      `Periods of retention are 1 to ${maxRetentionDays} days, each at least as long as the one before it`,
    )
}

interface Family {
  readonly prefix: string
  readonly tableOf: (period: number) => string
  readonly daysPerTable: number
  readonly keep: keyof Retention
  readonly column: string
}

const families: readonly Family[] = [
  {
    prefix: 'series_blocks_',
    tableOf: blockTable,
    daysPerTable: 1,
    keep: 'samplesDays',
    column: 'samples_days',
  },
  {
    prefix: 'series_minutes_',
    tableOf: minuteTable,
    daysPerTable: 1,
    keep: 'minutesDays',
    column: 'minutes_days',
  },
  { prefix: 'series_days_', tableOf: dayTable, daysPerTable: 30, keep: 'hoursDays', column: 'hours_days' },
]

/**
 * Drops tables that are too old for every project, and about once a day removes the rest row by row: data of projects
 * that keep them for a shorter time, of removed monitors, texts and states. To be called by the server that holds the lease.
 */
export async function removeExpired(database: Database, nowMs: number): Promise<void> {
  const { rows } = await sql<RetentionRow>`SELECT * FROM series_retention`.execute(database)
  const settings = {
    byDefault: await readDefaultRetention(database),
    own: rows.map(row => ({ projectId: row.project_id, ...retentionOf(row) })),
  }
  const today = dayOf(hourOf(nowMs))
  for (const family of families) {
    const longest = Math.max(settings.byDefault[family.keep], ...settings.own.map(each => each[family.keep]))
    const periods = await numbersOf(database, family.prefix)
    for (const period of periods.filter(each => (each + 1) * family.daysPerTable <= today - longest))
      await dropTable(database, family.tableOf(period))
  }
  const { rows: swept } = await sql`
    UPDATE series_lease SET swept_at = ${nowMs} WHERE swept_at < ${nowMs - sweepMs} RETURNING id`.execute(
    database,
  )
  if (swept.length > 0) await sweep(database, settings, nowMs)
}

export async function dropTable(database: Database, name: string): Promise<void> {
  await database.transaction().execute(async transaction => {
    await lockTables(transaction)
    await sql`DROP TABLE IF EXISTS ${sql.table(name)}`.execute(transaction)
  })
}

interface Settings {
  readonly byDefault: Retention
  readonly own: readonly (Retention & { readonly projectId: string })[]
}

async function sweep(database: Database, { byDefault, own }: Settings, nowMs: number): Promise<void> {
  const today = dayOf(hourOf(nowMs))
  const owned = sql`series_monitors m LEFT JOIN series_retention r ON r.project_id = m.project_id`
  await sql`DELETE FROM series_monitors WHERE removed_at < ${nowMs - byDefault.hoursDays * dayMs}`.execute(
    database,
  )
  for (const family of families) {
    for (const period of await numbersOf(database, family.prefix)) {
      const table = sql.table(family.tableOf(period))
      await sql`DELETE FROM ${table} b WHERE NOT EXISTS (SELECT FROM series s WHERE s.id = b.series)`.execute(
        database,
      )
      const ageDays = today - (period + 1) * family.daysPerTable
      const shortest = Math.min(byDefault[family.keep], ...own.map(each => each[family.keep]))
      if (ageDays < shortest) continue
      await sql`
        DELETE FROM ${table} b USING series s, series_streams t, ${owned}
        WHERE s.id = b.series AND t.id = s.stream AND m.id = t.monitor
          AND coalesce(r.${sql.ref(family.column)}, ${byDefault[family.keep]}::integer) <= ${ageDays}`.execute(
        database,
      )
    }
  }
  // The state or text that is valid at the limit stays.
  const limit = sql`${nowMs}::bigint - coalesce(r.hours_days, ${byDefault.hoursDays}::integer)::bigint * ${dayMs}`
  await sql`
    DELETE FROM series_texts x USING ${owned} WHERE m.id = x.monitor AND EXISTS (
      SELECT FROM series_texts y WHERE y.monitor = x.monitor AND y.key = x.key AND y.at > x.at AND y.at < ${limit})`.execute(
    database,
  )
  await sql`
    DELETE FROM series_states x USING ${owned} WHERE m.id = x.monitor AND EXISTS (
      SELECT FROM series_states y WHERE y.monitor = x.monitor AND y.section = x.section AND y.at > x.at AND y.at < ${limit})`.execute(
    database,
  )
  const oldest = Math.max(byDefault.hoursDays, ...own.map(each => each.hoursDays))
  await sql`DELETE FROM series WHERE last_day < ${today - oldest}`.execute(database)
}

/** Removes what is known of the monitors at once; their blocks are removed by the next sweep, or with their tables. */
export async function removeMonitors(
  database: Database,
  where: { readonly monitorId: string } | { readonly projectId: string },
  nowMs: number,
): Promise<void> {
  const condition =
    'monitorId' in where
      ? sql`monitor_id = ${where.monitorId}::uuid`
      : sql`project_id = ${where.projectId}::uuid`
  await database.transaction().execute(async transaction => {
    const { rows } = await sql<{ id: number }>`
      UPDATE series_monitors SET removed_at = ${nowMs} WHERE ${condition} AND removed_at IS NULL
      RETURNING id`.execute(transaction)
    const monitors = integers(rows.map(row => row.id))
    for (const table of ['series_streams', 'series_texts', 'series_states'])
      await sql`DELETE FROM ${sql.table(table)} WHERE monitor = ANY(${monitors}::integer[])`.execute(
        transaction,
      )
    if ('projectId' in where)
      await sql`DELETE FROM series_retention WHERE project_id = ${where.projectId}::uuid`.execute(transaction)
  })
}
