/** Sealing of series in a real PostgreSQL: tables, kills, and what is left of removed monitors. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createDatabase } from '../../database/database.ts'
import { insertTestProject } from '../../database/test-project.ts'
import { hourMs, never, SeriesHarness, start } from '../test-series.ts'
import { sealDueHours } from './sealing.ts'
import { SeriesThread } from './series-thread.ts'

const h = await SeriesHarness.open('PostgreSQL')
afterAll(async () => await h.close())

test('the rows of sealed hours are gone, and those of the present hour stay', async () => {
  const monitorId = randomUUID()
  h.now = start + 3 * hourMs
  // 2 h 50 min: hours 0 and 1 are sealed below, hour 2 is not; the counter is restarted in hours 1 and 2.
  await h.fill(monitorId, start, 2_040)
  expect(await h.seal()).toBe(2)
  expect(await h.tables('series_sealing_')).toEqual([])
  expect(await h.tables('series_hot_')).toEqual([`series_hot_${start / hourMs + 2}`])
})

test('a sealing that is killed between two steps is continued by another server, and nothing is stored twice', async () => {
  const hour = start + 50 * hourMs
  h.now = hour + 2 * hourMs
  // Two steps: the first takes 16 streams, and is committed before the kill.
  const monitors = Array.from({ length: 20 }, () => randomUUID())
  for (const each of monitors) await h.fill(each, hour, 300)
  const range = { fromMs: hour, toMs: hour + hourMs }
  const before = await Promise.all(monitors.map(each => h.ask(each, range)))
  await sql`UPDATE series_hours SET created_at = 0`.execute(h.database)
  await h.series.maintain(AbortSignal.abort())
  await sql`UPDATE series_lease SET lease_until = 0`.execute(h.database)
  const thread = new SeriesThread()
  const killed = createDatabase(h.connectionString, { maxConnections: 1 })
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
      now: () => h.now,
      owner,
      thread: {
        seal: async input => {
          const sealed = await thread.seal(input)
          steps += 1
          if (steps === 1) return sealed
          // Makes the step wait after its blocks are written, before it is committed.
          holding = h.database.transaction().execute(async transaction => {
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
      h.database,
    )
    expect(rows).toEqual([{ done: true }])
  }, 5_000)
  await failed
  release()
  await holding
  await killed.destroy()
  await thread.close()
  expect(await h.tables('series_sealing_')).toEqual([`series_sealing_${hour / hourMs}`])
  expect(await Promise.all(monitors.map(each => h.ask(each, range)))).toEqual(before)
  // While the dead server's lease lasts, nobody else seals.
  expect(await h.series.maintain(never)).toBe(0)
  await sql`UPDATE series_lease SET lease_until = 0`.execute(h.database)
  expect(await h.series.maintain(never)).toBe(1)
  expect(await h.tables('series_sealing_')).toEqual([])
  expect(await Promise.all(monitors.map(each => h.ask(each, range)))).toEqual(before)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM ${sql.table(`series_blocks_${Math.floor(hour / hourMs / 24)}`)}
    WHERE hour = ${hour / hourMs}`.execute(h.database)
  expect(rows[0]?.n).toBe(40)
})

test('the blocks of a removed monitor go within a day', async () => {
  const monitorId = randomUUID()
  const from = start + 300 * hourMs
  h.now = from + 2 * hourMs
  await h.fill(monitorId, from, 700)
  await h.seal()
  await h.series.remove(monitorId)
  h.now += 24 * hourMs
  await h.series.maintain(never)
  const orphans = sql<{ n: number }>`
    SELECT count(*) AS n FROM ${sql.table(`series_blocks_${Math.floor(from / hourMs / 24)}`)} b
    WHERE NOT EXISTS (SELECT FROM series s WHERE s.id = b.series)`
  expect((await orphans.execute(h.database)).rows[0]?.n).toBe(0)
})

test('tables that are too old for all projects are dropped', async () => {
  const monitorId = randomUUID()
  const from = start + 1_000 * hourMs
  h.now = from + 2 * hourMs
  await h.series.retain(h.projectId, { samplesDays: 2, minutesDays: 5, hoursDays: 40 })
  await h.fill(monitorId, from, 720)
  await h.seal()
  h.now = from + 95 * 24 * hourMs
  await h.series.maintain(never)
  const day = Math.floor(from / hourMs / 24)
  expect(await h.tables(`series_blocks_${day}`)).toEqual([])
  expect(await h.tables(`series_minutes_${day}`)).toEqual([])
})

test('projects without periods of their own follow the default, and what they take is told', async () => {
  const monitorId = randomUUID()
  const from = start + 5_000 * hourMs
  h.now = from + 2 * hourMs
  await h.series.retain(h.projectId, null)
  await h.fill(monitorId, from, 720)
  await h.seal()
  expect(await h.series.rate(h.projectId)).toEqual({ series: 2, samplesPerDay: 2 * 17_280 })
  expect(await h.series.rate(randomUUID())).toEqual({ series: 0, samplesPerDay: 0 })
  const use = await h.series.use()
  for (const bytes of [use.samplesBytes, use.minutesBytes, use.hoursBytes, use.catalogueBytes])
    expect(bytes).toBeGreaterThan(8_000)
  expect(use.outside).toBeNull()
  // Another project keeps samples for longer, so the table stays.
  const other = await insertTestProject(h.database)
  await h.series.retain(other, { samplesDays: 400, minutesDays: 400, hoursDays: 800 })
  await h.series.retainByDefault({ samplesDays: 3, minutesDays: 200, hoursDays: 800 })
  h.now += 5 * 24 * hourMs
  await h.series.maintain(never)
  const [curve] = await h.ask(monitorId, { fromMs: from, toMs: from + hourMs })
  expect(curve?.resolution).toBe('minutes')
  const day = Math.floor(from / hourMs / 24)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM ${sql.table(`series_blocks_${day}`)}`.execute(h.database)
  expect(rows).toEqual([{ n: 0 }])
  await expect(h.series.retainByDefault({ samplesDays: 0, minutesDays: 1, hoursDays: 1 })).rejects.toThrow(
    RangeError,
  )
})
