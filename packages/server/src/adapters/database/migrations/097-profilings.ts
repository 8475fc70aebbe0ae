/** Flame diagrams that agents take: orders, their executions, and what a flame diagram was taken of. */
import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE profiles ADD COLUMN origin jsonb`.execute(database)
  await sql`
    CREATE TABLE profilings (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      monitor_id uuid NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
      fields jsonb NOT NULL,
      begun integer NOT NULL DEFAULT 0,
      next_at bigint,
      armed_since bigint,
      reason jsonb,
      cancelled_at bigint,
      created_by text NOT NULL,
      created_at bigint NOT NULL
    )`.execute(database)
  await sql`CREATE INDEX profilings_project ON profilings (project_id, created_at)`.execute(database)
  await sql`CREATE INDEX profilings_due ON profilings (next_at) WHERE next_at IS NOT NULL`.execute(database)
  await sql`CREATE INDEX profilings_armed ON profilings (armed_since) WHERE armed_since IS NOT NULL`.execute(
    database,
  )
  await sql`
    CREATE TABLE profile_takes (
      id uuid PRIMARY KEY,
      profiling_id uuid NOT NULL REFERENCES profilings (id) ON DELETE CASCADE,
      monitor_id uuid NOT NULL,
      number integer NOT NULL,
      state text NOT NULL,
      began_at bigint NOT NULL,
      until_at bigint NOT NULL,
      ended_at bigint,
      agent_id uuid,
      machine text NOT NULL DEFAULT '',
      cause text NOT NULL DEFAULT '',
      reason jsonb,
      profile_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
      UNIQUE (profiling_id, number)
    )`.execute(database)
  // Two recordings of one JVM would mix their events.
  await sql`CREATE UNIQUE INDEX profile_takes_running ON profile_takes (monitor_id) WHERE state = 'running'`.execute(
    database,
  )
  await sql`CREATE INDEX profile_takes_profile ON profile_takes (profile_id)`.execute(database)
}
