/** Slow operations of monitored targets: their texts, their counters over time, and entries of logs. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table monitor_operations (
      id bigint generated always as identity primary key,
      monitor_id uuid not null references monitors (id) on delete cascade,
      section text not null,
      key text not null,
      labels jsonb not null,
      text text not null,
      database text not null,
      account text not null,
      first_at bigint not null,
      last_at bigint not null,
      last_point_at bigint not null,
      calls double precision not null,
      total_ms double precision not null,
      max_ms double precision,
      row_count double precision,
      counted_since text not null,
      unique (monitor_id, section, key)
    ) with (fillfactor = 70)`.execute(database)
  await sql`
    create table monitor_operation_points (
      operation_id bigint not null references monitor_operations (id) on delete cascade,
      at bigint not null,
      calls double precision not null,
      total_ms double precision not null,
      max_ms double precision,
      row_count double precision,
      counted_since text not null,
      primary key (operation_id, at)
    )`.execute(database)
  await sql`create index monitor_operation_points_at on monitor_operation_points (at)`.execute(database)
  await sql`
    create table monitor_operation_entries (
      operation_id bigint not null references monitor_operations (id) on delete cascade,
      monitor_id uuid not null references monitors (id) on delete cascade,
      section text not null,
      entry text not null,
      at bigint not null,
      duration_ms double precision not null,
      row_count double precision,
      account text not null,
      primary key (monitor_id, section, entry)
    )`.execute(database)
  await sql`create index monitor_operation_entries_operation on monitor_operation_entries (operation_id, at)`.execute(
    database,
  )
}
