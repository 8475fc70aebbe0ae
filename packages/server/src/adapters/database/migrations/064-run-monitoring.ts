/** Monitoring links that belong to runs, from when to when, and what is kept of their monitors at the end of a run. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table run_monitor_links (
      run_id uuid not null references runs (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      link_id uuid not null,
      link_name text not null,
      topology jsonb not null,
      session_id uuid not null,
      is_started_by_run boolean not null,
      from_at bigint not null,
      until_at bigint,
      primary key (run_id, link_id)
    )`.execute(database)
  await sql`create index run_monitor_links_session on run_monitor_links (session_id) where until_at is null`.execute(
    database,
  )
  await sql`
    create table run_monitoring (
      run_id uuid primary key references runs (id) on delete cascade,
      content jsonb not null
    )`.execute(database)
}
