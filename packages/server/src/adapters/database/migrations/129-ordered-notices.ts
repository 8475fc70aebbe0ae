/** Notices of one alert leave in their order: of which alert a notice is, and until when a sender has it. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_outbox
      add column order_key text not null generated always as (regexp_replace(key, '/[^/]*$', '')) stored,
      add column leased_until bigint`.execute(database)
}
