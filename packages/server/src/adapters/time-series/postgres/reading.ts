/** Answers queries: chooses for each hour of the range between rows, blocks and summaries, reads them, and has the curves made. */
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { stepFor, wholeIntervals } from '../reduce.ts'
import { maxSeriesPerQuery, type SeriesCurve, type SeriesQuery } from '../time-series.ts'
import { type SelectedSeries, selectSeries } from './catalogue.ts'
import type { StoredParts } from './read-curve.ts'
import { shortestRetention } from './retention.ts'
import { hotTables } from './sealing.ts'
import type { SeriesThread } from './series-thread.ts'
import {
  blockTable,
  dayOf,
  dayTable,
  existing,
  hourMs,
  hourOf,
  integers,
  isOutdated,
  minuteTable,
  monthOf,
} from './tables.ts'

const minuteMs = 60_000
const dayMs = 24 * hourMs
/** From this step on hours are exact enough: a chart of 1,000 pixels over 30 days shows 720 of them. */
const hourStepMs = 20 * minuteMs
/** Before the range, so that the first sample has a predecessor for its rate. */
const leadMs = 600_000
const maxPoints = 5_000
/** A table may be sealed while it is read; more than twice in a row is not expected. */
const maxAttempts = 4
/** Queries of a range without end would name every day of it. */
const maxRangeMs = 3_660 * dayMs

export interface ReaderDeps {
  readonly database: Database
  readonly thread: Pick<SeriesThread, 'curves'>
  readonly now: () => number
  /** Reads what is stored outside the database, by the numbers of series. */
  readonly outside?: (
    series: readonly SelectedSeries[],
    plan: HourPlan,
    range: { readonly fromMs: number; readonly toMs: number },
  ) => Promise<ReadonlyMap<number, OutsideParts>>
}

export type OutsideParts = Pick<StoredParts, 'lines' | 'summaries'>

const widths = { samples: 1, minutes: minuteMs, hours: hourMs } as const

export async function queryCurves(deps: ReaderDeps, query: SeriesQuery): Promise<SeriesCurve[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptQuery(deps, query)
    } catch (cause) {
      if (!isOutdated(cause) || attempt === maxAttempts) throw cause
    }
  }
}

async function attemptQuery(deps: ReaderDeps, query: SeriesQuery): Promise<SeriesCurve[]> {
  const { database, thread } = deps
  const toMs = Math.min(query.toMs, deps.now() + dayMs)
  const fromMs = Math.max(query.fromMs, toMs - maxRangeMs)
  if (!(fromMs < toMs)) return []
  const points = Math.max(1, Math.min(maxPoints, Math.floor(query.points)))
  const selected = await selectSeries(database, query.selectors, dayOf(hourOf(fromMs)))
  const series = selected.slice(0, maxSeriesPerQuery)
  if (series.length === 0) return []
  const stepMs = stepFor(fromMs, toMs, points)
  const whole = wholeIntervals(fromMs, toMs, stepMs)
  const { parts, resolution } = await readParts(deps, series, { ...whole, stepMs })
  const nowMs = deps.now()
  const grid = { fromMs, toMs, stepMs: Math.max(stepMs, widths[resolution]), points, nowMs }
  const columns = await thread.curves(
    series.map(({ ids, kind }) => ({
      parts: joinedParts(ids.map(id => parts.get(id) ?? emptyParts())),
      isCounter: kind === 'counter',
      grid,
      how: { fn: query.fn, aggregate: query.aggregate },
    })),
  )
  return series.flatMap(({ monitorId, section, counter, labels, kind }, index) => {
    const curve = columns[index]
    if (curve === undefined || curve.at.length === 0) return []
    return [{ monitorId, section, counter, labels, kind, ...curve, resolution }]
  })
}

type GrowingParts = {
  -readonly [K in keyof StoredParts]: StoredParts[K] extends readonly (infer E)[] ? E[] : Set<number>
}

const emptyParts = (): GrowingParts => ({
  hot: [],
  blocks: [],
  minutes: [],
  days: [],
  hours: new Set(),
  lines: [],
  summaries: [],
})

function joinedParts(all: readonly GrowingParts[]): StoredParts {
  const [first] = all
  if (first !== undefined && all.length === 1) return first
  return {
    hot: all.flatMap(({ hot }) => hot),
    blocks: all.flatMap(({ blocks }) => blocks),
    minutes: all.flatMap(({ minutes }) => minutes),
    days: all.flatMap(({ days }) => days),
    hours: new Set(all.flatMap(({ hours }) => [...hours])),
    lines: all.flatMap(({ lines }) => lines),
    summaries: all.flatMap(({ summaries }) => summaries),
  }
}

/** Which hours are read in which form, each ascending. */
export interface HourPlan {
  readonly samples: readonly number[]
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly resolution: SeriesCurve['resolution']
}

async function readParts(
  deps: ReaderDeps,
  series: readonly SelectedSeries[],
  grid: { readonly fromMs: number; readonly toMs: number; readonly stepMs: number },
) {
  const { database } = deps
  const fromHour = hourOf(grid.fromMs - leadMs)
  const toHour = hourOf(grid.toMs - 1)
  // Rows first: an hour that is sealed meanwhile is then found as rows or as blocks, or as both, which are merged.
  const tables = await hotTables(database, fromHour, toHour)
  const bySeries = new Map<number, GrowingParts>()
  const partsOf = (id: number): GrowingParts => {
    const known = bySeries.get(id)
    if (known !== undefined) return known
    const parts = emptyParts()
    bySeries.set(id, parts)
    return parts
  }
  for (const { hour, table } of tables) {
    for (const row of await readHot(database, table, series, grid, hour))
      partsOf(row.series).hot.push({ hour, bytes: row.bytes })
  }
  const hot = new Set(tables.map(each => each.hour))
  const retention = await shortestRetention(database, new Set(series.map(each => each.projectId)))
  const nowMs = deps.now()
  const plan = planHours({ fromHour, toHour, hot, stepMs: grid.stepMs, retention, nowMs })
  const list = integers(series.flatMap(each => each.ids))
  const byDay = (hours: readonly number[]) => [...Map.groupBy(hours, dayOf)]
  for (const row of await readBlocks(database, byDay(plan.samples), blockTable, list))
    partsOf(row.series).blocks.push(row)
  for (const row of await readBlocks(database, byDay(plan.minutes), minuteTable, list))
    partsOf(row.series).minutes.push(row)
  for (const row of await readDays(database, plan.hours, list)) {
    const parts = partsOf(row.series)
    parts.days.push(row)
    parts.hours = new Set(plan.hours)
  }
  if (deps.outside !== undefined) {
    const oldestHour = hourOf(nowMs - retention.hoursDays * dayMs)
    const range = { fromMs: Math.max(grid.fromMs - leadMs, oldestHour * hourMs), toMs: grid.toMs }
    for (const [id, { lines, summaries }] of await deps.outside(series, plan, range)) {
      partsOf(id).lines.push(...lines)
      partsOf(id).summaries.push(...summaries)
    }
  }
  return { parts: bySeries, resolution: plan.resolution }
}

export function planHours(range: {
  readonly fromHour: number
  readonly toHour: number
  /** Hours that have rows: these are read as samples, with their blocks if there are any. */
  readonly hot: ReadonlySet<number>
  readonly stepMs: number
  readonly retention: { readonly samplesDays: number; readonly minutesDays: number }
  readonly nowMs: number
}): HourPlan {
  const { fromHour, toHour, hot, stepMs, retention, nowMs } = range
  const samplesFrom = hourOf(nowMs - retention.samplesDays * dayMs)
  const minutesFrom = hourOf(nowMs - retention.minutesDays * dayMs)
  const plan = { samples: [] as number[], minutes: [] as number[], hours: [] as number[] }
  for (let hour = fromHour; hour <= toHour; hour += 1) {
    if (hot.has(hour)) plan.samples.push(hour)
    else if (stepMs >= hourStepMs || hour < minutesFrom) plan.hours.push(hour)
    else if (stepMs >= minuteMs || hour < samplesFrom) plan.minutes.push(hour)
    else plan.samples.push(hour)
  }
  const resolution = plan.hours.length > 0 ? 'hours' : plan.minutes.length > 0 ? 'minutes' : 'samples'
  return { ...plan, resolution }
}

/** One byte string per series: slot, cadence and value of each row in the range. */
async function readHot(
  database: Database,
  table: string,
  series: readonly SelectedSeries[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  hour: number,
): Promise<{ series: number; bytes: Buffer }[]> {
  const streams = integers([...new Set(series.flatMap(each => each.streams))])
  const from = Math.max(0, fromMs - leadMs - hour * hourMs)
  const to = Math.min(hourMs, toMs - hour * hourMs)
  // MATERIALIZED: rows are read once, however many series and layouts are wanted of them.
  const { rows } = await sql<{ series: number; bytes: Buffer }>`
    WITH h AS MATERIALIZED (
      SELECT stream, slot, layout, v FROM ${sql.table(table)}
      WHERE stream = ANY(${streams}::integer[]) AND slot >= ${from} AND slot < ${to}
    ), p AS MATERIALIZED (
      SELECT l.id AS layout, l.stream, l.cadence_ms, u.series, (u.position::integer - 1) * 8 + 1 AS start
      FROM series_layouts l CROSS JOIN unnest(l.series) WITH ORDINALITY AS u (series, position)
      WHERE l.stream = ANY(${streams}::integer[]) AND u.series = ANY(${integers(series.flatMap(each => each.ids))}::integer[])
    )
    SELECT p.series, string_agg(
      int4send(h.slot) || int4send(p.cadence_ms) || substring(h.v FROM p.start FOR 8), ''::bytea ORDER BY h.slot
    ) AS bytes
    FROM h JOIN p ON p.layout = h.layout AND p.stream = h.stream GROUP BY p.series`.execute(database)
  return rows
}

async function readBlocks(
  database: Database,
  days: readonly (readonly [number, readonly number[]])[],
  tableOf: (day: number) => string,
  series: string,
): Promise<{ series: number; hour: number; bytes: Buffer }[]> {
  const present = await existing(
    database,
    days.map(([day]) => tableOf(day)),
  )
  const answers = []
  for (const [day, hours] of days) {
    if (!present.has(tableOf(day))) continue
    const { rows } = await sql<{ series: number; hour: number; bytes: Buffer }>`
      SELECT series, hour, bytes FROM ${sql.table(tableOf(day))}
      WHERE series = ANY(${series}::integer[]) AND hour = ANY(${integers(hours)}::integer[])`.execute(
      database,
    )
    answers.push(rows)
  }
  return answers.flat()
}

async function readDays(
  database: Database,
  hours: readonly number[],
  series: string,
): Promise<{ series: number; day: number; bytes: Buffer }[]> {
  const days = [...new Set(hours.map(dayOf))]
  const months = [...Map.groupBy(days, monthOf)]
  const present = await existing(
    database,
    months.map(([month]) => dayTable(month)),
  )
  const answers = []
  for (const [month, wanted] of months) {
    if (!present.has(dayTable(month))) continue
    const { rows } = await sql<{ series: number; day: number; bytes: Buffer }>`
      SELECT series, day, bytes FROM ${sql.table(dayTable(month))}
      WHERE series = ANY(${series}::integer[]) AND day = ANY(${integers(wanted)}::integer[])`.execute(
      database,
    )
    answers.push(rows)
  }
  return answers.flat()
}
