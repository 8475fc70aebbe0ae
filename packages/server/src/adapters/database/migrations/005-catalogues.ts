/** Catalogues of components and scenarios: one table of nodes, a tree per project and kind. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table catalogue_nodes (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      tree text not null check (tree in ('component', 'scenario')),
      parent_id uuid references catalogue_nodes (id) on delete cascade,
      kind text not null,
      name text not null,
      position integer not null,
      document jsonb,
      revision integer not null default 1,
      created_at bigint not null,
      updated_at bigint not null,
      updated_by text not null
    )`.execute(database)
  await sql`create unique index catalogue_root on catalogue_nodes (project_id, tree) where parent_id is null`.execute(
    database,
  )
  await sql`create unique index catalogue_sibling_name on catalogue_nodes (parent_id, name)`.execute(database)
  await sql`create index catalogue_project on catalogue_nodes (project_id, tree, kind)`.execute(database)
  await sql`create index catalogue_document on catalogue_nodes using gin (document jsonb_path_ops)`.execute(
    database,
  )
}
