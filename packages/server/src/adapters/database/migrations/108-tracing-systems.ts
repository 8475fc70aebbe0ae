/** Tracing systems from which projects read the spans of their traces. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table tracing_systems (
      project_id uuid primary key references projects (id) on delete cascade,
      settings jsonb not null,
      sealed_secret text,
      updated_by text not null,
      updated_at bigint not null
    )`.execute(database)
}
