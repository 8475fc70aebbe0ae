/** Writes batches: rows into their store, the newest ones besides, texts and states where they change. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import {
  type Alongside,
  maxValuesPerRow,
  type RefusalCause,
  type SampleBatch,
  type SampleRow,
  type SectionStateChange,
  type TextSample,
  type WriteOutcome,
} from '../time-series.ts'
import { type InternedLayout, internMonitors, type LayoutInterning, seriesKey } from './interning.ts'
import { integers, isOutdated, joined } from './tables.ts'

/** 2000-01-01. */
const earliestMs = 946_684_800_000
const futureMs = 3_600_000
const maxTextLength = 4_096
/** A table may be sealed while a batch is on its way; twice in a row is not expected. */
const maxAttempts = 4

export interface WriterDeps {
  readonly database: Database
  readonly interning: LayoutInterning
  readonly rows: RowStore
  readonly now: () => number
}

export interface StoredRow extends InternedLayout {
  readonly slotMs: number
  readonly bytes: Uint8Array
  readonly sample: SampleRow
}

/** Where the values of all rows are kept. */
export interface RowStore {
  /**
   * Called before the transaction of the batch, with rows ascending by stream and slot. The result stores them within
   * it, after the caller's queries, and returns how many of them were new.
   */
  prepare(rows: readonly StoredRow[]): Promise<(transaction: Kysely<Tables>) => Promise<number>>
  /** Called when tables turn out to have been renamed or dropped. */
  forget(): void
}

export class SeriesWriter {
  readonly #deps: WriterDeps

  constructor(deps: WriterDeps) {
    this.#deps = deps
  }

  async write(batch: SampleBatch, alongside: Alongside | undefined): Promise<WriteOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(batch, alongside)
      } catch (cause) {
        if (!isOutdated(cause) || attempt === maxAttempts) throw cause
        this.#deps.rows.forget()
        this.#deps.interning.forget()
      }
    }
  }

  async #attempt(batch: SampleBatch, alongside: Alongside | undefined): Promise<WriteOutcome> {
    const { database, interning, now } = this.#deps
    const nowMs = now()
    const refused: { index: number; cause: RefusalCause }[] = []
    const valid = batch.rows.map((row, index) => {
      const cause = faultOf(row, nowMs)
      if (cause !== null) refused.push({ index, cause })
      return cause === null
    })
    const layouts = await interning.intern(
      new Set(batch.rows.filter((_, index) => valid[index]).map(row => row.layout)),
    )
    const rows: StoredRow[] = []
    for (const [index, row] of batch.rows.entries()) {
      if (!valid[index]) continue
      const interned = layouts.get(row.layout) ?? null
      if (interned === null) refused.push({ index, cause: 'removed' })
      else rows.push({ ...interned, slotMs: row.slotMs, bytes: bytesOf(row.values), sample: row })
    }
    const told = [...(batch.texts ?? []), ...(batch.states ?? [])]
    const monitors =
      told.length === 0
        ? new Map<string, number>()
        : await internMonitors(database, new Map(told.map(each => [each.monitorId, each.projectId])))
    rows.sort((one, other) => one.stream - other.stream || one.slotMs - other.slotMs)
    const store = await this.#deps.rows.prepare(rows)
    const stored = await database.transaction().execute(async transaction => {
      if (alongside !== undefined && !(await alongside(transaction))) return 0
      const count = await store(transaction)
      await updateLatest(transaction, rows)
      await insertTexts(transaction, batch.texts ?? [], monitors)
      await insertStates(transaction, batch.states ?? [], monitors)
      return count
    })
    refused.sort((one, other) => one.index - other.index)
    return { stored, duplicates: rows.length - stored, refused }
  }
}

function faultOf({ layout, slotMs, values }: SampleRow, nowMs: number): RefusalCause | null {
  const { length } = values
  if (length !== layout.series.length || length === 0 || length > maxValuesPerRow) return 'wrongLength'
  if (!Number.isSafeInteger(slotMs) || slotMs < earliestMs || slotMs > nowMs + futureMs) return 'wrongTime'
  for (const value of values)
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return 'infinite'
  return null
}

const bytesOf = (values: Float64Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength)

/** Rows of one slot that a batch may hold; with more of them the row before the newest is not found. */
const parallelAgents = 4

/** The rows are ascending by stream and slot. */
async function updateLatest(transaction: Kysely<Tables>, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  const newest: StoredRow[] = []
  const before: StoredRow[] = []
  for (const [index, row] of rows.entries()) {
    if (rows[index + 1]?.stream === row.stream) continue
    const earlier = rows.slice(Math.max(0, index - parallelAgents), index)
    newest.push(row)
    before.push(earlier.findLast(each => each.stream === row.stream && each.slotMs < row.slotMs) ?? row)
  }
  const now = joined(newest.map(row => row.bytes))
  const then = joined(before.map(row => row.bytes))
  const slots = (list: readonly StoredRow[]) => integers(list.map(row => row.slotMs))
  const layouts = (list: readonly StoredRow[]) => integers(list.map(row => row.layout))
  await sql`
    INSERT INTO series_latest AS l (stream, slot, layout, v, previous_slot, previous_layout, previous_v)
    SELECT stream, slot, layout, substring(${now.all}::bytea FROM start FOR length),
      nullif(before_slot, slot), before_layout, substring(${then.all}::bytea FROM before_start FOR before_length)
    FROM unnest(
      ${integers(newest.map(row => row.stream))}::integer[], ${slots(newest)}::bigint[], ${layouts(newest)}::integer[],
      ${now.starts}::integer[], ${now.lengths}::integer[],
      ${slots(before)}::bigint[], ${layouts(before)}::integer[], ${then.starts}::integer[], ${then.lengths}::integer[]
    ) AS given (stream, slot, layout, start, length, before_slot, before_layout, before_start, before_length)
    ON CONFLICT (stream) DO UPDATE SET
      slot = excluded.slot, layout = excluded.layout, v = excluded.v,
      previous_slot = CASE WHEN excluded.previous_slot > l.slot THEN excluded.previous_slot ELSE l.slot END,
      previous_layout = CASE WHEN excluded.previous_slot > l.slot THEN excluded.previous_layout ELSE l.layout END,
      previous_v = CASE WHEN excluded.previous_slot > l.slot THEN excluded.previous_v ELSE l.v END
    WHERE excluded.slot > l.slot`.execute(transaction)
}

async function insertTexts(
  transaction: Kysely<Tables>,
  texts: readonly TextSample[],
  monitors: ReadonlyMap<string, number>,
): Promise<void> {
  const known = texts.flatMap(text => {
    const monitor = monitors.get(text.monitorId)
    if (monitor === undefined) return []
    return [{ ...text, monitor, key: seriesKey(text.counter, text.labels, text.section) }]
  })
  known.sort((one, other) => one.monitor - other.monitor || one.slotMs - other.slotMs)
  for (const each of known) {
    await sql`
      INSERT INTO series_texts (monitor, key, at, section, counter, labels, value)
      SELECT ${each.monitor}::integer, ${each.key}::uuid, ${each.slotMs}::bigint, ${each.section}::text,
        ${each.counter}::text, ${JSON.stringify(each.labels)}::jsonb, ${storableText(each.text)}::text
      WHERE ${storableText(each.text)}::text IS DISTINCT FROM (
        SELECT value FROM series_texts WHERE monitor = ${each.monitor} AND key = ${each.key}::uuid AND at <= ${each.slotMs}
        ORDER BY at DESC LIMIT 1)
      ON CONFLICT DO NOTHING`.execute(transaction)
  }
}

/** PostgreSQL stores no NUL. */
const storableText = (text: string): string => text.replaceAll('\0', '').slice(0, maxTextLength)

async function insertStates(
  transaction: Kysely<Tables>,
  states: readonly SectionStateChange[],
  monitors: ReadonlyMap<string, number>,
): Promise<void> {
  const ordered = [...states].sort((one, other) =>
    one.monitorId < other.monitorId ? -1 : one.monitorId > other.monitorId ? 1 : one.atMs - other.atMs,
  )
  for (const { monitorId, section, atMs, cause, detail } of ordered) {
    const monitor = monitors.get(monitorId)
    if (monitor === undefined) continue
    await sql`
      INSERT INTO series_states (monitor, section, at, cause, detail)
      SELECT ${monitor}::integer, ${section}::text, ${atMs}::bigint, ${cause}::text, ${storableText(detail)}::text
      WHERE NOT EXISTS (
        SELECT FROM (
          SELECT cause FROM series_states WHERE monitor = ${monitor} AND section = ${section} AND at <= ${atMs}
          ORDER BY at DESC LIMIT 1
        ) AS before WHERE before.cause IS NOT DISTINCT FROM ${cause}::text)
      ON CONFLICT DO NOTHING`.execute(transaction)
  }
}
