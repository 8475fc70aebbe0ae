/** The installed licence and its changes, how many users active runs hold of it, and clusters that make their machines as pods. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table licence_state (
      id integer primary key check (id = 1),
      file text,
      last_seen_at bigint not null,
      peak_users integer not null,
      peak_at bigint
    )`.execute(database)
  await sql`insert into licence_state (id, file, last_seen_at, peak_users) values (1, null, 0, 0)`.execute(
    database,
  )
  await sql`
    create table licence_changes (
      id uuid primary key,
      changed_at bigint not null,
      changed_by text not null,
      kind text not null check (kind in ('installed', 'removed')),
      licence_id uuid,
      file text
    )`.execute(database)
  await sql`create index licence_changes_at on licence_changes (changed_at)`.execute(database)
  await sql`
    create table licence_holdings (
      run_id uuid primary key,
      users integer not null check (users > 0),
      held_at bigint not null
    )`.execute(database)
  await sql`
    create table pod_pools (
      cluster_id uuid primary key references clusters (id) on delete cascade,
      settings jsonb not null,
      kubeconfig text
    )`.execute(database)
  await sql`alter table agent_join_tokens add column max_users integer check (max_users > 0)`.execute(
    database,
  )
  // Not bound to clusters: pods of a deleted cluster have to be found and deleted too.
  await sql`
    create table pool_pods (
      name text primary key,
      cluster_id uuid not null,
      run_id uuid not null,
      secret_name text not null,
      machine_id uuid references load_machines (id) on delete set null,
      created_at bigint not null,
      used_at bigint not null
    )`.execute(database)
  await sql`create index pool_pods_cluster on pool_pods (cluster_id)`.execute(database)
}
