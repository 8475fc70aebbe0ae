/** Reports of JMeter runs, one per run; and which worker said a line of a run's log. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE jmeter_reports (
      run_id uuid PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
      attempt uuid NOT NULL,
      state text NOT NULL,
      failure jsonb,
      settings jsonb NOT NULL,
      created_at bigint NOT NULL,
      created_by text NOT NULL,
      content jsonb
    )`.execute(database)
  await sql`ALTER TABLE run_log_lines ADD COLUMN worker_id text`.execute(database)
}
