/** Layouts → the numbers that rows are stored with: of the monitor, its streams (section and part), series and layouts. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { SeriesKey, SeriesLabels, SeriesLayout } from '../time-series.ts'
import { dayOf, hourOf, integers } from './tables.ts'

/** How a layout is stored. */
export interface InternedLayout {
  readonly stream: number
  readonly layout: number
  /** Number of the series of each value. */
  readonly series: Int32Array
  /** Hour in which its use was last noted; layouts that are long unused are deleted. */
  readonly usedHour: number
}

/** Found by content; more than these are forgotten, oldest first, and asked for again. */
const maxKnown = 200_000

export class LayoutInterning {
  readonly #database: Database
  readonly #now: () => number
  #byObject = new WeakMap<SeriesLayout, InternedLayout>()
  readonly #byContent = new Map<string, InternedLayout>()

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /** null: the monitor or its project was removed. */
  async intern(layouts: ReadonlySet<SeriesLayout>): Promise<Map<SeriesLayout, InternedLayout | null>> {
    const hour = hourOf(this.#now())
    const found = new Map<SeriesLayout, InternedLayout | null>()
    const missing = new Map<string, SeriesLayout[]>()
    for (const layout of layouts) {
      const known = this.#byObject.get(layout)
      if (known?.usedHour === hour) {
        found.set(layout, known)
        continue
      }
      const content = contentOf(layout)
      const alike = this.#byContent.get(content)
      if (alike?.usedHour === hour) found.set(layout, this.#remember(layout, content, alike))
      else missing.set(content, [...(missing.get(content) ?? []), layout])
    }
    if (missing.size === 0) return found
    const stored = await storeLayouts(this.#database, missing, this.#now())
    for (const [content, alike] of missing) {
      const interned = stored.get(content)
      for (const layout of alike)
        found.set(layout, interned === undefined ? null : this.#remember(layout, content, interned))
    }
    return found
  }

  /** To be called when the storage turns out to have changed, and when monitors are removed. */
  forget(): void {
    this.#byObject = new WeakMap()
    this.#byContent.clear()
  }

  #remember(layout: SeriesLayout, content: string, interned: InternedLayout): InternedLayout {
    this.#byObject.set(layout, interned)
    this.#byContent.delete(content)
    this.#byContent.set(content, interned)
    if (this.#byContent.size > maxKnown) {
      const oldest = this.#byContent.keys().next().value
      if (oldest !== undefined) this.#byContent.delete(oldest)
    }
    return interned
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** The same for the same labels, in whatever order. */
const labelsText = (labels: SeriesLabels): string =>
  JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)))

/** Tells the series of a stream apart. */
export const seriesKey = (counter: string, labels: SeriesLabels, kind: string): string =>
  hashOf(`${counter}\n${kind}\n${labelsText(labels)}`)

const keyOf = ({ counter, labels, kind }: SeriesKey): string => seriesKey(counter, labels, kind)

const streamText = ({ monitorId, section, part }: SeriesLayout): string => `${monitorId}\n${part}\n${section}`

function contentOf(layout: SeriesLayout): string {
  const series = layout.series.map(each => `${each.counter}\n${each.kind}\n${labelsText(each.labels)}`)
  return `${streamText(layout)}\n${hashOf(`${layout.cadenceMs}\n${series.join('\n')}`)}`
}

/**
 * Numbers of those monitors that are not removed and whose project exists. The pairs are sorted, so that transactions
 * of several servers wait for each other in the same order.
 */
export async function internMonitors(
  database: Database,
  projects: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const monitorIds = [...projects.keys()].sort()
  const projectIds = monitorIds.map(id => projects.get(id) ?? '')
  await sql`
    INSERT INTO series_monitors (monitor_id, project_id)
    SELECT monitor, project FROM unnest(${monitorIds}::uuid[], ${projectIds}::uuid[]) AS given (monitor, project)
    WHERE EXISTS (SELECT FROM projects WHERE id = project)
    ORDER BY monitor ON CONFLICT DO NOTHING`.execute(database)
  const { rows } = await sql<{ id: number; monitor_id: string }>`
    SELECT id, monitor_id FROM series_monitors
    WHERE monitor_id = ANY(${monitorIds}::uuid[]) AND removed_at IS NULL`.execute(database)
  return new Map(rows.map(row => [row.monitor_id, row.id]))
}

async function storeLayouts(
  database: Database,
  missing: ReadonlyMap<string, readonly SeriesLayout[]>,
  nowMs: number,
): Promise<Map<string, InternedLayout>> {
  const layouts = [...missing].flatMap(([content, [layout]]) =>
    layout === undefined ? [] : [{ content, layout }],
  )
  const monitors = await internMonitors(
    database,
    new Map(layouts.map(({ layout }) => [layout.monitorId, layout.projectId])),
  )
  const streams = await internStreams(
    database,
    layouts.map(({ layout }) => layout),
    monitors,
  )
  const stored = new Map<string, InternedLayout>()
  const series = await internSeries(database, layouts, streams, nowMs)
  const usedHour = hourOf(nowMs)
  const rows = layouts.flatMap(({ content, layout }) => {
    const stream = streams.get(streamText(layout))
    if (stream === undefined) return []
    const ids = Int32Array.from(layout.series, each => series.get(`${stream} ${keyOf(each)}`) ?? 0)
    return [{ content, layout, stream, series: ids, key: hashOf(content) }]
  })
  rows.sort((one, other) => one.stream - other.stream || (one.key < other.key ? -1 : 1))
  if (rows.length === 0) return stored
  const { rows: interned } = await sql<{ id: number; stream: number; key: string }>`
    INSERT INTO series_layouts AS l (stream, key, cadence_ms, series, used_hour)
    SELECT stream, key::uuid, cadence, series::integer[], ${usedHour}
    FROM unnest(
      ${integers(rows.map(row => row.stream))}::integer[], ${rows.map(row => row.key)}::text[],
      ${integers(rows.map(row => row.layout.cadenceMs))}::integer[],
      ${rows.map(row => integers([...row.series]))}::text[]
    ) AS given (stream, key, cadence, series)
    ON CONFLICT (stream, key) DO UPDATE SET used_hour = greatest(l.used_hour, excluded.used_hour)
    RETURNING id, stream, replace(key::text, '-', '') AS key`.execute(database)
  const ids = new Map(interned.map(row => [`${row.stream} ${row.key}`, row.id]))
  for (const { content, stream, key, series: numbers } of rows) {
    const layout = ids.get(`${stream} ${key}`)
    if (layout !== undefined) stored.set(content, { stream, layout, series: numbers, usedHour })
  }
  return stored
}

/** Numbers of streams by `streamText`. */
async function internStreams(
  database: Database,
  layouts: readonly SeriesLayout[],
  monitors: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const wanted = new Map<string, { monitor: number; section: string; part: number; text: string }>()
  for (const layout of layouts) {
    const monitor = monitors.get(layout.monitorId)
    if (monitor === undefined) continue
    const { section, part } = layout
    wanted.set(`${monitor}\n${part}\n${section}`, { monitor, section, part, text: streamText(layout) })
  }
  const list = [...wanted.values()]
  const columns = sql`unnest(
    ${integers(list.map(each => each.monitor))}::integer[], ${list.map(each => each.section)}::text[],
    ${integers(list.map(each => each.part))}::smallint[]) AS given (monitor, section, part)`
  await sql`
    INSERT INTO series_streams (monitor, section, part) SELECT monitor, section, part FROM ${columns}
    ORDER BY monitor, section, part ON CONFLICT DO NOTHING`.execute(database)
  const { rows } = await sql<{ id: number; monitor: number; section: string; part: number }>`
    SELECT s.id, s.monitor, s.section, s.part FROM series_streams s
    JOIN ${columns} ON s.monitor = given.monitor AND s.section = given.section AND s.part = given.part`.execute(
    database,
  )
  const ids = new Map(rows.map(row => [`${row.monitor}\n${row.part}\n${row.section}`, row.id]))
  return new Map([...wanted].map(([key, { text }]) => [text, ids.get(key) ?? 0]))
}

/** Numbers of series by stream and key; also notes the day on which they have samples. */
async function internSeries(
  database: Database,
  layouts: readonly { readonly layout: SeriesLayout }[],
  streams: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<Map<string, number>> {
  const wanted = new Map<string, { stream: number; key: string; series: SeriesKey }>()
  for (const { layout } of layouts) {
    const stream = streams.get(streamText(layout))
    if (stream === undefined) continue
    for (const series of layout.series) {
      const key = keyOf(series)
      wanted.set(`${stream} ${key}`, { stream, key, series })
    }
  }
  const list = [...wanted.values()].sort(
    (one, other) => one.stream - other.stream || (one.key < other.key ? -1 : 1),
  )
  const day = dayOf(hourOf(nowMs))
  const streamNumbers = integers(list.map(each => each.stream))
  const keys = list.map(each => each.key)
  await sql`
    INSERT INTO series AS s (stream, key, counter, labels, kind, born_at, last_day)
    SELECT stream, key::uuid, counter, labels::jsonb, kind, ${nowMs}, ${day}
    FROM unnest(
      ${streamNumbers}::integer[], ${keys}::text[], ${list.map(each => each.series.counter)}::text[],
      ${list.map(each => JSON.stringify(each.series.labels))}::text[], ${list.map(each => each.series.kind)}::text[]
    ) AS given (stream, key, counter, labels, kind)
    ON CONFLICT (stream, key) DO UPDATE SET last_day = excluded.last_day
    WHERE s.last_day < excluded.last_day`.execute(database)
  const { rows } = await sql<{ id: number; stream: number; key: string }>`
    SELECT s.id, s.stream, replace(s.key::text, '-', '') AS key FROM series s
    JOIN unnest(${streamNumbers}::integer[], ${keys}::text[]) AS given (stream, key)
      ON s.stream = given.stream AND s.key = given.key::uuid`.execute(database)
  return new Map(rows.map(row => [`${row.stream} ${row.key}`, row.id]))
}
