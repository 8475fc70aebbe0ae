/** The installed licence and its changes, and how many users active runs hold of it. */
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
}
