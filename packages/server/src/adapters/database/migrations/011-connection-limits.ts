/** How many connections a load worker may open, told with each of its batches. */
import type { Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('run_batches').addColumn('max_connections', 'integer').execute()
}
