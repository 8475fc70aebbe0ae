/** Texts of notices of load tests in channels. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_channels
      add column run_templates jsonb not null default '{"zh": null, "en": null}'`.execute(database)
}
