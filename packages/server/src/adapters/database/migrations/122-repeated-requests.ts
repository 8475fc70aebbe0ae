/** How many of a worker's requests repeat one that a dropped connection took with it; null in rows of earlier versions. */
import type { Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('run_batches').addColumn('repeated', 'bigint').execute()
}
