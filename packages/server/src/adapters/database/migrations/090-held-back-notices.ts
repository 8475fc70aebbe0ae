/** Until when notices are held back, and what became of each notice in its channels. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_transitions add column held_until bigint`.execute(database)
  await sql`
    create index alert_transitions_held on alert_transitions (project_id, made_at) where muted_by is not null`.execute(
    database,
  )
  await sql`
    alter table alert_outbox
      add column held_by text,
      add column together integer not null default 1`.execute(database)
}
