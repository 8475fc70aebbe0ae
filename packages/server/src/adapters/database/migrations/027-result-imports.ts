/** Imports of results that go on in the background, and which of their files are still kept. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE result_imports (
      run_id uuid PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
      file_name text NOT NULL,
      size_bytes bigint NOT NULL,
      has_file boolean NOT NULL,
      options jsonb NOT NULL,
      stage text NOT NULL,
      percent integer NOT NULL,
      rows bigint NOT NULL,
      attempts integer NOT NULL,
      queued_at bigint NOT NULL,
      failure jsonb,
      outcome jsonb
    )`.execute(database)
}
