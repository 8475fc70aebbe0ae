/** What load machines have measured of themselves; null until one is calibrated. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE load_machines ADD COLUMN calibration jsonb`.execute(database)
}
