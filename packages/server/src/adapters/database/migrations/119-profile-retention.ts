/** Flame diagrams and thread dumps are deleted by age. Projects that have any keep them as before until they set days. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE profiles ADD COLUMN is_kept boolean NOT NULL DEFAULT false`.execute(database)
  await sql`ALTER TABLE thread_series ADD COLUMN is_kept boolean NOT NULL DEFAULT false`.execute(database)
  await sql`
    CREATE TABLE profile_retention (
      project_id uuid PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      days integer NOT NULL
    )`.execute(database)
  await sql`
    INSERT INTO profile_retention (project_id, days)
    SELECT project_id, 0 FROM profiles UNION SELECT project_id, 0 FROM thread_series`.execute(database)
}
