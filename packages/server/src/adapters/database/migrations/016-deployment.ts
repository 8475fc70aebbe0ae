/** Hosts, the tools on them, the queue of operations with its log, and what configuration files held before. */
import { type Kysely, sql } from 'kysely'

// oxlint-disable-next-line max-lines-per-function -- the tables of one release, a flat list of SQL statements
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table hosts (
      id uuid primary key,
      name text not null unique,
      address text not null,
      has_ssh boolean not null,
      ssh_port integer not null check (ssh_port between 1 and 65535),
      ssh_user text not null,
      auth text not null check (auth in ('password', 'key')),
      sealed_credential text,
      uses_sudo boolean not null,
      host_key text,
      agent_id uuid unique references load_machines (id) on delete set null,
      settings jsonb not null,
      facts jsonb,
      created_at bigint not null
    )`.execute(database)
  await sql`
    create table host_projects (
      host_id uuid not null references hosts (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      primary key (host_id, project_id)
    )`.execute(database)
  await sql`create index host_projects_project on host_projects (project_id)`.execute(database)
  await sql`
    create table host_tools (
      host_id uuid not null references hosts (id) on delete cascade,
      tool text not null,
      version text not null,
      path text not null,
      is_started boolean not null,
      installed_at bigint not null,
      primary key (host_id, tool, version)
    )`.execute(database)
  await sql`
    create table host_operations (
      id uuid primary key,
      number bigint generated always as identity,
      group_id uuid not null,
      host_id uuid not null references hosts (id) on delete cascade,
      tool text not null,
      kind text not null,
      version text,
      package_id uuid,
      pid integer,
      state text not null check (state in ('waiting', 'executing', 'successful', 'failed', 'cancelled')),
      is_cancelling boolean not null default false,
      step text not null default '',
      progress real,
      problem_code text,
      problem_detail text not null default '',
      note text not null default '',
      created_by text not null,
      created_at bigint not null,
      started_at bigint,
      ended_at bigint,
      owner text,
      lease_until bigint,
      attempts integer not null default 0
    )`.execute(database)
  await sql`create index host_operations_active on host_operations (host_id, number)
    where state in ('waiting', 'executing')`.execute(database)
  await sql`create index host_operations_host on host_operations (host_id, number desc)`.execute(database)
  await sql`create index host_operations_group on host_operations (group_id)`.execute(database)
  // A host has one operation at a time, however many servers claim one.
  await sql`create unique index host_operations_one on host_operations (host_id)
    where state = 'executing'`.execute(database)
  await sql`
    create table host_operation_lines (
      operation_id uuid not null references host_operations (id) on delete cascade,
      seq bigint generated always as identity,
      at bigint not null,
      level text not null,
      text text not null,
      primary key (operation_id, seq)
    )`.execute(database)
  await sql`
    create table host_config_versions (
      id uuid primary key,
      host_id uuid not null references hosts (id) on delete cascade,
      path text not null,
      content text not null,
      saved_at bigint not null,
      saved_by text not null
    )`.execute(database)
  await sql`create index host_config_versions_file on host_config_versions (host_id, path, saved_at)`.execute(
    database,
  )
}
