/** Channels of alert notices, and the log of deliveries. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_channels (
      id uuid primary key,
      project_id uuid not null references projects (id) on delete cascade,
      name text not null,
      kind text not null,
      host text not null,
      sealed_settings text not null,
      language text not null,
      is_enabled boolean not null,
      updated_by text not null,
      updated_at bigint not null,
      unique (project_id, name)
    )`.execute(database)
  await sql`
    create table alert_deliveries (
      id bigint generated always as identity primary key,
      channel_id uuid not null references alert_channels (id) on delete cascade,
      at bigint not null,
      duration_ms integer not null,
      is_accepted boolean not null,
      notices integer not null,
      status integer,
      answer text not null,
      fault text not null
    )`.execute(database)
  await sql`create index alert_deliveries_channel on alert_deliveries (channel_id, at)`.execute(database)
}
