/** Tests of connections of monitors, so that every server can tell their results; kept for minutes. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE monitor_tests (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      started_at bigint NOT NULL,
      agent jsonb NOT NULL,
      steps jsonb NOT NULL,
      is_ended boolean NOT NULL
    )`.execute(database)
  await sql`CREATE INDEX monitor_tests_project ON monitor_tests (project_id)`.execute(database)
}
