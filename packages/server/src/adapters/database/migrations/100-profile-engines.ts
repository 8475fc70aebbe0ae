/** Flame diagrams by agents tell what measured them; those of before were taken by the Flight Recorder. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`UPDATE profiles SET origin = origin || '{"engines": ["JFR"], "notes": []}' WHERE origin IS NOT NULL`.execute(
    database,
  )
}
