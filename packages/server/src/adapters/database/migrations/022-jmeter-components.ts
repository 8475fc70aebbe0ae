/** JMeter components: a catalogue of their own, and the files that travel with each; the bytes of a file lie in the file store, shared by the copies of a component. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table catalogue_nodes drop constraint catalogue_nodes_tree_check`.execute(database)
  await sql`
    alter table catalogue_nodes add constraint catalogue_nodes_tree_check
    check (tree in ('component', 'scenario', 'task', 'jmeter'))`.execute(database)
  await sql`
    create table jmeter_files (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      component_id uuid not null references catalogue_nodes (id) on delete cascade,
      blob_id uuid not null,
      name text not null,
      size_bytes bigint not null,
      sha256 text not null,
      uploaded_at bigint not null,
      uploaded_by text not null,
      unique (component_id, name)
    )`.execute(database)
  await sql`create index jmeter_files_blob on jmeter_files (blob_id)`.execute(database)
}
