/** Task sets in the catalogue, their schedules, and the executions with a row per task. */
import { type Kysely, sql } from 'kysely'

// oxlint-disable-next-line max-lines-per-function -- the tables of one release, a flat list of SQL statements
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table catalogue_nodes drop constraint catalogue_nodes_tree_check`.execute(database)
  await sql`
    alter table catalogue_nodes add constraint catalogue_nodes_tree_check
    check (tree in ('component', 'scenario', 'task'))`.execute(database)
  await sql`
    create table task_schedules (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      set_id uuid not null references catalogue_nodes (id) on delete cascade,
      rule jsonb not null,
      grace_minutes integer not null,
      is_enabled boolean not null,
      next_at bigint,
      last_at bigint,
      owner_id uuid not null,
      created_by text not null,
      language text not null,
      created_at bigint not null,
      updated_at bigint not null
    )`.execute(database)
  await sql`create index task_schedules_due on task_schedules (next_at) where is_enabled and next_at is not null`.execute(
    database,
  )
  await sql`create index task_schedules_set on task_schedules (set_id)`.execute(database)
  await sql`create index task_schedules_project on task_schedules (project_id)`.execute(database)
  await sql`
    create table task_numbers (
      project_id uuid primary key references projects (id) on delete cascade,
      last integer not null
    )`.execute(database)
  await sql`
    create table task_executions (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      number integer not null,
      set_id uuid references catalogue_nodes (id) on delete set null,
      set_name text not null,
      options jsonb not null,
      state text not null,
      cause text,
      cause_detail text not null default '',
      trigger text not null,
      schedule_id uuid references task_schedules (id) on delete set null,
      started_by text not null,
      owner_id uuid not null,
      language text not null,
      due_at bigint not null,
      created_at bigint not null,
      started_at bigint,
      ended_at bigint,
      stop_kind text,
      stop_by text,
      stop_at bigint,
      lease_owner uuid,
      lease_until bigint,
      unique (project_id, number),
      unique (schedule_id, due_at)
    )`.execute(database)
  await sql`create index task_executions_due on task_executions (project_id, due_at desc)`.execute(database)
  await sql`
    create unique index task_executions_active on task_executions (set_id)
    where state in ('waiting', 'running')`.execute(database)
  await sql`
    create index task_executions_state on task_executions (state)
    where state in ('waiting', 'running')`.execute(database)
  await sql`
    create table task_results (
      id uuid primary key,
      execution_id uuid not null references task_executions (id) on delete cascade,
      position integer not null,
      name text not null,
      scenario_id uuid,
      scenario_name text not null,
      document jsonb not null,
      state text not null,
      cause text,
      error jsonb,
      run_id uuid unique,
      users integer not null,
      planned_ms bigint,
      since bigint not null,
      asked_at bigint,
      started_at bigint,
      ended_at bigint,
      is_skip_asked boolean not null default false,
      unique (execution_id, position)
    )`.execute(database)
}
