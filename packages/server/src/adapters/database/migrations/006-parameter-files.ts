/** Parameter files: what is known of each; the bytes lie in the file store. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table parameter_files (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      name text not null,
      size_bytes bigint not null,
      sha256 text not null,
      lines bigint not null,
      uploaded_at bigint not null,
      uploaded_by text not null,
      unique (project_id, name)
    )`.execute(database)
}
