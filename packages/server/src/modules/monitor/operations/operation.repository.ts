/** Queries of slow operations: stores what collections bring, and reads what a range needs. Bounded in rows and time. */
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../adapters/database/database.ts'
import type { Tables } from '../../../adapters/database/tables.ts'
import type { TableNote } from '../intake.repository.ts'
import type { TimedCounters } from './operation-growth.ts'
import {
  type CounterPoint,
  type KnownOperation,
  type OperationEntry,
  type OperationTable,
  type OperationTotals,
  pointsToStore,
} from './operation-rows.ts'

/** Of one section of a monitor; of more the least recent ones go. */
const maxOperations = 2_000
const maxEntries = 1_000
const minuteMs = 60_000
const dayMs = 86_400_000
/** Counters that are older than a day are kept at most this often. */
const thinnedMs = 600_000
/** Stands in `counted_since` of points that say what one minute added. */
const addedMark = '#added'

/** Days of a project that has not chosen any. */
const usualDays = 30

/** Stores slow operations of a table, before the table itself is stored. */
export async function storeOperations(
  transaction: Transaction<Tables>,
  operations: OperationTable,
): Promise<void> {
  const { table } = operations
  if (operations.kind === 'entries') return await storeEntries(transaction, table, operations.entries)
  const newest = await newestTable(transaction, table)
  // Another agent was earlier.
  if (newest !== undefined && newest.slot >= table.slot) return
  const totals = [...new Map(operations.totals.map(each => [each.key, each])).values()]
  const known = await knownOperations(transaction, table, totals)
  const previous = newest && { at: newest.slot, wasFull: newest.count >= operations.limit }
  const points = pointsToStore(totals, known, { at: table.slot, previous })
  const stored = new Set(points.map(point => point.key))
  const ids = await putTotals(transaction, table, totals, stored)
  await putPoints(transaction, points, ids)
}

async function newestTable(transaction: Transaction<Tables>, { monitorId, section }: TableNote) {
  const { rows } = await sql<{ slot: number; count: number }>`
    select slot, jsonb_array_length(rows) as count from monitor_tables
    where monitor_id = ${monitorId} and section = ${section} order by slot desc limit 1`.execute(transaction)
  return rows[0]
}

async function knownOperations(
  transaction: Transaction<Tables>,
  { monitorId, section }: TableNote,
  operations: readonly { readonly key: string }[],
): Promise<Map<string, KnownOperation>> {
  const keys = operations.map(each => each.key)
  const rows = await transaction
    .selectFrom('monitor_operations')
    .select([
      'id',
      'key',
      'last_at',
      'last_point_at',
      'calls',
      'total_ms',
      'max_ms',
      'row_count',
      'counted_since',
    ])
    .where('monitor_id', '=', monitorId)
    .where('section', '=', section)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(
    rows.map(row => [
      row.key,
      {
        id: row.id,
        key: row.key,
        lastAt: row.last_at,
        lastPointAt: row.last_point_at,
        calls: row.calls,
        totalMs: row.total_ms,
        maxMs: row.max_ms,
        rows: row.row_count,
        countedSince: row.counted_since,
      },
    ]),
  )
}

/** Returns the ids by key. */
async function putTotals(
  transaction: Transaction<Tables>,
  { monitorId, section, slot }: TableNote,
  totals: readonly OperationTotals[],
  stored: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const rows = totals.map(each => ({ ...each, pointAt: stored.has(each.key) ? slot : 0 }))
  const put = await sql<{ id: number; key: string }>`
    insert into monitor_operations as stored (monitor_id, section, key, labels, text, database, account, first_at, last_at,
      last_point_at, calls, total_ms, max_ms, row_count, counted_since)
    select ${monitorId}::uuid, ${section}, key, labels, text, database, account, ${slot}::bigint, ${slot}::bigint,
      "pointAt", calls, "totalMs", "maxMs", rows, "countedSince"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (key text, labels jsonb, text text, database text,
      account text, "pointAt" bigint, calls double precision, "totalMs" double precision, "maxMs" double precision,
      rows double precision, "countedSince" text)
    order by key
    on conflict (monitor_id, section, key) do update set
      text = excluded.text, last_at = excluded.last_at,
      last_point_at = greatest(stored.last_point_at, excluded.last_point_at), calls = excluded.calls,
      total_ms = excluded.total_ms, max_ms = excluded.max_ms, row_count = excluded.row_count,
      counted_since = excluded.counted_since
    returning id, key`.execute(transaction)
  return new Map(put.rows.map(row => [row.key, row.id]))
}

async function putPoints(
  transaction: Transaction<Tables>,
  points: readonly CounterPoint[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  if (points.length === 0) return
  const rows = points.map(({ key, ...point }) => ({ ...point, id: ids.get(key) }))
  await sql`
    insert into monitor_operation_points (operation_id, at, calls, total_ms, max_ms, row_count, counted_since)
    select id, at, calls, "totalMs", "maxMs", rows, "countedSince"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, at bigint, calls double precision,
      "totalMs" double precision, "maxMs" double precision, rows double precision, "countedSince" text)
    on conflict (operation_id, at) do nothing`.execute(transaction)
}

/** Entries that are stored already, or that are older than all that are kept, count nothing. */
async function storeEntries(
  transaction: Transaction<Tables>,
  { monitorId, section, slot }: TableNote,
  entries: readonly OperationEntry[],
): Promise<void> {
  const { rows: kept } = await sql<{ count: number; oldest: number | null }>`
    select count(*) as count, min(at) as oldest from monitor_operation_entries
    where monitor_id = ${monitorId} and section = ${section}`.execute(transaction)
  const oldest = (kept[0]?.count ?? 0) >= maxEntries ? (kept[0]?.oldest ?? 0) : 0
  const bounded = entries.filter(({ at }) => at >= oldest && at <= slot + dayMs)
  if (bounded.length === 0) return
  const ids = await putNamed(transaction, { monitorId, section }, bounded)
  const rows = bounded.map(({ operation, ...entry }) => ({ ...entry, id: ids.get(operation.key) }))
  await sql`
    with added as (
      insert into monitor_operation_entries (operation_id, monitor_id, section, entry, at, duration_ms, row_count, account)
      select id, ${monitorId}::uuid, ${section}, entry, at, "durationMs", rows, account
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, entry text, at bigint,
        "durationMs" double precision, rows double precision, account text)
      on conflict (monitor_id, section, entry) do nothing
      returning operation_id, at, duration_ms, row_count
    )
    insert into monitor_operation_points as point (operation_id, at, calls, total_ms, max_ms, row_count, counted_since)
    select operation_id, at / ${minuteMs} * ${minuteMs}, count(*), sum(duration_ms), max(duration_ms), sum(row_count), ${addedMark}
    from added group by 1, 2 order by 1, 2
    on conflict (operation_id, at) do update set calls = point.calls + excluded.calls,
      total_ms = point.total_ms + excluded.total_ms, max_ms = greatest(point.max_ms, excluded.max_ms),
      row_count = point.row_count + excluded.row_count`.execute(transaction)
}

/** Operations of entries, with the labels of the newest one each. Returns their ids by key. */
async function putNamed(
  transaction: Transaction<Tables>,
  { monitorId, section }: Pick<TableNote, 'monitorId' | 'section'>,
  entries: readonly OperationEntry[],
): Promise<Map<string, number>> {
  const newest = new Map<string, OperationEntry>()
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) newest.set(entry.operation.key, entry)
  const rows = [...newest.values()].map(({ operation, at }) => ({ ...operation, at }))
  const put = await sql<{ id: number; key: string }>`
    insert into monitor_operations as stored (monitor_id, section, key, labels, text, database, account, first_at, last_at,
      last_point_at, calls, total_ms, max_ms, row_count, counted_since)
    select ${monitorId}::uuid, ${section}, key, labels, text, database, account, at, at, 0, 0, 0, null, null, ${addedMark}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (key text, labels jsonb, text text, database text,
      account text, at bigint)
    order by key
    on conflict (monitor_id, section, key) do update set
      labels = case when excluded.last_at >= stored.last_at then excluded.labels else stored.labels end,
      first_at = least(stored.first_at, excluded.first_at), last_at = greatest(stored.last_at, excluded.last_at)
    returning id, key`.execute(transaction)
  return new Map(put.rows.map(row => [row.key, row.id]))
}

export interface StoredOperation {
  readonly id: number
  readonly section: string
  readonly labels: Record<string, string>
  readonly text: string
  readonly database: string
  readonly account: string
  readonly isAdded: boolean
  readonly newest: TimedCounters
}

export type OperationRepository = ReturnType<typeof createOperationRepository>

export function createOperationRepository(database: Database) {
  return {
    find: async (monitorId: string, id: number): Promise<StoredOperation | undefined> => {
      const row = await database
        .selectFrom('monitor_operations')
        .selectAll()
        .where('monitor_id', '=', monitorId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && operationOf(row)
    },
    /** Those that may have run in the range. */
    between: async (
      monitorId: string,
      { from, to }: { from: number; to: number },
      search: string,
    ): Promise<StoredOperation[]> => {
      const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
      const rows = await database
        .selectFrom('monitor_operations')
        .selectAll()
        .where('monitor_id', '=', monitorId)
        .where('last_at', '>=', from)
        .where('first_at', '<=', to)
        .$if(search !== '', found =>
          found.where(eb =>
            eb.or([
              eb('text', 'ilike', pattern),
              eb('database', 'ilike', pattern),
              eb('account', 'ilike', pattern),
            ]),
          ),
        )
        .orderBy('id')
        .limit(maxOperations * 5)
        .execute()
      return rows.map(operationOf)
    },
    /** Ascending; of each operation also the last point before the range, and the first one after it. */
    points: (ids: readonly number[], range: { from: number; to: number }) => pointsOf(database, ids, range),
    entries: (operationId: number, { from, to }: { from: number; to: number }, limit: number) =>
      database
        .selectFrom('monitor_operation_entries')
        .select(['at', 'duration_ms as durationMs', 'account', 'row_count as rows'])
        .where('operation_id', '=', operationId)
        .where('at', '>=', from)
        .where('at', '<=', to)
        .orderBy('at', 'desc')
        .limit(limit)
        .execute(),
    trim: (now: number) => trim(database, now),
  }
}

interface OperationRow {
  readonly id: number
  readonly section: string
  readonly labels: Record<string, string>
  readonly text: string
  readonly database: string
  readonly account: string
  readonly last_at: number
  readonly calls: number
  readonly total_ms: number
  readonly max_ms: number | null
  readonly row_count: number | null
  readonly counted_since: string
}

const operationOf = (row: OperationRow): StoredOperation => ({
  id: row.id,
  section: row.section,
  labels: row.labels,
  text: row.text,
  database: row.database,
  account: row.account,
  isAdded: row.counted_since === addedMark,
  newest: {
    at: row.last_at,
    calls: row.calls,
    totalMs: row.total_ms,
    maxMs: row.max_ms,
    rows: row.row_count,
    countedSince: row.counted_since,
  },
})

async function pointsOf(
  database: Database,
  ids: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<Map<number, TimedCounters[]>> {
  const { rows } = await sql<TimedCounters & { id: number }>`
    select operation.id, point.at, point.calls, point.total_ms as "totalMs", point.max_ms as "maxMs",
      point.row_count as rows, point.counted_since as "countedSince"
    from unnest(${[...ids]}::bigint[]) as operation (id)
    cross join lateral (
      (select * from monitor_operation_points where operation_id = operation.id and at < ${from} order by at desc limit 1)
      union all
      (select * from monitor_operation_points where operation_id = operation.id and at between ${from} and ${to})
      union all
      (select * from monitor_operation_points where operation_id = operation.id and at > ${to} order by at limit 1)
    ) as point
    order by operation.id, point.at`.execute(database)
  const points = new Map<number, TimedCounters[]>()
  for (const { id, ...point } of rows) {
    const list = points.get(id)
    if (list) list.push(point)
    else points.set(id, [point])
  }
  return points
}

/** Removes what is too old or too much, and thins counters that are older than a day; what they grew by stays the same. */
async function trim(database: Database, now: number): Promise<void> {
  await sql`
    delete from monitor_operation_points where (operation_id, at) in (
      select operation_id, at from (
        select operation_id, at, calls, counted_since,
          lead(at) over next_one as next_at, lead(calls) over next_one as next_calls,
          lead(counted_since) over next_one as next_since, lag(at) over next_one as before_at,
          lag(counted_since) over next_one as before_since
        from monitor_operation_points
        where at between ${now - 3 * dayMs} and ${now - dayMs} and counted_since <> ${addedMark}
        window next_one as (partition by operation_id order by at)
      ) as point
      where next_at / ${thinnedMs} = at / ${thinnedMs} and before_at / ${thinnedMs} = at / ${thinnedMs}
        and next_since = counted_since and before_since = counted_since and next_calls >= calls
    )`.execute(database)
  await sql`
    delete from monitor_operation_points using monitor_operations, monitors
    left join series_retention on series_retention.project_id = monitors.project_id
    where monitor_operations.id = operation_id and monitors.id = monitor_operations.monitor_id
      and at < ${now}::bigint - coalesce(samples_days, ${usualDays}) * ${dayMs}::bigint`.execute(database)
  await sql`
    delete from monitor_operations where not exists (
      select from monitor_operation_points where operation_id = monitor_operations.id
    ) and last_at < ${now - dayMs}`.execute(database)
  await sql`
    delete from monitor_operations where id in (
      select id from (
        select id, row_number() over (partition by monitor_id, section order by last_at desc, id desc) as place
        from monitor_operations
      ) as ranked where place > ${maxOperations}
    )`.execute(database)
  await sql`
    delete from monitor_operation_entries where (monitor_id, section, entry) in (
      select monitor_id, section, entry from (
        select monitor_id, section, entry,
          row_number() over (partition by monitor_id, section order by at desc, entry) as place
        from monitor_operation_entries
      ) as ranked where place > ${maxEntries}
    )`.execute(database)
}
