/** Whether passwords and tokens that 0.1.0–0.5.0 stored in components as they were typed have been sealed; the server does it at its next start, because the key lies outside the database. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE credential_sealing (sealed_at bigint NOT NULL)`.execute(database)
}
