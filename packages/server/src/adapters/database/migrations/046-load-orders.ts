/** A load that was set by hand keeps its ramp and its parts by component, for servers that take the run over. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE runs ADD COLUMN load_order jsonb`.execute(database)
}
