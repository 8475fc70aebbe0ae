/** Test harness of the storages of series: one on a database of its own, and what tests write and ask for. */
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { insertTestProject } from '../database/test-project.ts'
import { createPostgresTimeSeries } from './postgres/postgres-time-series.ts'
import { startTestVictoriaMetrics, type TestVictoriaMetrics } from './test-victoria-metrics.ts'
import type {
  MaintainedTimeSeries,
  SampleRow,
  SeriesCurve,
  SeriesKey,
  SeriesLayout,
  SeriesQuery,
} from './time-series.ts'
import { victoriaSettings } from './victoria-metrics/settings.ts'
import { createVictoriaTimeSeries } from './victoria-metrics/victoria-time-series.ts'

export const hourMs = 3_600_000
export const cadenceMs = 5_000
/** 2026-01-01 00:00 UTC. */
export const start = 1_767_225_600_000
export const never = new AbortController().signal

export const gauge = (name: string, labels: Record<string, string> = {}): SeriesKey => ({
  counter: name,
  labels,
  kind: 'gauge',
})

export const counter = (name: string): SeriesKey => ({ counter: name, labels: {}, kind: 'counter' })

export const rowOf = (layout: SeriesLayout, slotMs: number, ...values: number[]): SampleRow => ({
  layout,
  slotMs,
  values: Float64Array.from(values),
})

export class SeriesHarness {
  /** What the storage takes for the present instant, epoch ms. */
  now = start
  readonly database: Database
  readonly connectionString: string
  readonly projectId: string
  readonly series: MaintainedTimeSeries
  readonly victoria: TestVictoriaMetrics | null
  readonly #opened: TestDatabase

  private constructor(opened: TestDatabase, projectId: string, victoria: TestVictoriaMetrics | null) {
    this.#opened = opened
    this.database = opened.database
    this.connectionString = opened.connectionString
    this.projectId = projectId
    this.victoria = victoria
    const now = () => this.now
    this.series =
      victoria === null
        ? createPostgresTimeSeries(opened.database, now)
        : createVictoriaTimeSeries(opened.database, victoriaSettings(victoria.url), now)
  }

  static async open(kind: 'PostgreSQL' | 'VictoriaMetrics'): Promise<SeriesHarness> {
    const opened = await createTestDatabase()
    const victoria = kind === 'VictoriaMetrics' ? await startTestVictoriaMetrics() : null
    return new SeriesHarness(opened, await insertTestProject(opened.database), victoria)
  }

  async close(): Promise<void> {
    await this.series.close()
    await this.victoria?.close()
    await this.#opened.close()
  }

  layoutOf(monitorId: string, series: readonly SeriesKey[], more: Partial<SeriesLayout> = {}): SeriesLayout {
    const { projectId } = this
    return { monitorId, projectId, section: 'status', part: 0, cadenceMs, series, ...more }
  }

  /** Asks for a day of samples, unless the query says otherwise. */
  async ask(monitorId: string, more: Partial<SeriesQuery>): Promise<SeriesCurve[]> {
    await this.victoria?.flush()
    return await this.series.query({
      selectors: [{ monitorId }],
      fromMs: start,
      toMs: start + 24 * hourMs,
      points: 5_000,
      fn: 'raw',
      aggregate: 'avg',
      ...more,
    })
  }

  /** Instants after `start` and values of the first curve. */
  async valuesOf(monitorId: string, more: Partial<SeriesQuery> = {}) {
    const [curve] = await this.ask(monitorId, more)
    return curve?.at.map((at, index) => [at - start, curve.values[index]])
  }

  /** Writes a gauge that counts and a counter that is restarted every 1,000 slots. */
  async fill(monitorId: string, fromMs: number, slots: number): Promise<void> {
    const layout = this.layoutOf(monitorId, [gauge('level'), counter('requests')])
    const rows = Array.from({ length: slots }, (_, index) =>
      rowOf(layout, fromMs + index * cadenceMs, index % 50, 10 * ((index % 1_000) + 1)),
    )
    await this.series.write({ rows })
  }

  /** Seals all hours that are over, whenever their rows came; returns how many. */
  async seal(): Promise<number> {
    await sql`UPDATE series_hours SET created_at = 0`.execute(this.database)
    return await this.series.maintain(never)
  }

  /** Names of the tables that begin so. */
  async tables(prefix: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND starts_with(relname, ${prefix})`.execute(
      this.database,
    )
    return rows.map(row => row.name)
  }
}
