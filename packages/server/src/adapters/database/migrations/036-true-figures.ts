/** Batches tell the largest numbers of users within their second, the instant up to which they count, and the machine's CPU beside the engine's; what older versions stored lacks these. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE run_batches
      ADD COLUMN until_ms integer,
      ADD COLUMN user_peaks integer[],
      ADD COLUMN cpu_cores integer,
      ADD COLUMN host_cpu01 double precision,
      ADD COLUMN host_cores integer,
      ADD COLUMN health_span_ms double precision`.execute(database)
  await sql`ALTER TABLE runs ADD COLUMN users_basis text NOT NULL DEFAULT 'sampled'`.execute(database)
}
