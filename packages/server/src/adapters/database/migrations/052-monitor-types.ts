/** Monitor types of administrators with their versions; monitors of them name the version that they use. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // A deleted type keeps its number, so that a version never means two things.
  await sql`
    create table monitor_types (
      name text primary key,
      is_active boolean not null,
      newest integer not null,
      is_deleted boolean not null default false
    )`.execute(database)
  await sql`
    create table monitor_type_versions (
      name text not null references monitor_types (name),
      version integer not null,
      text text not null,
      definition jsonb not null,
      created_by text not null,
      created_at bigint not null,
      primary key (name, version)
    )`.execute(database)
  // Of a built-in type there is no version: it goes with the product.
  await sql`alter table monitors add column type_version integer`.execute(database)
  await sql`
    alter table monitors add constraint monitors_type_version
      foreign key (type, type_version) references monitor_type_versions (name, version)`.execute(database)
  await sql`
    create index monitors_type on monitors (type, type_version) where type_version is not null`.execute(
    database,
  )
}
