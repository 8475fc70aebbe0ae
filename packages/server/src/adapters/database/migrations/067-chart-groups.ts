/** Chart groups: charts and variables as one document; names are unique in the project. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE chart_groups (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name text NOT NULL,
      content jsonb NOT NULL,
      revision integer NOT NULL,
      created_by text NOT NULL,
      created_at bigint NOT NULL,
      updated_by text NOT NULL,
      updated_at bigint NOT NULL,
      UNIQUE (project_id, name)
    )`.execute(database)
}
