/** Addresses of consoles in which projects read their traces. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table tracing_consoles (
      project_id uuid primary key references projects (id) on delete cascade,
      address text not null,
      updated_by text not null,
      updated_at bigint not null
    )`.execute(database)
}
