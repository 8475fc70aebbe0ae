/** Join tokens that are for one machine which is known: the agent is installed on it anew, and keeps limits and clusters. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE agent_join_tokens
      ADD COLUMN machine_id uuid REFERENCES load_machines (id) ON DELETE CASCADE`.execute(database)
}
