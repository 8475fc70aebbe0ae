/** Alerts: rules, states of alerts, incidents and their timeline, and the outbox of notices. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await addRules(database)
  await addStates(database)
  await addIncidents(database)
}

async function addRules(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_rules (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      name text not null,
      is_enabled boolean not null,
      level text not null,
      labels jsonb not null,
      channel_ids jsonb not null,
      content jsonb not null,
      evaluation integer not null,
      revision integer not null,
      created_by text not null,
      created_at bigint not null,
      updated_by text not null,
      updated_at bigint not null,
      is_deleted boolean not null default false
    )`.execute(database)
  await sql`create unique index alert_rules_name on alert_rules (project_id, name) where not is_deleted`.execute(
    database,
  )
  await sql`
    create table alert_rule_versions (
      project_id uuid primary key references projects (id) on delete cascade,
      version bigint not null
    )`.execute(database)
}

/** Without references to rules and monitors: what was deleted is closed first. */
async function addStates(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_states (
      rule_id uuid not null,
      monitor_id uuid not null,
      labels_hash text not null,
      project_id uuid not null references projects (id) on delete cascade,
      labels jsonb not null,
      evaluation integer not null,
      phase text not null,
      is_live boolean not null,
      state jsonb not null,
      primary key (monitor_id, rule_id, labels_hash)
    ) with (fillfactor = 70)`.execute(database)
  await sql`create index alert_states_project on alert_states (project_id, rule_id)`.execute(database)
}

async function addIncidents(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_incidents (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      rule_id uuid not null,
      rule_name text not null,
      level text not null,
      monitor_id uuid not null,
      monitor_name text not null,
      labels jsonb not null,
      number integer not null,
      opened_at bigint not null,
      closed_at bigint,
      close_reason text,
      opened_value double precision,
      closed_value double precision,
      acknowledged_by text,
      acknowledged_at bigint
    )`.execute(database)
  await sql`create index alert_incidents_project on alert_incidents (project_id, opened_at)`.execute(database)
  await sql`create index alert_incidents_open on alert_incidents (project_id) where closed_at is null`.execute(
    database,
  )
  await sql`
    create table alert_transitions (
      key text primary key,
      project_id uuid not null references projects (id) on delete cascade,
      incident_id uuid references alert_incidents (id) on delete cascade,
      seq integer not null,
      from_phase text not null,
      to_phase text not null,
      made_at bigint not null,
      sample_at bigint,
      value double precision,
      notice text,
      muted_by text,
      reason text
    )`.execute(database)
  await sql`create index alert_transitions_incident on alert_transitions (incident_id, seq)`.execute(database)
  await sql`create index alert_transitions_project on alert_transitions (project_id)`.execute(database)
  await sql`
    create table alert_outbox (
      id bigint generated always as identity primary key,
      project_id uuid not null references projects (id) on delete cascade,
      key text not null,
      channel_id uuid not null,
      content jsonb not null,
      made_at bigint not null,
      state text not null default 'waiting',
      attempts integer not null default 0,
      next_at bigint not null,
      ended_at bigint,
      unique (key, channel_id)
    )`.execute(database)
  await sql`create index alert_outbox_waiting on alert_outbox (channel_id, id) where state = 'waiting'`.execute(
    database,
  )
}
