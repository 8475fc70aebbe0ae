/** What series take on disk, and how many samples they get. */
import type { SeriesRate, SeriesUse } from '@pone/contract/entities/monitor-retention.ts'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

const dayMs = 86_400_000

/** Of the tables of all projects, with their indexes. */
export async function readUse(database: Database): Promise<SeriesUse> {
  const { rows } = await sql<{ family: string; bytes: number | null }>`
    SELECT family, sum(pg_total_relation_size(oid))::bigint AS bytes FROM (
      SELECT oid, substring(relname FROM '^series_(hot|sealing|blocks|minutes|days)_[0-9]+$') AS family
      FROM pg_class WHERE relkind = 'r' AND (relname = 'series' OR starts_with(relname, 'series_'))
        AND pg_table_is_visible(oid)
    ) AS tables GROUP BY family`.execute(database)
  const bytesOf = (...families: readonly (string | null)[]): number =>
    rows.reduce((sum, row) => (families.includes(row.family) ? sum + (row.bytes ?? 0) : sum), 0)
  return {
    recentBytes: bytesOf('hot', 'sealing'),
    samplesBytes: bytesOf('blocks'),
    minutesBytes: bytesOf('minutes'),
    hoursBytes: bytesOf('days'),
    catalogueBytes: bytesOf(null),
    outside: null,
  }
}

/** Of monitors that had samples within the last day; null: of all projects. */
export async function readRate(
  database: Database,
  projectId: string | null,
  nowMs: number,
): Promise<SeriesRate> {
  const { rows } = await sql<{ series: number; samples_per_day: number }>`
    SELECT coalesce(sum(cardinality(l.series)), 0)::bigint AS series,
      coalesce(sum(cardinality(l.series) * ${dayMs}::float8 / l.cadence_ms), 0)::float8 AS samples_per_day
    FROM series_latest n JOIN series_layouts l ON l.id = n.layout
    JOIN series_streams t ON t.id = n.stream JOIN series_monitors m ON m.id = t.monitor
    WHERE n.slot > ${nowMs - dayMs} AND m.removed_at IS NULL
      ${projectId === null ? sql`` : sql`AND m.project_id = ${projectId}::uuid`}`.execute(database)
  const [row] = rows
  return { series: row?.series ?? 0, samplesPerDay: row?.samples_per_day ?? 0 }
}
