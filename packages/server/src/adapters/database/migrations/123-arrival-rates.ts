/** Arrivals per second that are no whole numbers: targets of batches, null in rows where they are whole, and loads that were set by hand. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('run_batches').addColumn('target_rate', 'double precision').execute()
  await sql`ALTER TABLE runs ALTER COLUMN manual_load TYPE double precision`.execute(database)
}
