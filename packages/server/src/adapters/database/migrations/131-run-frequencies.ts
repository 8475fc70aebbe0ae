/** Monitors of bound links are collected each second while a run lasts; `frequency_in_force_ms` is what agents were told last. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table monitor_links add column collects_each_second boolean not null default true`.execute(
    database,
  )
  await sql`
    alter table monitors
      add column fast_run_id uuid,
      add column frequency_in_force_ms integer not null generated always as (
        case when fast_run_id is null then frequency_ms else least(frequency_ms, 1000) end
      ) stored`.execute(database)
  await sql`create index monitors_fast on monitors (id) where fast_run_id is not null`.execute(database)
  await sql`create index run_monitor_links_until on run_monitor_links (until_at)`.execute(database)
}
