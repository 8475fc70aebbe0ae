/** Batches bring the values of metrics that protocols declare beside their samples; what older versions stored has none. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE run_batches ADD COLUMN metrics bytea`.execute(database)
}
