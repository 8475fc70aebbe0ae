/**
 * The tables of samples: `series_hot_<hour>` for rows as they arrive, `series_sealing_<hour>` while they become blocks,
 * `series_blocks_<day>` and `series_minutes_<day>` for blocks, `series_days_<month>` for summaries of hours. They are
 * ordinary tables instead of partitions, so that creating and dropping one locks none of the others. Hours, days and
 * months of 30 days are counted from 1970.
 */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'

export const hourMs = 3_600_000
export const hourOf = (atMs: number): number => Math.floor(atMs / hourMs)
export const dayOf = (hour: number): number => Math.floor(hour / 24)
export const monthOf = (day: number): number => Math.floor(day / 30)

export const hotTable = (hour: number): string => `series_hot_${hour}`
export const sealingTable = (hour: number): string => `series_sealing_${hour}`
export const blockTable = (day: number): string => `series_blocks_${day}`
export const minuteTable = (day: number): string => `series_minutes_${day}`
export const dayTable = (month: number): string => `series_days_${month}`

export type Executor = Kysely<Tables>

/** Serializes what creates, renames and drops tables of samples, in all servers. */
const lockKey = 5_050_050
export const lockTables = (transaction: Executor) =>
  sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(transaction)

/** Creates the tables of rows for these hours where they are missing. */
export async function createHours(
  database: Database,
  hours: readonly number[],
  nowMs: number,
): Promise<void> {
  await database.transaction().execute(async transaction => {
    await lockTables(transaction)
    const present = await existing(transaction, hours.map(hotTable))
    for (const hour of hours) {
      if (present.has(hotTable(hour))) continue
      const table = sql.table(hotTable(hour))
      await sql`
        CREATE TABLE ${table} (
          stream integer NOT NULL, slot integer NOT NULL, layout integer NOT NULL, v bytea NOT NULL,
          PRIMARY KEY (stream, slot)
        )`.execute(transaction)
      await sql`ALTER TABLE ${table} ALTER v SET STORAGE PLAIN`.execute(transaction)
      await sql`
        INSERT INTO series_hours (hour, is_sealing, created_at) VALUES (${hour}, false, ${nowMs})
        ON CONFLICT DO NOTHING`.execute(transaction)
    }
  })
}

/** Table of the slots that rows in VictoriaMetrics have; only of the last hours. */
export const slotTable = (hour: number): string => `series_slots_${hour}`

/** Creates the tables of slots for these hours where they are missing. */
export async function createSlotTables(database: Database, hours: readonly number[]): Promise<void> {
  await database.transaction().execute(async transaction => {
    await lockTables(transaction)
    for (const hour of hours)
      await sql`
        CREATE TABLE IF NOT EXISTS ${sql.table(slotTable(hour))} (
          stream integer NOT NULL, slot integer NOT NULL, PRIMARY KEY (stream, slot)
        )`.execute(transaction)
  })
}

/** Creates a table of blocks with this key beside `series` where it is missing. */
export async function createBlockTable(database: Database, name: string, key: 'hour' | 'day'): Promise<void> {
  await database.transaction().execute(async transaction => {
    await lockTables(transaction)
    const table = sql.table(name)
    await sql`
      CREATE TABLE IF NOT EXISTS ${table} (
        series integer NOT NULL, ${sql.ref(key)} integer NOT NULL, bytes bytea NOT NULL,
        PRIMARY KEY (series, ${sql.ref(key)})
      ) WITH (toast_tuple_target = 8160)`.execute(transaction)
    await sql`ALTER TABLE ${table} ALTER bytes SET STORAGE EXTERNAL`.execute(transaction)
  })
}

/** Those of the tables that exist. */
export async function existing(database: Executor, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relname = ANY(${[...names]}) AND pg_table_is_visible(oid)`.execute(database)
  return new Set(rows.map(row => row.name))
}

/** Numbers of all tables whose name begins so, ascending. */
export async function numbersOf(database: Executor, prefix: string): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND starts_with(relname, ${prefix}) AND pg_table_is_visible(oid)`.execute(database)
  return rows.map(row => Number(row.name.slice(prefix.length))).sort((one, other) => one - other)
}

const undefinedTable = '42P01'
const foreignKeyViolation = '23503'

/** Whether a table of samples was sealed or dropped meanwhile, or what was interned was removed. */
export function isOutdated(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === undefinedTable || code === foreignKeyViolation
}

/** For `unnest`: the driver would quote each element. */
export const integers = (values: readonly number[]): string => `{${values.join(',')}}`

/** Byte strings as one parameter; `substring(all FROM starts FOR lengths)` gives them back. */
export function joined(parts: readonly Uint8Array[]): { all: Buffer; starts: string; lengths: string } {
  const starts: number[] = []
  let start = 1
  for (const part of parts) {
    starts.push(start)
    start += part.byteLength
  }
  return {
    all: Buffer.concat(parts),
    starts: integers(starts),
    lengths: integers(parts.map(part => part.byteLength)),
  }
}
