/** Pictures behind the nodes of monitoring links. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table link_pictures (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      sha256 text not null,
      media_type text not null,
      width integer not null,
      height integer not null,
      content bytea not null,
      used_at bigint not null,
      unique (project_id, sha256)
    )`.execute(database)
  // They are compressed already.
  await sql`alter table link_pictures alter column content set storage external`.execute(database)
}
