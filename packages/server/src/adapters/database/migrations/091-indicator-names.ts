/** Names and unit of what an incident compared, as the type of its monitor had them when it was opened. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_incidents add column indicator_names jsonb`.execute(database)
}
