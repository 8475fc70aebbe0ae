/** Monitors: what is watched, who collects it, its states and sessions; roles get the functions for them. */
import { type Kysely, sql } from 'kysely'

/** A role that edits components edits monitors, whoever reads components reads them. */
async function addFunctions(database: Kysely<unknown>): Promise<void> {
  const add = (added: string, where: string) =>
    sql`
      update project_roles set functions = functions || ${JSON.stringify([added])}::jsonb
      where functions ? ${where} and not functions ? ${added}`.execute(database)
  await add('monitor.view', 'component.view')
  await add('monitor.edit', 'component.edit')
}

async function addMonitors(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table monitor_groups (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      name text not null,
      created_at bigint not null,
      unique (project_id, name)
    )`.execute(database)
  await sql`
    create table monitors (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      group_id uuid references monitor_groups (id) on delete set null,
      name text not null,
      type text not null,
      params jsonb not null,
      sealed_secrets text,
      secrets_set jsonb not null,
      agent_id uuid references load_machines (id) on delete set null,
      send_interval_ms integer not null,
      receive_interval_ms integer not null,
      frequency_ms integer not null,
      slow_log_address text not null,
      url text not null,
      notification_emails jsonb not null,
      notification_phones jsonb not null,
      is_running boolean not null,
      running_since bigint,
      revision integer not null,
      created_by text not null,
      created_at bigint not null,
      updated_by text not null,
      updated_at bigint not null,
      unique (project_id, name)
    )`.execute(database)
  await sql`create index monitors_group on monitors (group_id)`.execute(database)
  await sql`create index monitors_running on monitors (id) where is_running`.execute(database)
  await sql`
    create table monitor_sessions (
      id uuid primary key,
      monitor_id uuid not null references monitors (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      started_at bigint not null,
      started_by text not null,
      stopped_at bigint,
      stopped_by text not null default '',
      final_state text
    )`.execute(database)
  await sql`create index monitor_sessions_monitor on monitor_sessions (monitor_id, started_at)`.execute(
    database,
  )
  await sql`create index monitor_sessions_project on monitor_sessions (project_id, started_at)`.execute(
    database,
  )
}

async function addCollection(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table monitor_assignments (
      monitor_id uuid not null references monitors (id) on delete cascade,
      epoch bigint not null,
      agent_id uuid not null references load_machines (id) on delete cascade,
      assigned_at bigint not null,
      until_at bigint,
      primary key (monitor_id, epoch)
    )`.execute(database)
  await sql`create unique index monitor_assignments_open on monitor_assignments (monitor_id)
    where until_at is null`.execute(database)
  await sql`create index monitor_assignments_agent on monitor_assignments (agent_id)`.execute(database)
  await sql`
    create table monitor_sections (
      monitor_id uuid not null references monitors (id) on delete cascade,
      section text not null,
      answers_availability boolean not null,
      cause text,
      params jsonb not null default '{}',
      detail text not null default '',
      since bigint not null,
      last_at bigint,
      primary key (monitor_id, section)
    )`.execute(database)
  await sql`
    create table monitor_intake (
      agent_id uuid not null references load_machines (id) on delete cascade,
      incarnation text not null,
      last_seq bigint not null,
      stored_at bigint not null,
      primary key (agent_id, incarnation)
    )`.execute(database)
}

/** What is shown besides values: rows of tables, the collectors' log, and views. */
async function addContents(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table monitor_tables (
      monitor_id uuid not null references monitors (id) on delete cascade,
      section text not null,
      slot bigint not null,
      columns jsonb not null,
      rows jsonb not null,
      primary key (monitor_id, section, slot)
    )`.execute(database)
  await sql`
    create table monitor_log_lines (
      seq bigint generated always as identity primary key,
      project_id uuid not null references projects (id) on delete cascade,
      monitor_id uuid references monitors (id) on delete cascade,
      agent_id uuid references load_machines (id) on delete set null,
      at bigint not null,
      level text not null,
      text text not null
    )`.execute(database)
  await sql`create index monitor_log_lines_project on monitor_log_lines (project_id, seq)`.execute(database)
  await sql`create index monitor_log_lines_monitor on monitor_log_lines (monitor_id)`.execute(database)
  await sql`
    create table monitor_views (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      name text not null,
      charts jsonb not null,
      updated_at bigint not null,
      unique (project_id, name)
    )`.execute(database)
}

/** The present state of every monitor, from its assignment and the states of its sections. */
async function addStates(database: Kysely<unknown>): Promise<void> {
  await sql`
    create view monitor_current as
    select
      monitors.id as monitor_id,
      case
        when not monitors.is_running then 'stopped'
        when monitor_assignments.monitor_id is null then 'noAgent'
        when sections.total is null then 'waiting'
        when sections.is_away or sections.failed = sections.total then 'down'
        when sections.failed > 0 then 'partly'
        else 'up'
      end as state,
      case when monitors.is_running then sections.problem end as problem,
      sections.last_at,
      monitor_assignments.agent_id as collector_id
    from monitors
    left join monitor_assignments
      on monitor_assignments.monitor_id = monitors.id and monitor_assignments.until_at is null
    left join lateral (
      select
        count(*) as total,
        count(*) filter (where cause is not null) as failed,
        coalesce(bool_or(answers_availability and cause is not null), false) as is_away,
        max(last_at) as last_at,
        (jsonb_agg(
          jsonb_build_object('cause', cause, 'params', params, 'detail', detail)
          order by answers_availability desc, since
        ) filter (where cause is not null)) -> 0 as problem
      from monitor_sections
      where monitor_sections.monitor_id = monitors.id
      having count(*) > 0
    ) as sections on true`.execute(database)
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await addFunctions(database)
  await addMonitors(database)
  await addCollection(database)
  await addContents(database)
  await addStates(database)
}
