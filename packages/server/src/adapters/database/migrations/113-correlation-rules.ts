/** Correlation rules: one document per project. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE correlation_rules (
      project_id uuid PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      content jsonb NOT NULL,
      revision integer NOT NULL,
      updated_by text NOT NULL,
      updated_at bigint NOT NULL
    )`.execute(database)
}
