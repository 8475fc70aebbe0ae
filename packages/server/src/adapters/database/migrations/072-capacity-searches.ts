/** Runs whose load a capacity search drives: what it searches for, and how far it is. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table runs add column capacity jsonb`.execute(database)
}
