/** Traces of slow requests of a run, with the batches of their second. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table run_batches add column traces jsonb`.execute(database)
}
