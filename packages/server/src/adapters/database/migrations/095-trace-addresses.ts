/** How projects open one trace in their tracing console. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table tracing_consoles add column trace_address text not null default ''`.execute(database)
}
