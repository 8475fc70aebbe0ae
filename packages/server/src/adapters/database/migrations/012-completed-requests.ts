/** How many requests on the wire have an outcome, by the worker's own count: a sample may be several requests (redirects, embedded resources) or none (the cache). */
import type { Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('run_batches').addColumn('completed', 'bigint').execute()
}
