/** Which worker of a run has which rows of its parameters with unique values. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE run_row_leases (
      run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      worker_id text NOT NULL,
      parameter text NOT NULL,
      request integer NOT NULL,
      row_count bigint NOT NULL,
      from_row bigint NOT NULL,
      to_row bigint NOT NULL,
      is_reusable boolean NOT NULL,
      is_given_back boolean NOT NULL,
      PRIMARY KEY (run_id, worker_id, parameter, request)
    )`.execute(database)
}
