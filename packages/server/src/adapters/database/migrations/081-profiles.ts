/** Flame diagrams: facts of uploaded profile files; the profiles themselves are files. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE profiles (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name text NOT NULL,
      format text NOT NULL,
      file_name text NOT NULL,
      file_bytes bigint NOT NULL,
      started_at bigint,
      duration_ms bigint,
      is_cut boolean NOT NULL,
      requests bigint,
      run_id uuid REFERENCES runs (id) ON DELETE SET NULL,
      parts jsonb NOT NULL,
      created_by text NOT NULL,
      created_at bigint NOT NULL
    )`.execute(database)
  await sql`CREATE INDEX profiles_project ON profiles (project_id, created_at)`.execute(database)
  await sql`CREATE INDEX profiles_run ON profiles (run_id)`.execute(database)
}
