/** What people write on reports: one conclusion each at most, and notes. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE report_notes (
      id uuid PRIMARY KEY,
      report_id uuid NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('conclusion', 'note')),
      text text NOT NULL,
      version int NOT NULL,
      created_at bigint NOT NULL,
      created_by text NOT NULL,
      updated_at bigint NOT NULL,
      updated_by text NOT NULL
    )`.execute(database)
  await sql`CREATE INDEX report_notes_report ON report_notes (report_id, created_at)`.execute(database)
  await sql`
    CREATE UNIQUE INDEX report_notes_conclusion ON report_notes (report_id) WHERE kind = 'conclusion'`.execute(
    database,
  )
}
