/** Series in a real PostgreSQL: written, sealed, asked for and removed. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createDatabase } from '../../database/database.ts'
import { createTestDatabase } from '../../database/test-database.ts'
import { insertTestProject } from '../../database/test-project.ts'
import type { SampleRow, SeriesKey, SeriesLayout, SeriesQuery } from '../time-series.ts'
import { createPostgresTimeSeries } from './postgres-time-series.ts'
import { sealDueHours } from './sealing.ts'
import { SeriesThread } from './series-thread.ts'

const opened = await createTestDatabase()
const { database } = opened
const hourMs = 3_600_000
const minuteMs = 60_000
const cadenceMs = 5_000
/** 2026-01-01 00:00 UTC. */
const start = 1_767_225_600_000
let now = start
const series = createPostgresTimeSeries(database, () => now)
afterAll(async () => {
  await series.close()
  await opened.close()
})
const never = new AbortController().signal
const projectId = await insertTestProject(database)

const gauge = (counter: string, labels: Record<string, string> = {}): SeriesKey => ({
  counter,
  labels,
  kind: 'gauge',
})
const counter = (name: string): SeriesKey => ({ counter: name, labels: {}, kind: 'counter' })
const layoutOf = (
  monitorId: string,
  keys: readonly SeriesKey[],
  more: Partial<SeriesLayout> = {},
): SeriesLayout => ({
  monitorId,
  projectId,
  section: 'status',
  part: 0,
  cadenceMs,
  series: keys,
  ...more,
})
const rowOf = (layout: SeriesLayout, slotMs: number, ...values: number[]): SampleRow => ({
  layout,
  slotMs,
  values: Float64Array.from(values),
})
const ask = (monitorId: string, more: Partial<SeriesQuery>) =>
  series.query({
    selectors: [{ monitorId }],
    fromMs: start,
    toMs: start + 24 * hourMs,
    points: 5_000,
    fn: 'raw',
    aggregate: 'avg',
    ...more,
  })
const valuesOf = async (monitorId: string, more: Partial<SeriesQuery> = {}) => {
  const [curve] = await ask(monitorId, more)
  return curve?.at.map((at, index) => [at - start, curve.values[index]])
}
const tables = async (prefix: string) => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND starts_with(relname, ${prefix})`.execute(
    database,
  )
  return rows.map(row => row.name)
}

test('a row is stored once, whichever agent comes first, and in the transaction of the caller', async () => {
  now = start + minuteMs
  const monitorId = randomUUID()
  const first = layoutOf(monitorId, [gauge('clients'), counter('commands')])
  const other = layoutOf(monitorId, [gauge('clients'), counter('commands')])
  expect(
    await series.write({ rows: [rowOf(first, start, 7, 100), rowOf(first, start + 5_000, 8, 160)] }),
  ).toEqual({
    stored: 2,
    duplicates: 0,
    refused: [],
  })
  const again = await series.write({
    rows: [rowOf(other, start + 5_000, 999, 999), rowOf(other, start + 10_000, 9, 220)],
  })
  expect(again).toEqual({ stored: 1, duplicates: 1, refused: [] })
  await expect(
    series.write({ rows: [rowOf(first, start + 15_000, 1, 1)] }, () =>
      Promise.reject(new Error('the intake failed')),
    ),
  ).rejects.toThrow('the intake failed')
  const known = await series.write({ rows: [rowOf(first, start + 15_000, 1, 1)] }, () =>
    Promise.resolve(false),
  )
  expect(known.stored).toBe(0)
  expect(await valuesOf(monitorId)).toEqual([
    [0, 7],
    [5_000, 8],
    [10_000, 9],
  ])
  expect(
    await valuesOf(monitorId, { selectors: [{ monitorId, counters: ['commands'] }], fn: 'rate' }),
  ).toEqual([
    [5_000, 12],
    [10_000, 12],
  ])
  const [latest] = await series.latest([monitorId])
  expect(latest).toMatchObject({ slotMs: start + 10_000, cadenceMs, section: 'status', series: first.series })
  expect([...(latest?.values ?? [])]).toEqual([9, 220])
  expect(latest?.previous?.slotMs).toBe(start + 5_000)
  expect([...(latest?.previous?.values ?? [])]).toEqual([8, 160])
})

test('infinite values, wrong lengths and impossible instants are refused by row, unknown values are gaps', async () => {
  now = start + minuteMs
  const monitorId = randomUUID()
  const layout = layoutOf(monitorId, [gauge('one'), gauge('two')])
  const outcome = await series.write({
    rows: [
      rowOf(layout, start, 1, 2),
      rowOf(layout, start + 5_000, Number.POSITIVE_INFINITY, 2),
      rowOf(layout, start + 10_000, 1),
      rowOf(layout, now + 3 * hourMs, 1, 2),
      rowOf(layout, start + 10_000, Number.NaN, 4),
      rowOf(layout, start + 15_000, 5, 6),
    ],
  })
  expect(outcome).toEqual({
    stored: 3,
    duplicates: 0,
    refused: [
      { index: 1, cause: 'infinite' },
      { index: 2, cause: 'wrongLength' },
      { index: 3, cause: 'wrongTime' },
    ],
  })
  expect(await valuesOf(monitorId)).toEqual([
    [0, 1],
    [5_000, null],
    [15_000, 5],
  ])
})

/** Fills hours with a gauge that counts and a counter that is restarted every 1,000 slots. */
async function fill(monitorId: string, fromMs: number, slots: number) {
  const layout = layoutOf(monitorId, [gauge('level'), counter('requests')])
  const rows = Array.from({ length: slots }, (_, index) =>
    rowOf(layout, fromMs + index * cadenceMs, index % 50, 10 * ((index % 1_000) + 1)),
  )
  await series.write({ rows })
}

test('sealed hours answer as they did before, across a restart of the counter, and their rows are gone', async () => {
  const monitorId = randomUUID()
  now = start + 3 * hourMs
  // 2 h 50 min: hours 0 and 1 are sealed below, hour 2 is not; the counter is restarted in hours 1 and 2.
  await fill(monitorId, start, 2_040)
  const queries: Partial<SeriesQuery>[] = [
    { fn: 'raw', aggregate: 'avg' },
    { fn: 'rate', aggregate: 'avg' },
    { fn: 'raw', aggregate: 'pairs', points: 100 },
    { fn: 'increase', aggregate: 'avg', points: 24 },
    { fn: 'rate', aggregate: 'avg', points: 300 },
    { fn: 'raw', aggregate: 'max', points: 24, fromMs: start + 20 * minuteMs },
  ]
  const before = []
  for (const query of queries) before.push(await ask(monitorId, query))
  await sql`UPDATE series_hours SET created_at = 0`.execute(database)
  expect(await series.maintain(never)).toBe(2)
  expect(await tables('series_sealing_')).toEqual([])
  expect(await tables('series_hot_')).toEqual([`series_hot_${start / hourMs + 2}`])
  for (const [index, query] of queries.entries()) {
    const after = await ask(monitorId, query)
    expect(after.map(curve => ({ ...curve, resolution: null }))).toEqual(
      before[index]?.map(curve => ({ ...curve, resolution: null })),
    )
  }
  const [, requests] = await ask(monitorId, { fn: 'rate', aggregate: 'avg' })
  expect(requests?.values.filter(value => value === null)).toHaveLength(2)
  expect(requests?.values.every(value => value === null || value === 2)).toBe(true)
})

test('rows that come after the sealing are merged with the blocks, once', async () => {
  const monitorId = randomUUID()
  now = start + 30 * hourMs
  const hour = start + 26 * hourMs
  await fill(monitorId, hour, 100)
  await sql`UPDATE series_hours SET created_at = 0`.execute(database)
  await series.maintain(never)
  // The spool of an agent that was cut off: partly the same slots.
  const layout = layoutOf(monitorId, [gauge('level'), counter('requests')])
  const late = Array.from({ length: 60 }, (_, index) =>
    rowOf(layout, hour + (90 + index) * cadenceMs, 7, 2_000 + index),
  )
  expect((await series.write({ rows: late })).stored).toBe(60)
  const range = { fromMs: hour, toMs: hour + hourMs }
  const beforeSealing = await ask(monitorId, range)
  expect(beforeSealing[0]?.at).toHaveLength(150)
  expect(beforeSealing[0]?.values[95]).toBe(95 % 50)
  await sql`UPDATE series_hours SET created_at = 0`.execute(database)
  expect(await series.maintain(never)).toBeGreaterThan(0)
  expect(await ask(monitorId, range)).toEqual(beforeSealing)
  const [day] = await ask(monitorId, { ...range, toMs: hour + 48 * hourMs, points: 24, aggregate: 'max' })
  expect(day).toMatchObject({ values: [49], resolution: 'hours' })
})

test('a sealing that is killed between two steps is continued by another server, and nothing is stored twice', async () => {
  const hour = start + 50 * hourMs
  now = hour + 2 * hourMs
  // Two steps: the first takes 16 streams, and is committed before the kill.
  const monitors = Array.from({ length: 20 }, () => randomUUID())
  for (const each of monitors) await fill(each, hour, 300)
  const range = { fromMs: hour, toMs: hour + hourMs }
  const before = await Promise.all(monitors.map(each => ask(each, range)))
  await sql`UPDATE series_hours SET created_at = 0`.execute(database)
  await series.maintain(AbortSignal.abort())
  await sql`UPDATE series_lease SET lease_until = 0`.execute(database)
  const thread = new SeriesThread()
  const killed = createDatabase(opened.connectionString, { maxConnections: 1 })
  let release = (): void => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  let steps = 0
  let holding: Promise<unknown> = Promise.resolve()
  const owner = randomUUID()
  const sealing = sealDueHours(
    {
      database: killed,
      now: () => now,
      owner,
      thread: {
        seal: async input => {
          const sealed = await thread.seal(input)
          steps += 1
          if (steps === 1) return sealed
          // Makes the step wait after its blocks are written, before it is committed.
          holding = database.transaction().execute(async transaction => {
            await sql`SELECT FROM series_hours FOR UPDATE`.execute(transaction)
            await released
          })
          return sealed
        },
      },
    },
    never,
  )
  const failed = expect(sealing).rejects.toThrow(/terminat/)
  await vi.waitFor(async () => {
    const { rows } = await sql<{ done: boolean }>`
      SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE 'UPDATE series_hours%'`.execute(
      database,
    )
    expect(rows).toEqual([{ done: true }])
  }, 5_000)
  await failed
  release()
  await holding
  await killed.destroy()
  await thread.close()
  expect(await tables('series_sealing_')).toEqual([`series_sealing_${hour / hourMs}`])
  expect(await Promise.all(monitors.map(each => ask(each, range)))).toEqual(before)
  // While the dead server's lease lasts, nobody else seals.
  expect(await series.maintain(never)).toBe(0)
  await sql`UPDATE series_lease SET lease_until = 0`.execute(database)
  expect(await series.maintain(never)).toBe(1)
  expect(await tables('series_sealing_')).toEqual([])
  expect(await Promise.all(monitors.map(each => ask(each, range)))).toEqual(before)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM ${sql.table(`series_blocks_${Math.floor(hour / hourMs / 24)}`)}
    WHERE hour = ${hour / hourMs}`.execute(database)
  expect(rows[0]?.n).toBe(40)
})

test('label sets come and go: 5,000 of them, each in its own time', async () => {
  const monitorId = randomUUID()
  now = start + 100 * hourMs
  const queues = Array.from({ length: 5_000 }, (_, index) => gauge('depth', { queue: `q${index}` }))
  const at = now - 10 * minuteMs
  const collect = (slotMs: number, from: number, to: number) =>
    Array.from({ length: Math.ceil((to - from) / 500) }, (_, part) => {
      const keys = queues.slice(from + part * 500, Math.min(to, from + (part + 1) * 500))
      return rowOf(
        layoutOf(monitorId, keys, { section: 'queues', part: from / 500 + part }),
        slotMs,
        ...keys.map((__, index) => index),
      )
    })
  const first = await series.write({ rows: collect(at, 0, 5_000) })
  expect(first).toEqual({ stored: 10, duplicates: 0, refused: [] })
  await series.write({ rows: [...collect(at + 5_000, 500, 5_000), ...collect(at + 10_000, 500, 5_000)] })
  const few = layoutOf(monitorId, queues.slice(0, 3), { section: 'queues' })
  for (const slot of [1, 2]) await series.write({ rows: [rowOf(few, at + slot * 5_000, 1, 2, 3)] })
  const sets = await series.labels([{ monitorId, section: 'queues' }])
  expect(sets).toHaveLength(5_000)
  expect(sets.filter(set => set.isGone)).toHaveLength(497)
  const [curve] = await ask(monitorId, {
    selectors: [{ monitorId, counters: ['depth'], labels: { queue: ['q4'] } }],
    fromMs: at,
    toMs: at + minuteMs,
  })
  expect(curve).toMatchObject({ labels: { queue: 'q4' }, at: [at], values: [4] })
})

test('a series that moves to another part of its section stays one series', async () => {
  const monitorId = randomUUID()
  now = start + 150 * hourMs
  const moved = gauge('depth', { queue: 'moved' })
  const before = layoutOf(monitorId, [moved])
  const after = layoutOf(monitorId, [moved], { part: 1 })
  const at = now - 2 * hourMs
  await series.write({
    rows: [rowOf(before, at, 1), rowOf(after, at + 5_000, 2), rowOf(after, at + 10_000, 3)],
  })
  const expected = [{ at: [at, at + 5_000, at + 10_000], values: [1, 2, 3] }]
  const range = { fromMs: at, toMs: now }
  expect(await ask(monitorId, range)).toMatchObject(expected)
  expect(await series.labels([{ monitorId }])).toMatchObject([{ labels: { queue: 'moved' }, isGone: false }])
  await sql`UPDATE series_hours SET created_at = 0`.execute(database)
  await series.maintain(never)
  expect(await ask(monitorId, range)).toMatchObject(expected)
})

test('an hour without rows is a gap, and changes of cadence are none', async () => {
  const monitorId = randomUUID()
  const from = start + 200 * hourMs
  now = from + 5 * hourMs
  await fill(monitorId, from, 10)
  const slow = layoutOf(monitorId, [gauge('level'), counter('requests')], { cadenceMs: 60_000 })
  await series.write({
    rows: [0, 1, 2].map(index => rowOf(slow, from + 2 * hourMs + index * 60_000, index, index)),
  })
  const range = { fromMs: from, toMs: from + 4 * hourMs }
  const before = await ask(monitorId, range)
  expect(before[0]?.values.filter(value => value === null)).toHaveLength(1)
  await sql`UPDATE series_hours SET created_at = 0`.execute(database)
  expect(await series.maintain(never)).toBeGreaterThanOrEqual(2)
  expect((await ask(monitorId, range))[0]?.values).toEqual(before[0]?.values)
})

test('states and texts are stored when they change, in whatever order they come', async () => {
  const monitorId = randomUUID()
  now = start + hourMs
  const state = (atMs: number, cause: string | null) => ({
    monitorId,
    projectId,
    section: 'status',
    atMs,
    cause,
    detail: '',
  })
  const text = (slotMs: number, value: string) => ({
    monitorId,
    projectId,
    section: 'status',
    counter: 'version',
    labels: {},
    slotMs,
    text: value,
  })
  await series.write({
    rows: [],
    states: [state(start, null), state(start + 5_000, null), state(start + 20_000, 'refused')],
  })
  await series.write({ rows: [], states: [state(start + 30_000, null), state(start + 25_000, 'refused')] })
  expect(
    (await series.states([monitorId], start, start + hourMs)).map(({ fromMs, toMs, cause }) => [
      fromMs - start,
      toMs === null ? null : toMs - start,
      cause,
    ]),
  ).toEqual([
    [0, 20_000, null],
    [20_000, 30_000, 'refused'],
    [30_000, null, null],
  ])
  await series.write({
    rows: [],
    texts: [text(start, '7.0'), text(start + 5_000, '7.0'), text(start + 10_000, '7.2\0')],
  })
  expect(await series.latestTexts([monitorId])).toMatchObject([{ fromMs: start + 10_000, text: '7.2' }])
  const texts = await series.texts([{ monitorId, counters: ['version'] }], start + 7_000, start + hourMs)
  expect(texts.map(each => each.text)).toEqual(['7.0', '7.2'])
})

test('a removed monitor is found nowhere, its rows are refused, and its blocks go', async () => {
  const monitorId = randomUUID()
  const from = start + 300 * hourMs
  now = from + 2 * hourMs
  await fill(monitorId, from, 700)
  await sql`UPDATE series_hours SET created_at = 0`.execute(database)
  await series.maintain(never)
  await series.remove(monitorId)
  expect(await ask(monitorId, { fromMs: from, toMs: now })).toEqual([])
  expect(await series.latest([monitorId])).toEqual([])
  expect(await series.labels([{ monitorId }])).toEqual([])
  const layout = layoutOf(monitorId, [gauge('level'), counter('requests')])
  expect((await series.write({ rows: [rowOf(layout, now, 1, 1)] })).refused).toEqual([
    { index: 0, cause: 'removed' },
  ])
  now += 24 * hourMs
  await series.maintain(never)
  const orphans = sql<{ n: number }>`
    SELECT count(*) AS n FROM ${sql.table(`series_blocks_${Math.floor(from / hourMs / 24)}`)} b
    WHERE NOT EXISTS (SELECT FROM series s WHERE s.id = b.series)`
  expect((await orphans.execute(database)).rows[0]?.n).toBe(0)
})

test('a project that is deleted takes its series along, and rows that come later are refused', async () => {
  const project = await insertTestProject(database)
  const monitorId = randomUUID()
  now = start + 400 * hourMs
  const layout = { ...layoutOf(monitorId, [gauge('level')]), projectId: project }
  await series.write({ rows: [rowOf(layout, now, 1)] })
  await database.deleteFrom('projects').where('id', '=', project).execute()
  expect(await ask(monitorId, { fromMs: now - hourMs, toMs: now + 1 })).toEqual([])
  const late = await series.write({ rows: [rowOf(layout, now + 5_000, 1)] })
  expect(late).toEqual({ stored: 0, duplicates: 0, refused: [{ index: 0, cause: 'removed' }] })
})

test('samples go after their period while minutes and hours stay, and tables too old for all projects are dropped', async () => {
  const monitorId = randomUUID()
  const from = start + 1_000 * hourMs
  now = from + 2 * hourMs
  await series.retain(projectId, { samplesDays: 2, minutesDays: 5, hoursDays: 40 })
  expect(await series.retention(projectId)).toEqual({ samplesDays: 2, minutesDays: 5, hoursDays: 40 })
  await expect(series.retain(projectId, { samplesDays: 9, minutesDays: 5, hoursDays: 40 })).rejects.toThrow(
    RangeError,
  )
  await fill(monitorId, from, 720)
  await sql`UPDATE series_hours SET created_at = 0`.execute(database)
  await series.maintain(never)
  const range = { fromMs: from, toMs: from + hourMs, points: 800 }
  expect((await ask(monitorId, range))[0]).toMatchObject({ resolution: 'samples', intervalMs: 0 })
  now = from + 3 * 24 * hourMs
  await series.maintain(never)
  const minutes = await ask(monitorId, range)
  expect(minutes[0]?.resolution).toBe('minutes')
  expect(minutes[0]?.at).toHaveLength(60)
  now = from + 8 * 24 * hourMs
  await series.maintain(never)
  const [hours] = await ask(monitorId, { ...range, fn: 'increase' })
  expect(hours?.resolution).toBe('hours')
  now = from + 95 * 24 * hourMs
  await series.maintain(never)
  const day = Math.floor(from / hourMs / 24)
  expect(await tables(`series_blocks_${day}`)).toEqual([])
  expect(await tables(`series_minutes_${day}`)).toEqual([])
})
