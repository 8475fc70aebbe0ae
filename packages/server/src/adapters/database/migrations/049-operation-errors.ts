/** Operation records keep what fills the places of an error's text; earlier records have none. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE operation_records ADD COLUMN error_params jsonb`.execute(database)
}
