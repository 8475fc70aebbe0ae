/** What the workers of an ended run counted, merged over all of them and over some seconds each: read in place of the batches where seconds do not matter. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE run_condensations (
      run_id uuid PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
      batches integer NOT NULL,
      width_seconds integer NOT NULL
    )`.execute(database)
  await sql`
    CREATE TABLE run_condensed_seconds (
      run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      second integer NOT NULL,
      users integer NOT NULL,
      lost bigint NOT NULL,
      labels bytea NOT NULL,
      PRIMARY KEY (run_id, second)
    )`.execute(database)
  // The bytes hardly shrink any more, and packing them costs time.
  await sql`ALTER TABLE run_condensed_seconds ALTER COLUMN labels SET STORAGE EXTERNAL`.execute(database)
}
