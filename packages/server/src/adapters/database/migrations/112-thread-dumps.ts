/** Thread dumps of JVMs: orders, and the dumps that agents took for them in their stored form. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE thread_series (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      monitor_id uuid NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
      dumps integer NOT NULL,
      seconds integer NOT NULL,
      state text NOT NULL,
      cause text NOT NULL DEFAULT '',
      began_at bigint NOT NULL,
      until_at bigint NOT NULL,
      ended_at bigint,
      agent_id uuid NOT NULL,
      machine text NOT NULL,
      jvm jsonb,
      created_by text NOT NULL
    )`.execute(database)
  await sql`CREATE INDEX thread_series_project ON thread_series (project_id, began_at)`.execute(database)
  await sql`CREATE INDEX thread_series_monitor ON thread_series (monitor_id, began_at)`.execute(database)
  // Each dump stops the JVM, so that two orders at once would stop it more often than either says.
  await sql`CREATE UNIQUE INDEX thread_series_running ON thread_series (monitor_id) WHERE state = 'running'`.execute(
    database,
  )
  await sql`
    CREATE TABLE thread_dumps (
      series_id uuid NOT NULL REFERENCES thread_series (id) ON DELETE CASCADE,
      number integer NOT NULL,
      facts jsonb NOT NULL,
      body bytea NOT NULL,
      PRIMARY KEY (series_id, number)
    )`.execute(database)
}
