/** What administering clusters needs: owners and assignments, limits and keys of machines, join tokens that can be revoked, scripts that runs reserve. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table clusters
      add column project_id uuid references projects (id) on delete cascade,
      add column controller_id text,
      add column is_local boolean not null default false`.execute(database)
  await sql`update clusters set is_local = true where name = 'local'`.execute(database)
  await sql`create unique index clusters_local on clusters (is_local) where is_local`.execute(database)
  await sql`create index clusters_project on clusters (project_id) where project_id is not null`.execute(
    database,
  )
  await sql`
    alter table load_machines
      add column agent_name text not null default '',
      add column address text not null default '',
      add column port integer,
      add column socket_port integer,
      add column max_scripts integer not null default 16 check (max_scripts > 0),
      add column is_in_service boolean not null default true,
      add column is_public boolean not null default false,
      add column revoked_at bigint,
      add column key_changed_at bigint not null default 0,
      add column next_key_hash text,
      add column next_key_at bigint`.execute(database)
  await sql`
    update load_machines
    set agent_name = name, max_scripts = greatest(16, 4 * cores), key_changed_at = joined_at`.execute(
    database,
  )
  // Names were not unique before; the oldest machine keeps its own.
  await sql`
    update load_machines set name = left(name, 56) || '-' || left(load_machines.id::text, 6)
    from (select id, row_number() over (partition by name order by joined_at, id) as place from load_machines) as same
    where same.id = load_machines.id and same.place > 1`.execute(database)
  await sql`create unique index load_machines_name on load_machines (name)`.execute(database)
  await sql`
    create table machine_projects (
      machine_id uuid not null references load_machines (id) on delete cascade,
      project_id uuid not null references projects (id) on delete cascade,
      primary key (machine_id, project_id)
    )`.execute(database)
  await sql`create index machine_projects_project on machine_projects (project_id)`.execute(database)
  await sql`
    alter table agent_join_tokens
      add column created_by text not null default '',
      add column revoked_at bigint,
      add column last_used_at bigint,
      add column uses integer not null default 0`.execute(database)
  await sql`
    alter table run_reservations
      add column scripts integer not null default 1 check (scripts > 0)`.execute(database)
}
