/** Whether the load machines of a run were overloaded for so long that its figures are not those of the target. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table runs add column is_generator_limit boolean not null default false`.execute(database)
}
