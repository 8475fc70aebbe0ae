/**
 * Seals hours that are over: their rows become blocks and summaries, then their table is dropped. Done by one server at
 * a time (it holds the lease) in steps of some streams; each step is a transaction that also notes how far it came, so
 * that any server continues after a kill. Rows that arrive meanwhile go to a new table of the hour, which is sealed
 * later and merged with what is there.
 */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import type { SealedSeries, SealingInput, SealingRows } from './seal-samples.ts'
import type { SeriesThread } from './series-thread.ts'
import {
  blockTable,
  createBlockTable,
  dayOf,
  dayTable,
  hotTable,
  hourOf,
  integers,
  joined,
  lockTables,
  minuteTable,
  monthOf,
  sealingTable,
} from './tables.ts'

/** After the end of an hour, and after the creation of a table for rows that came late. */
const delayMs = 600_000
const leaseMs = 120_000
/** Bytes of rows that one step reads, about. */
const stepBytes = 16 * 1024 ** 2
/** Streams of the first step; later ones are chosen by what the step before read, at most `maxStepStreams`. */
const firstStreams = 16
const maxStepStreams = 64
/** Time that layouts are kept after their last use. */
const layoutHours = 3

export interface SealingDeps {
  readonly database: Database
  readonly thread: Pick<SeriesThread, 'seal'>
  readonly now: () => number
  /** Of this server, a UUID. */
  readonly owner: string
}

/** Thrown when another server has taken the lease. */
class LeaseLost extends Error {}

const databaseNow = sql<number>`floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

/** Acquires or extends the lease of the storage's periodic work. */
export async function holdLease(database: Kysely<Tables>, owner: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE series_lease SET owner = ${owner}::uuid, lease_until = ${databaseNow} + ${leaseMs}
    WHERE owner = ${owner}::uuid OR lease_until < ${databaseNow}`.execute(database)
  return numAffectedRows === 1n
}

/** Gives the lease back, so that another server can continue at once. */
export async function leaveLease(database: Database, owner: string): Promise<void> {
  await sql`UPDATE series_lease SET lease_until = 0 WHERE owner = ${owner}::uuid`.execute(database)
}

/** Seals all hours that are due, oldest first; returns how many. Does nothing while another server holds the lease. */
export async function sealDueHours(deps: SealingDeps, signal: AbortSignal): Promise<number> {
  const { database, now, owner } = deps
  if (!(await holdLease(database, owner))) return 0
  const dueHour = hourOf(now() - delayMs)
  const { rows } = await sql<{ hour: number }>`
    SELECT DISTINCT hour FROM series_hours
    WHERE is_sealing OR (hour < ${dueHour} AND created_at < ${now() - delayMs}) ORDER BY hour`.execute(
    database,
  )
  let sealed = 0
  try {
    for (const { hour } of rows) {
      if (signal.aborted) return sealed
      if (await sealHour(deps, hour, signal)) sealed += 1
    }
  } catch (cause) {
    if (cause instanceof LeaseLost) return sealed
    throw cause
  }
  if (sealed > 0) await deleteUnusedLayouts(database, now())
  return sealed
}

/** False if the signal came before the end; what is done stays done. */
async function sealHour(deps: SealingDeps, hour: number, signal: AbortSignal): Promise<boolean> {
  const { database } = deps
  const day = dayOf(hour)
  const afterStream = await takeHour(deps, hour)
  await createBlockTable(database, blockTable(day), 'hour')
  await createBlockTable(database, minuteTable(day), 'hour')
  await createBlockTable(database, dayTable(monthOf(day)), 'day')
  let limit = firstStreams
  for (let after = afterStream; ; ) {
    if (signal.aborted) return false
    const streams = await nextStreams(database, hour, after, limit)
    const last = streams.at(-1)
    if (last === undefined) break
    const input = await readStep(database, hour, streams)
    limit = limitAfter(streams.length, input)
    const sealed = await deps.thread.seal(input)
    await database.transaction().execute(async transaction => {
      await requireLease(transaction, deps.owner)
      await storeBlocks(transaction, hour, sealed)
      await sql`UPDATE series_hours SET sealed_stream = ${last} WHERE hour = ${hour} AND is_sealing`.execute(
        transaction,
      )
    })
    after = last
  }
  await database.transaction().execute(async transaction => {
    await requireLease(transaction, deps.owner)
    await lockTables(transaction)
    await sql`DELETE FROM series_hours WHERE hour = ${hour} AND is_sealing`.execute(transaction)
    await sql`DROP TABLE ${sql.table(sealingTable(hour))}`.execute(transaction)
  })
  return true
}

async function requireLease(transaction: Kysely<Tables>, owner: string): Promise<void> {
  if (!(await holdLease(transaction, owner))) throw new LeaseLost('Another server seals')
}

/** Renames the table of the hour, so that nothing is added to it, unless that was done; returns how far it is sealed. */
async function takeHour({ database, owner }: SealingDeps, hour: number): Promise<number> {
  return await database.transaction().execute(async transaction => {
    await requireLease(transaction, owner)
    await lockTables(transaction)
    const { rows } = await sql<{ sealed_stream: number }>`
      SELECT sealed_stream FROM series_hours WHERE hour = ${hour} AND is_sealing`.execute(transaction)
    const [taken] = rows
    if (taken !== undefined) return taken.sealed_stream
    await sql`ALTER TABLE ${sql.table(hotTable(hour))} RENAME TO ${sql.id(sealingTable(hour))}`.execute(
      transaction,
    )
    await sql`UPDATE series_hours SET is_sealing = true WHERE hour = ${hour}`.execute(transaction)
    return 0
  })
}

/** How many streams the next step takes, if they are as large as those of this one. */
function limitAfter(streams: number, { groups }: SealingInput): number {
  const bytes = groups.reduce((sum, group) => sum + group.rows.byteLength, 0)
  return Math.max(1, Math.min(maxStepStreams, Math.floor((stepBytes * streams) / Math.max(1, bytes))))
}

/** The next streams with rows in the hour, ascending; found by jumps in the index, not by reading all rows. */
async function nextStreams(
  database: Database,
  hour: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const table = sql.table(sealingTable(hour))
  const { rows } = await sql<{ stream: number }>`
    WITH RECURSIVE found AS (
      (SELECT stream FROM ${table} WHERE stream > ${after} ORDER BY stream LIMIT 1)
      UNION ALL
      SELECT next.stream FROM found CROSS JOIN LATERAL (
        SELECT stream FROM ${table} WHERE stream > found.stream ORDER BY stream LIMIT 1) AS next
    ) SELECT stream FROM found LIMIT ${limit}`.execute(database)
  return rows.map(row => row.stream)
}

async function readStep(database: Database, hour: number, streams: readonly number[]): Promise<SealingInput> {
  const list = integers(streams)
  // The join leaves out streams that were removed.
  const { rows: groups } = await sql<{ series: number[]; cadence_ms: number; rows: Buffer }>`
    SELECT l.series, l.cadence_ms, h.rows FROM (
      SELECT stream, layout, string_agg(int4send(slot) || v, ''::bytea ORDER BY slot) AS rows
      FROM ${sql.table(sealingTable(hour))} WHERE stream = ANY(${list}::integer[]) GROUP BY stream, layout
    ) AS h JOIN series_layouts l ON l.id = h.layout AND l.stream = h.stream`.execute(database)
  const { rows: counters } = await sql<{ id: number }>`
    SELECT id FROM series WHERE stream = ANY(${list}::integer[]) AND kind = 'counter'`.execute(database)
  const day = dayOf(hour)
  const series = integers([...new Set(groups.flatMap(group => group.series))])
  const stored = async (
    table: string,
    column: 'hour' | 'day',
    key: number,
  ): Promise<Map<number, Uint8Array>> => {
    const { rows } = await sql<{ series: number; bytes: Buffer }>`
      SELECT series, bytes FROM ${sql.table(table)}
      WHERE series = ANY(${series}::integer[]) AND ${sql.ref(column)} = ${key}`.execute(database)
    return new Map(rows.map(row => [row.series, row.bytes]))
  }
  return {
    hour,
    groups: groups.map(
      (group): SealingRows => ({ series: group.series, cadenceMs: group.cadence_ms, rows: group.rows }),
    ),
    counters: new Set(counters.map(row => row.id)),
    blocks: await stored(blockTable(day), 'hour', hour),
    days: await stored(dayTable(monthOf(day)), 'day', day),
  }
}

async function storeBlocks(
  transaction: Kysely<Tables>,
  hour: number,
  sealed: readonly SealedSeries[],
): Promise<void> {
  if (sealed.length === 0) return
  const day = dayOf(hour)
  const series = integers(sealed.map(each => each.series))
  const store = async (table: string, column: 'hour' | 'day', key: number, parts: readonly Uint8Array[]) => {
    const { all, starts, lengths } = joined(parts)
    await sql`
      INSERT INTO ${sql.table(table)} (series, ${sql.ref(column)}, bytes)
      SELECT series, ${key}::integer, substring(${all}::bytea FROM start FOR length)
      FROM unnest(${series}::integer[], ${starts}::integer[], ${lengths}::integer[]) AS given (series, start, length)
      ON CONFLICT (series, ${sql.ref(column)}) DO UPDATE SET bytes = excluded.bytes`.execute(transaction)
  }
  await store(
    blockTable(day),
    'hour',
    hour,
    sealed.map(each => each.block),
  )
  await store(
    minuteTable(day),
    'hour',
    hour,
    sealed.map(each => each.minutes),
  )
  await store(
    dayTable(monthOf(day)),
    'day',
    day,
    sealed.map(each => each.day),
  )
}

/** Layouts that no row refers to: unused for hours, and older than every table of rows that is left. */
export async function deleteUnusedLayouts(database: Database, nowMs: number): Promise<void> {
  const { rows } = await sql<{ oldest: number | null }>`
    SELECT min(created_at) AS oldest FROM series_hours`.execute(database)
  const limit = hourOf(rows[0]?.oldest ?? nowMs) - layoutHours
  await sql`
    DELETE FROM series_layouts l WHERE used_hour < ${limit}
    AND NOT EXISTS (SELECT FROM series_latest n WHERE n.stream = l.stream AND l.id IN (n.layout, n.previous_layout))`.execute(
    database,
  )
}

/** Whether these hours have rows that are not sealed; names of their tables. */
export async function hotTables(
  database: Kysely<Tables>,
  fromHour: number,
  toHour: number,
): Promise<{ hour: number; table: string }[]> {
  const { rows } = await sql<{ hour: number; is_sealing: boolean }>`
    SELECT hour, is_sealing FROM series_hours WHERE hour BETWEEN ${fromHour} AND ${toHour} ORDER BY hour`.execute(
    database,
  )
  return rows.map(row => ({ hour: row.hour, table: (row.is_sealing ? sealingTable : hotTable)(row.hour) }))
}
