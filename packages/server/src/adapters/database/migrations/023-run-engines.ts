/** A run says which engine drove it, so that records can be listed by it. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE runs ADD COLUMN engine text NOT NULL DEFAULT 'PR'`.execute(database)
}
