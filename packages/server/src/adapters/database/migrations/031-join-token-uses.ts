/** How many machines may join by a token; those of before have no limit. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE agent_join_tokens ADD COLUMN max_uses integer CHECK (max_uses > 0)`.execute(database)
}
