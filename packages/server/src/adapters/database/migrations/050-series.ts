/**
 * Storage of monitored series: what is interned, the newest rows, texts, states and retention. The tables of samples,
 * one for each hour or day, are created and dropped by the storage itself (adapters/time-series/postgres/tables.ts).
 */
import { type Kysely, sql } from 'kysely'

// oxlint-disable-next-line max-lines-per-function -- the tables of one storage, a flat list of SQL statements
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE series_monitors (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      monitor_id uuid NOT NULL UNIQUE,
      project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      removed_at bigint
    )`.execute(database)
  await sql`CREATE INDEX series_monitors_project ON series_monitors (project_id)`.execute(database)
  await sql`
    CREATE TABLE series_streams (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      monitor integer NOT NULL REFERENCES series_monitors (id) ON DELETE CASCADE,
      section text NOT NULL,
      part smallint NOT NULL,
      UNIQUE (monitor, section, part)
    )`.execute(database)
  await sql`
    CREATE TABLE series (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      stream integer NOT NULL REFERENCES series_streams (id) ON DELETE CASCADE,
      key uuid NOT NULL,
      counter text NOT NULL,
      labels jsonb NOT NULL,
      kind text NOT NULL,
      born_at bigint NOT NULL,
      last_day integer NOT NULL,
      UNIQUE (stream, key)
    )`.execute(database)
  await sql`
    CREATE TABLE series_layouts (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      stream integer NOT NULL REFERENCES series_streams (id) ON DELETE CASCADE,
      key uuid NOT NULL,
      cadence_ms integer NOT NULL,
      series integer[] NOT NULL,
      used_hour integer NOT NULL,
      UNIQUE (stream, key)
    )`.execute(database)
  await sql`
    CREATE TABLE series_latest (
      stream integer PRIMARY KEY REFERENCES series_streams (id) ON DELETE CASCADE,
      slot bigint NOT NULL,
      layout integer NOT NULL,
      v bytea NOT NULL,
      previous_slot bigint,
      previous_layout integer,
      previous_v bytea
    ) WITH (fillfactor = 50)`.execute(database)
  await sql`ALTER TABLE series_latest ALTER v SET STORAGE EXTERNAL, ALTER previous_v SET STORAGE EXTERNAL`.execute(
    database,
  )
  await sql`
    CREATE TABLE series_hours (
      hour integer NOT NULL,
      is_sealing boolean NOT NULL,
      created_at bigint NOT NULL,
      sealed_stream integer NOT NULL DEFAULT 0,
      PRIMARY KEY (hour, is_sealing)
    )`.execute(database)
  await sql`
    CREATE TABLE series_texts (
      monitor integer NOT NULL REFERENCES series_monitors (id) ON DELETE CASCADE,
      key uuid NOT NULL,
      at bigint NOT NULL,
      section text NOT NULL,
      counter text NOT NULL,
      labels jsonb NOT NULL,
      value text NOT NULL,
      PRIMARY KEY (monitor, key, at)
    )`.execute(database)
  await sql`
    CREATE TABLE series_states (
      monitor integer NOT NULL REFERENCES series_monitors (id) ON DELETE CASCADE,
      section text NOT NULL,
      at bigint NOT NULL,
      cause text,
      detail text NOT NULL,
      PRIMARY KEY (monitor, section, at)
    )`.execute(database)
  await sql`
    CREATE TABLE series_retention (
      project_id uuid PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      samples_days integer NOT NULL,
      minutes_days integer NOT NULL,
      hours_days integer NOT NULL
    )`.execute(database)
  await sql`
    CREATE TABLE series_lease (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      owner uuid,
      lease_until bigint NOT NULL,
      swept_at bigint NOT NULL
    )`.execute(database)
  await sql`INSERT INTO series_lease (lease_until, swept_at) VALUES (0, 0)`.execute(database)
}
