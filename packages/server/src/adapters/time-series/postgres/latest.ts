/** The newest rows of monitors, and their texts and states over time. */
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { LatestRow, SectionSpan, SeriesKey, SeriesSelector, TextValue } from '../time-series.ts'
import { hasLabels } from './catalogue.ts'
import { integers } from './tables.ts'

const maxTexts = 10_000

interface LatestTableRow {
  monitor_id: string
  section: string
  part: number
  slot: number
  cadence_ms: number
  v: Buffer
  series: number[]
  previous_slot: number | null
  previous_v: Buffer | null
  previous_series: number[] | null
}

export async function readLatest(database: Database, monitorIds: readonly string[]): Promise<LatestRow[]> {
  const { rows } = await sql<LatestTableRow>`
    SELECT m.monitor_id, t.section, t.part, n.slot, l.cadence_ms, n.v, l.series,
      n.previous_slot, n.previous_v, p.series AS previous_series
    FROM series_monitors m JOIN series_streams t ON t.monitor = m.id JOIN series_latest n ON n.stream = t.id
    JOIN series_layouts l ON l.id = n.layout LEFT JOIN series_layouts p ON p.id = n.previous_layout
    WHERE m.monitor_id = ANY(${[...monitorIds]}::uuid[]) AND m.removed_at IS NULL
    ORDER BY m.monitor_id, t.section, t.part`.execute(database)
  const keys = await keysOf(
    database,
    new Set(rows.flatMap(row => [...row.series, ...(row.previous_series ?? [])])),
  )
  const known = (series: readonly number[]): SeriesKey[] =>
    series.flatMap(id => {
      const key = keys.get(id)
      return key === undefined ? [] : [key]
    })
  return rows.map(row => ({
    monitorId: row.monitor_id,
    section: row.section,
    part: row.part,
    slotMs: row.slot,
    cadenceMs: row.cadence_ms,
    series: known(row.series),
    values: valuesOf(row.v),
    previous:
      row.previous_slot === null || row.previous_v === null
        ? null
        : {
            slotMs: row.previous_slot,
            series: known(row.previous_series ?? []),
            values: valuesOf(row.previous_v),
          },
  }))
}

/** Copied, as the bytes of an answer need not begin at a multiple of 8. */
const valuesOf = (bytes: Buffer): Float64Array => new Float64Array(Uint8Array.from(bytes).buffer)

async function keysOf(database: Database, ids: ReadonlySet<number>): Promise<Map<number, SeriesKey>> {
  if (ids.size === 0) return new Map()
  const { rows } = await sql<SeriesKey & { id: number }>`
    SELECT id, counter, labels, kind FROM series WHERE id = ANY(${integers([...ids])}::integer[])`.execute(
    database,
  )
  return new Map(rows.map(({ id, ...key }) => [id, key]))
}

interface TextRow {
  monitor_id: string
  section: string
  counter: string
  labels: TextValue['labels']
  at: number
  value: string
}

const textOf = (row: TextRow): TextValue => ({
  monitorId: row.monitor_id,
  section: row.section,
  counter: row.counter,
  labels: row.labels,
  fromMs: row.at,
  text: row.value,
})

export async function readLatestTexts(
  database: Database,
  monitorIds: readonly string[],
): Promise<TextValue[]> {
  const { rows } = await sql<TextRow>`
    SELECT DISTINCT ON (x.monitor, x.key) m.monitor_id, x.section, x.counter, x.labels, x.at, x.value
    FROM series_monitors m JOIN series_texts x ON x.monitor = m.id
    WHERE m.monitor_id = ANY(${[...monitorIds]}::uuid[]) AND m.removed_at IS NULL
    ORDER BY x.monitor, x.key, x.at DESC`.execute(database)
  return rows.map(textOf)
}

export async function readTexts(
  database: Database,
  selectors: readonly SeriesSelector[],
  fromMs: number,
  toMs: number,
): Promise<TextValue[]> {
  const found: TextValue[] = []
  for (const selector of selectors) {
    const { rows } = await sql<TextRow>`
      SELECT m.monitor_id, x.section, x.counter, x.labels, x.at, x.value
      FROM series_monitors m JOIN series_texts x ON x.monitor = m.id
      WHERE m.monitor_id = ${selector.monitorId}::uuid AND m.removed_at IS NULL AND x.at < ${toMs}
        ${selector.section === undefined ? sql`` : sql`AND x.section = ${selector.section}`}
        ${selector.counters === undefined ? sql`` : sql`AND x.counter = ANY(${[...selector.counters]}::text[])`}
        AND x.at >= coalesce((
          SELECT max(y.at) FROM series_texts y WHERE y.monitor = x.monitor AND y.key = x.key AND y.at <= ${fromMs}
        ), 0)
      ORDER BY x.at LIMIT ${maxTexts}`.execute(database)
    found.push(...rows.map(textOf).filter(text => hasLabels(text.labels, selector.labels ?? {})))
  }
  return found.sort((one, other) => one.fromMs - other.fromMs).slice(0, maxTexts)
}

export async function readStates(
  database: Database,
  monitorIds: readonly string[],
  fromMs: number,
  toMs: number,
): Promise<SectionSpan[]> {
  const { rows } = await sql<{
    monitor_id: string
    section: string
    at: number
    until: number | null
    cause: string | null
    detail: string
  }>`
    SELECT * FROM (
      SELECT m.monitor_id, s.section, s.at, s.cause, s.detail,
        lead(s.at) OVER (PARTITION BY s.monitor, s.section ORDER BY s.at) AS until
      FROM series_monitors m JOIN series_states s ON s.monitor = m.id
      WHERE m.monitor_id = ANY(${[...monitorIds]}::uuid[]) AND m.removed_at IS NULL AND s.at < ${toMs}
    ) AS spans WHERE until IS NULL OR until > ${fromMs}
    ORDER BY monitor_id, section, at`.execute(database)
  const spans: SectionSpan[] = []
  for (const { monitor_id: monitorId, section, at, until, cause, detail } of rows) {
    const before = spans.at(-1)
    // A change that arrived late may stand between two that are alike.
    const isSame = before?.monitorId === monitorId && before.section === section && before.cause === cause
    if (before !== undefined && isSame) spans[spans.length - 1] = { ...before, toMs: until }
    else spans.push({ monitorId, section, fromMs: at, toMs: until, cause, detail })
  }
  return spans
}
