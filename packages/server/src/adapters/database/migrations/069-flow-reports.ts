/** What is kept of sessions of monitoring links; sessions stay when their link is deleted. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table monitor_link_sessions drop constraint monitor_link_sessions_link_id_fkey`.execute(
    database,
  )
  await sql`
    create table flow_reports (
      session_id uuid primary key references monitor_link_sessions (id) on delete cascade,
      content jsonb not null,
      kept_at bigint not null
    )`.execute(database)
}
