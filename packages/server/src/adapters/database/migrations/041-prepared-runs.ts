/** Since when a run that is to begin together with others is ready on all its machines; null while it is not, and for a run that waits for nobody. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE runs ADD COLUMN prepared_at bigint`.execute(database)
}
