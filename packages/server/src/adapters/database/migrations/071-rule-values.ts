/** Values of monitors that SLA rules of ended runs were judged on. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE run_rule_values (
      run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      rule_id text NOT NULL,
      cadence_ms integer NOT NULL,
      is_rate boolean NOT NULL,
      samples bytea NOT NULL,
      PRIMARY KEY (run_id, rule_id)
    )`.execute(database)
}
