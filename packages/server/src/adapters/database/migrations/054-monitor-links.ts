/** Monitoring links with their topology, bindings to scenarios and sessions; the views that they replace go. */
import { type Kysely, sql } from 'kysely'

async function addLinks(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table monitor_links (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      name text not null,
      topology jsonb not null,
      is_running boolean not null,
      running_since bigint,
      revision integer not null,
      created_by text not null,
      created_at bigint not null,
      updated_by text not null,
      updated_at bigint not null,
      unique (project_id, name)
    )`.execute(database)
  await sql`
    create table monitor_link_monitors (
      link_id uuid not null references monitor_links (id) on delete cascade,
      monitor_id uuid not null references monitors (id) on delete cascade,
      primary key (link_id, monitor_id)
    )`.execute(database)
  await sql`create index monitor_link_monitors_monitor on monitor_link_monitors (monitor_id)`.execute(
    database,
  )
  await sql`
    create table monitor_link_scenarios (
      link_id uuid not null references monitor_links (id) on delete cascade,
      scenario_id uuid not null references catalogue_nodes (id) on delete cascade,
      primary key (link_id, scenario_id)
    )`.execute(database)
  await sql`create index monitor_link_scenarios_scenario on monitor_link_scenarios (scenario_id)`.execute(
    database,
  )
}

async function addSessions(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table monitor_link_sessions (
      id uuid primary key,
      link_id uuid not null references monitor_links (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      link_name text not null,
      topology jsonb not null,
      started_at bigint not null,
      started_by text not null,
      stopped_at bigint,
      stopped_by text not null default ''
    )`.execute(database)
  await sql`create index monitor_link_sessions_project on monitor_link_sessions (project_id, started_at)`.execute(
    database,
  )
  await sql`create unique index monitor_link_sessions_open on monitor_link_sessions (link_id)
    where stopped_at is null`.execute(database)
  await sql`create index monitor_link_sessions_link on monitor_link_sessions (link_id, started_at)`.execute(
    database,
  )
  await sql`
    create table monitor_link_starts (
      session_id uuid not null references monitor_link_sessions (id) on delete cascade,
      monitor_session_id uuid not null references monitor_sessions (id) on delete cascade,
      primary key (monitor_session_id)
    )`.execute(database)
  await sql`create index monitor_link_starts_session on monitor_link_starts (session_id)`.execute(database)
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`drop table monitor_views`.execute(database)
  await addLinks(database)
  await addSessions(database)
}
