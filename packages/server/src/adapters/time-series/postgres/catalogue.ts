/** Which series there are: selection by monitor, section, counter and labels. */
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { SeriesIdentity, SeriesLabelSet, SeriesLabels, SeriesSelector } from '../time-series.ts'
import { integers } from './tables.ts'

/** A series; `ids` and `streams` are several if it was moved to another part of its section. */
export interface SelectedSeries extends SeriesIdentity {
  readonly ids: readonly number[]
  readonly streams: readonly number[]
  readonly projectId: string
  readonly bornMs: number
}

interface SeriesRow {
  id: number
  stream: number
  /** The same in all streams. */
  key: string
  monitor_id: string
  project_id: string
  section: string
  counter: string
  labels: SeriesLabels
  kind: SeriesIdentity['kind']
  born_at: number
}

/**
 * Series of monitors that are not removed, ascending by section, counter and labels, with samples on or after the day;
 * each once.
 */
export async function selectSeries(
  database: Database,
  selectors: readonly SeriesSelector[],
  sinceDay: number,
): Promise<SelectedSeries[]> {
  const found = new Map<string, SelectedSeries>()
  for (const selector of selectors) {
    const { rows } = await sql<SeriesRow>`
      SELECT s.id, s.stream, s.key, m.monitor_id, m.project_id, t.section, s.counter, s.labels, s.kind, s.born_at
      FROM series_monitors m JOIN series_streams t ON t.monitor = m.id JOIN series s ON s.stream = t.id
      WHERE m.monitor_id = ${selector.monitorId}::uuid AND m.removed_at IS NULL AND s.last_day >= ${sinceDay}
        ${selector.section === undefined ? sql`` : sql`AND t.section = ${selector.section}`}
        ${selector.counters === undefined ? sql`` : sql`AND s.counter = ANY(${[...selector.counters]}::text[])`}
      ORDER BY t.section, s.counter, s.labels, s.id`.execute(database)
    for (const row of rows) {
      if (hasLabels(row.labels, selector.labels ?? {})) add(found, row)
    }
  }
  return [...found.values()]
}

function add(found: Map<string, SelectedSeries>, row: SeriesRow): void {
  const key = `${row.monitor_id}\n${row.section}\n${row.key}`
  const known = found.get(key)
  if (known?.ids.includes(row.id)) return
  found.set(key, {
    ids: [...(known?.ids ?? []), row.id],
    streams: [...(known?.streams ?? []), row.stream],
    monitorId: row.monitor_id,
    projectId: row.project_id,
    section: row.section,
    counter: row.counter,
    labels: row.labels,
    kind: row.kind,
    bornMs: Math.min(known?.bornMs ?? row.born_at, row.born_at),
  })
}

/** Whether each wanted label has one of the wanted values. */
export const hasLabels = (labels: SeriesLabels, wanted: NonNullable<SeriesSelector['labels']>): boolean =>
  Object.entries(wanted).every(([name, values]) => {
    const value = labels[name]
    return value !== undefined && values.includes(value)
  })

/** All selected series, and whether their section still has them. */
export async function labelSets(
  database: Database,
  selectors: readonly SeriesSelector[],
): Promise<SeriesLabelSet[]> {
  const series = await selectSeries(database, selectors, 0)
  if (series.length === 0) return []
  const { rows } = await sql<{ stream: number; live: number[] }>`
    SELECT n.stream, array_agg(DISTINCT u.series) AS live
    FROM series_latest n JOIN series_layouts l ON l.id IN (n.layout, n.previous_layout)
    CROSS JOIN unnest(l.series) AS u (series)
    WHERE n.stream = ANY(${integers([...new Set(series.flatMap(each => each.streams))])}::integer[])
    GROUP BY n.stream`.execute(database)
  const live = new Map(rows.map(row => [row.stream, new Set(row.live)]))
  return series.map(({ monitorId, section, counter, labels, kind, bornMs, ids, streams }) => ({
    monitorId,
    section,
    counter,
    labels,
    kind,
    bornMs,
    isGone: streams.every((stream, index) => live.get(stream)?.has(ids[index] ?? 0) === false),
  }))
}
