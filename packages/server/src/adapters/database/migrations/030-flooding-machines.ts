/** When a load machine's line was last closed because it flooded the server. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE load_machines ADD COLUMN flooded_at bigint`.execute(database)
}
