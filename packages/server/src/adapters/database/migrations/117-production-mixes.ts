/** Production mixes of projects. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE production_mixes (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name text NOT NULL,
      document jsonb NOT NULL,
      created_by text NOT NULL,
      created_at bigint NOT NULL
    )`.execute(database)
  await sql`CREATE UNIQUE INDEX production_mixes_name ON production_mixes (project_id, lower(name))`.execute(
    database,
  )
}
