/** Install packages of the download centre, the addresses they are fetched from, and upgrades of agents. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table packages (
      id uuid primary key,
      name text not null,
      type text not null check (type in ('PR', 'JMeter', 'Agent', 'Arthas')),
      system text not null,
      architecture text not null check (architecture in ('x64', 'arm64', 'any')),
      version text not null,
      file_name text not null,
      size_bytes bigint not null,
      sha256 text not null,
      install_path text,
      log_path text,
      status_push_seconds integer not null,
      manifest jsonb,
      own_build text,
      uploaded_at bigint not null,
      uploaded_by text,
      unique (type, system, architecture, version)
    )`.execute(database)
  await sql`
    create table package_links (
      token_hash text primary key,
      package_id uuid not null references packages (id) on delete cascade,
      expires_at bigint not null
    )`.execute(database)
  await sql`create index package_links_package on package_links (package_id)`.execute(database)
  await sql`create index package_links_expiry on package_links (expires_at)`.execute(database)
  await sql`
    create table machine_upgrades (
      machine_id uuid primary key references load_machines (id) on delete cascade,
      id uuid not null unique,
      package_id uuid not null,
      from_version text not null,
      version text not null,
      state text not null,
      received_bytes bigint not null,
      size_bytes bigint not null,
      failure text,
      detail text not null,
      started_by text not null,
      started_at bigint not null,
      changed_at bigint not null
    )`.execute(database)
  await sql`create index machine_upgrades_package on machine_upgrades (package_id)`.execute(database)
}
