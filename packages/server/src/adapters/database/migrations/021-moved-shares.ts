/** A machine of a run may drive several stretches of the load, gain some and lose some; and how far off the common start it began. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE run_machines
      ADD COLUMN shares jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN start_skew_ms double precision`.execute(database)
  await sql`
    UPDATE run_machines
    SET shares = jsonb_build_array(
      jsonb_build_object('id', run_id::text || ':prepare:' || agent_id::text, 'from01', from01, 'to01', to01))`.execute(
    database,
  )
}
