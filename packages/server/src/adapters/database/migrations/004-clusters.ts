/** Load machines, the clusters they stand in, the tokens that let agents join, and what active runs have reserved. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table clusters (
      id uuid primary key,
      name text not null unique,
      engine text not null check (engine in ('PR', 'JMeter')),
      is_public boolean not null,
      created_at bigint not null
    )`.execute(database)
  await sql`
    create table cluster_projects (
      cluster_id uuid not null references clusters (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      primary key (cluster_id, project_id)
    )`.execute(database)
  await sql`create index cluster_projects_project on cluster_projects (project_id)`.execute(database)
  await sql`
    create table load_machines (
      id uuid primary key,
      name text not null,
      key_hash text not null,
      host text not null,
      system text not null,
      architecture text not null,
      cores integer not null,
      memory_bytes bigint not null,
      version text not null,
      max_users integer not null check (max_users >= 0),
      joined_at bigint not null,
      seen_at bigint not null
    )`.execute(database)
  await sql`
    create table cluster_machines (
      cluster_id uuid not null references clusters (id) on delete cascade,
      machine_id uuid not null references load_machines (id) on delete cascade,
      primary key (cluster_id, machine_id)
    )`.execute(database)
  await sql`create index cluster_machines_machine on cluster_machines (machine_id)`.execute(database)
  await sql`
    create table agent_join_tokens (
      id uuid primary key,
      name text not null,
      token_hash text not null unique,
      cluster_id uuid not null references clusters (id) on delete cascade,
      created_at bigint not null,
      expires_at bigint
    )`.execute(database)
  await sql`
    create table run_reservations (
      run_id uuid not null,
      machine_id uuid not null references load_machines (id) on delete cascade,
      users integer not null check (users > 0),
      created_at bigint not null,
      primary key (run_id, machine_id)
    )`.execute(database)
  await sql`create index run_reservations_machine on run_reservations (machine_id)`.execute(database)
}
