/** What home pages ask for: the latest runs of a scenario, runs that were not opened by their starter, and who has left the tour. What an older version stored counts as opened and left. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX runs_scenario`.execute(database)
  await sql`CREATE INDEX runs_scenario ON runs (scenario_id, created_at DESC) WHERE scenario_id IS NOT NULL`.execute(
    database,
  )
  await sql`ALTER TABLE runs ADD COLUMN opened_at bigint DEFAULT 0`.execute(database)
  await sql`ALTER TABLE runs ALTER COLUMN opened_at DROP DEFAULT`.execute(database)
  await sql`CREATE INDEX runs_unopened ON runs (project_id, started_by, ended_at DESC) WHERE opened_at IS NULL`.execute(
    database,
  )
  await sql`
    CREATE TABLE left_tours (
      user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      left_at bigint NOT NULL
    )`.execute(database)
  await sql`INSERT INTO left_tours (user_id, left_at) SELECT id, 0 FROM users`.execute(database)
}
