/** Monitors and projects whose samples are still to be removed from VictoriaMetrics; for how long projects without periods of their own keep samples. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE series_removals (
      label text NOT NULL,
      id uuid NOT NULL,
      removed_at bigint NOT NULL,
      PRIMARY KEY (label, id)
    )`.execute(database)
  await sql`
    CREATE TABLE series_default_retention (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      samples_days integer NOT NULL,
      minutes_days integer NOT NULL,
      hours_days integer NOT NULL
    )`.execute(database)
  await sql`
    INSERT INTO series_default_retention (samples_days, minutes_days, hours_days)
    VALUES (30, 90, 730)`.execute(database)
}
