/** Reports of runs. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE reports (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      state text NOT NULL,
      failure text,
      from_ms bigint NOT NULL,
      to_ms bigint NOT NULL,
      is_automatic boolean NOT NULL,
      created_at bigint NOT NULL,
      created_by text NOT NULL,
      content jsonb
    )`.execute(database)
  await sql`CREATE INDEX reports_run ON reports (run_id, created_at DESC)`.execute(database)
  await sql`CREATE UNIQUE INDEX reports_automatic ON reports (run_id) WHERE is_automatic`.execute(database)
}
