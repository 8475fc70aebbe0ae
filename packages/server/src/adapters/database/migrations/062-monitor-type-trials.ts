/** Trials of monitor types, so that every server can tell their results; kept for minutes. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE monitor_type_trials (
      id uuid PRIMARY KEY,
      started_at bigint NOT NULL,
      agent jsonb NOT NULL,
      steps jsonb NOT NULL,
      rounds jsonb NOT NULL,
      is_ended boolean NOT NULL
    )`.execute(database)
}
