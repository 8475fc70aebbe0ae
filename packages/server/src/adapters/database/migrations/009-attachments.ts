/** Attachments: certificates and keys, bodies and parts of requests; the bytes lie in the file store. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table attachments (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      kind text not null,
      name text not null,
      size_bytes bigint not null,
      sha256 text not null,
      uploaded_at bigint not null,
      uploaded_by text not null,
      unique (project_id, kind, name)
    )`.execute(database)
}
