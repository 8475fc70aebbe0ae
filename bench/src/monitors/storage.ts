/** The storage of series: what writing and sealing cost, how many bytes a sample takes, how long queries last. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { createDatabase, type Database } from '@pone/server/adapters/database/database.ts'
import { migrate } from '@pone/server/adapters/database/migrations.ts'
import { insertTestProject } from '@pone/server/adapters/database/test-project.ts'
import { createPostgresTimeSeries } from '@pone/server/adapters/time-series/postgres/postgres-time-series.ts'
import type {
  MaintainedTimeSeries,
  SampleRow,
  SeriesLayout,
  SeriesQuery,
} from '@pone/server/adapters/time-series/time-series.ts'
import { sql } from 'kysely'
import { median, round } from '../statistics.ts'
import { type CpuTimes, cpuBetween, readCpu } from './cpu.ts'
import { simulatedMonitor, simulatedSeries } from './values.ts'

export interface StorageSize {
  /** Monitors that send live for one hour, in batches of one second. */
  readonly liveMonitors: number
  /** Monitors with 24 hours of history, of which queries ask. */
  readonly historyMonitors: number
  /** Days of history of ten more monitors with two series every 15 s; 0: not measured. */
  readonly longDays: number
}

const hourMs = 3_600_000
const cadenceMs = 5_000
/** 2026-01-05 00:00 UTC. */
const start = 1_767_571_200_000
const repetitions = 7

interface Bench {
  readonly database: Database
  readonly series: MaintainedTimeSeries
  readonly postgresPid: number
  readonly setNow: (at: number) => void
  readonly print: (line: string) => void
}

export async function measureStorage(size: StorageSize, print: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'pone-series-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const database = createDatabase(await postgres.openDatabase('pone'), { maxConnections: 5 })
  let now = start
  const series = createPostgresTimeSeries(database, () => now)
  try {
    await migrate(database)
    const projectId = await insertTestProject(database)
    const setNow = (at: number) => {
      now = at
    }
    const bench: Bench = { database, series, postgresPid: postgres.pid, setNow, print }
    const live = await measureLive(bench, projectId, size.liveMonitors)
    const history = await measureHistory(bench, projectId, size.historyMonitors)
    const bytes = await measureBytes(database)
    const longQueriesMs = size.longDays === 0 ? null : await measureLong(bench, projectId, size.longDays)
    const samples = live.samples + history.samples
    return {
      samplesPerSecondPerCore: round(live.samples / ((sumOf(live.writing) + sumOf(live.sealing)) / 1e6)),
      bytesPerSample: round(bytes.total / samples),
      queryMs: history.queries.day10Series,
      storage: {
        live: {
          samples: live.samples,
          samplesPerSecond: round(live.samples / live.writingSeconds),
          writtenPerSecondPerCore: round(live.samples / (sumOf(live.writing) / 1e6)),
          sealedPerSecondPerCore: round(live.samples / (sumOf(live.sealing) / 1e6)),
          writingCpuSeconds: seconds(live.writing),
          sealingCpuSeconds: seconds(live.sealing),
          hotBytesPerSample: round(live.hotBytes / live.samples),
        },
        sealed: {
          samples,
          blocksBytesPerSample: round(bytes.blocks / samples),
          minutesBytesPerSample: round(bytes.minutes / samples),
          hoursBytesPerSample: round(bytes.days / samples),
          bytesPerSampleByKind: bytes.byKind,
        },
        queriesMs: history.queries,
        longQueriesMs,
      },
    }
  } finally {
    await series.close()
    await database.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const sumOf = ({ own, postgres }: CpuTimes): number => own + postgres
const seconds = ({ own, postgres }: CpuTimes) => ({
  server: round(own / 1e6),
  postgresql: round(postgres / 1e6),
})

const layoutFor = (projectId: string): SeriesLayout => ({
  monitorId: randomUUID(),
  projectId,
  section: 'status',
  part: 0,
  cadenceMs,
  series: simulatedSeries,
})

/** One hour of all monitors, in batches of one second as an agent sends them, then the sealing of that hour. */
async function measureLive(
  { database, series, postgresPid, setNow, print }: Bench,
  projectId: string,
  count: number,
) {
  const monitors = Array.from({ length: count }, (_, index) => ({
    layout: layoutFor(projectId),
    next: simulatedMonitor(index),
    offsetMs: Math.floor((index * cadenceMs) / count),
  }))
  let samples = 0
  let writing: CpuTimes = { own: 0, postgres: 0 }
  let writingMs = 0
  for (let second = 0; second < 3_600; second += 1) {
    const at = start + second * 1_000
    const rows = monitors.flatMap(({ layout, next, offsetMs }): SampleRow[] => {
      const slotMs = start + Math.floor(second / 5) * cadenceMs + offsetMs
      return slotMs >= at && slotMs < at + 1_000 ? [{ layout, slotMs, values: next() }] : []
    })
    setNow(at + 1_000)
    // Only the CPU time of this process while it writes: generating the values is not the storage's work.
    const { user, system } = process.cpuUsage()
    const begun = performance.now()
    const before = second === 0 ? readCpu(postgresPid) : null
    if (before !== null) writing = { own: 0, postgres: -before.postgres }
    const outcome = await series.write({ rows })
    const used = process.cpuUsage({ user, system })
    writing = { ...writing, own: writing.own + used.user + used.system }
    writingMs += performance.now() - begun
    samples += outcome.stored * simulatedSeries.length
  }
  writing = { ...writing, postgres: writing.postgres + readCpu(postgresPid).postgres }
  print(`written: ${samples} samples in ${Math.round(writingMs)} ms`)
  const hotBytes = await sizeOf(database, 'series_hot_')
  const before = readCpu(postgresPid)
  await sealAll(database, series, setNow, start + hourMs)
  const sealing = cpuBetween(before, readCpu(postgresPid))
  print(`sealed with ${Math.round(sumOf(sealing) / 1e3)} ms of CPU`)
  return { samples, writing, writingSeconds: writingMs / 1_000, sealing, hotBytes }
}

/** 24 hours, sealed, and the queries that pages ask of them. */
async function measureHistory({ database, series, setNow, print }: Bench, projectId: string, count: number) {
  const from = start + 24 * hourMs
  const layouts = Array.from({ length: count }, () => layoutFor(projectId))
  let samples = 0
  setNow(from + 24 * hourMs)
  for (const [index, layout] of layouts.entries()) {
    const next = simulatedMonitor(1_000 + index)
    for (let slot = 0; slot < 24 * 720; slot += 1_440) {
      const rows = Array.from({ length: 1_440 }, (_, each): SampleRow => {
        return { layout, slotMs: from + (slot + each) * cadenceMs, values: next() }
      })
      samples += (await series.write({ rows })).stored * simulatedSeries.length
    }
  }
  await sealAll(database, series, setNow, from + 24 * hourMs)
  print(`history: ${samples} samples sealed`)
  const ask = async (counter: string, more: Partial<SeriesQuery>) => {
    const times: number[] = []
    for (let index = 0; index < repetitions; index += 1) {
      const begun = performance.now()
      const curves = await series.query({
        selectors: layouts.slice(0, 10).map(({ monitorId }) => ({ monitorId, counters: [counter] })),
        fromMs: from,
        toMs: from + 24 * hourMs,
        points: 1_000,
        fn: 'raw',
        aggregate: 'pairs',
        ...more,
      })
      times.push(performance.now() - begun)
      if (curves.length !== Math.min(10, layouts.length)) throw new Error('A query found too few series')
    }
    return round(median(times))
  }
  const queries = {
    day10Series: await ask('busy_1', { fn: 'rate' }),
    /** So narrow that every sample is decoded. */
    day10SeriesFromSamples: await ask('things_1', { points: 5_000 }),
    hour10Series: await ask('busy_1', { fn: 'rate', toMs: from + hourMs }),
  }
  return { samples, queries }
}

const longCadenceMs = 15_000

/** Many days of ten monitors, sealed, and queries over all of them. */
async function measureLong({ database, series, setNow, print }: Bench, projectId: string, days: number) {
  const from = start + 72 * hourMs
  const to = from + days * 24 * hourMs
  const keys = simulatedSeries.filter(({ counter }) => /^(?:busy|things)_1$/.test(counter))
  const places = keys.map(key => simulatedSeries.indexOf(key))
  const monitors = Array.from({ length: 10 }, (_, index) => ({
    layout: { ...layoutFor(projectId), cadenceMs: longCadenceMs, series: keys },
    next: simulatedMonitor(5_000 + index),
  }))
  for (let day = from; day < to; day += 24 * hourMs) {
    setNow(day + 24 * hourMs)
    for (const { layout, next } of monitors) {
      const rows = Array.from({ length: (24 * hourMs) / longCadenceMs }, (_, slot): SampleRow => {
        const values = next()
        return {
          layout,
          slotMs: day + slot * longCadenceMs,
          values: Float64Array.from(places, place => values[place] ?? 0),
        }
      })
      await series.write({ rows })
    }
    await sealAll(database, series, setNow, day + 24 * hourMs)
  }
  print(`history of ${days} days sealed`)
  const ask = async (counter: string, fn: SeriesQuery['fn'], points: number) => {
    const times: number[] = []
    for (let index = 0; index < repetitions; index += 1) {
      const begun = performance.now()
      const selectors = monitors.map(({ layout }) => ({ monitorId: layout.monitorId, counters: [counter] }))
      const curves = await series.query({ selectors, fromMs: from, toMs: to, points, fn, aggregate: 'pairs' })
      times.push(performance.now() - begun)
      if (curves.length !== monitors.length) throw new Error('A query found too few series')
    }
    return round(median(times))
  }
  return {
    days,
    rates: await ask('busy_1', 'rate', 1_000),
    gauges: await ask('things_1', 'raw', 1_000),
  }
}

async function sealAll(
  database: Database,
  series: MaintainedTimeSeries,
  setNow: (at: number) => void,
  endMs: number,
): Promise<void> {
  setNow(endMs + 15 * 60_000)
  await sql`UPDATE series_hours SET created_at = 0`.execute(database)
  while ((await series.maintain(new AbortController().signal)) > 0);
}

/** Size of all tables whose names begin so, with their indexes, bytes. */
async function sizeOf(database: Database, prefix: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes FROM pg_class
    WHERE relkind = 'r' AND starts_with(relname, ${prefix})`.execute(database)
  return rows[0]?.bytes ?? 0
}

async function measureBytes(database: Database) {
  const blocks = await sizeOf(database, 'series_blocks_')
  const minutes = await sizeOf(database, 'series_minutes_')
  const days = await sizeOf(database, 'series_days_')
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND starts_with(relname, 'series_blocks_')`.execute(
    database,
  )
  const tables = sql.join(
    rows.map(({ name }) => sql`SELECT series, bytes FROM ${sql.table(name)}`),
    sql` UNION ALL `,
  )
  const kinds = await sql<{ kind: string; bytes: number }>`
    SELECT split_part(s.counter, '_', 1) AS kind, avg(length(b.bytes)) AS bytes
    FROM (${tables}) AS b JOIN series s ON s.id = b.series GROUP BY 1 ORDER BY 1`.execute(database)
  return {
    blocks,
    minutes,
    days,
    total: blocks + minutes + days,
    byKind: Object.fromEntries(kinds.rows.map(({ kind, bytes }) => [kind, round(bytes / 720, 3)])),
  }
}
