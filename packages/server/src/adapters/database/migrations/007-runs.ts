/** Runs, their machines, and what the workers report: batches, errors, events, log. */
import { type Kysely, sql } from 'kysely'

// oxlint-disable-next-line max-lines-per-function -- the tables of one release, a flat list of SQL statements
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE run_numbers (
      project_id uuid PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      last integer NOT NULL
    )`.execute(database)
  await sql`
    CREATE TABLE runs (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      number integer NOT NULL,
      scenario_id uuid,
      scenario_name text NOT NULL,
      cluster_id uuid NOT NULL,
      cluster_name text NOT NULL,
      scenario jsonb NOT NULL,
      plan jsonb NOT NULL,
      labels jsonb NOT NULL,
      state text NOT NULL,
      cause text,
      cause_detail text NOT NULL DEFAULT '',
      stop_cause text,
      manual_load integer,
      started_by text NOT NULL,
      created_at bigint NOT NULL,
      started_at bigint,
      ended_at bigint,
      planned_duration_ms bigint,
      ramp_up_end_ms bigint NOT NULL,
      peak_users integer NOT NULL DEFAULT 0,
      requests bigint NOT NULL DEFAULT 0,
      failed bigint NOT NULL DEFAULT 0,
      requests_per_second double precision NOT NULL DEFAULT 0,
      p95_ms double precision,
      sla text NOT NULL,
      sla_results jsonb NOT NULL DEFAULT '[]',
      suspect jsonb NOT NULL DEFAULT '[]',
      UNIQUE (project_id, number)
    )`.execute(database)
  await sql`CREATE INDEX runs_created ON runs (project_id, created_at DESC)`.execute(database)
  await sql`CREATE INDEX runs_scenario ON runs (scenario_id) WHERE scenario_id IS NOT NULL`.execute(database)
  await sql`CREATE INDEX runs_active ON runs (state) WHERE state IN ('new', 'readyToRun', 'running')`.execute(
    database,
  )
  await sql`
    CREATE TABLE run_machines (
      run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      agent_id uuid NOT NULL,
      name text NOT NULL,
      from01 double precision NOT NULL,
      to01 double precision NOT NULL,
      end_cause text,
      end_detail text NOT NULL DEFAULT '',
      PRIMARY KEY (run_id, agent_id)
    )`.execute(database)
  await sql`
    CREATE TABLE run_batches (
      run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      worker_id text NOT NULL,
      seq integer NOT NULL,
      second integer NOT NULL,
      users integer NOT NULL,
      target_users integer NOT NULL,
      iterations bigint NOT NULL,
      late_starts bigint NOT NULL,
      dropped_starts bigint NOT NULL,
      sent bigint NOT NULL,
      counted bigint NOT NULL,
      labels bytea NOT NULL,
      errors jsonb,
      cpu01 double precision,
      event_loop_delay_ms double precision,
      memory_bytes bigint,
      connections integer,
      end_cause text,
      end_detail text NOT NULL DEFAULT '',
      lost bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (run_id, worker_id, seq)
    )`.execute(database)
  await sql`CREATE INDEX run_batches_second ON run_batches (run_id, second, worker_id, seq)`.execute(database)
  await sql`
    CREATE TABLE run_errors (
      run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      label integer NOT NULL,
      code text NOT NULL,
      message text NOT NULL,
      sample jsonb NOT NULL
    )`.execute(database)
  await sql`CREATE UNIQUE INDEX run_errors_key ON run_errors (run_id, label, code, md5(message))`.execute(
    database,
  )
  await sql`
    CREATE TABLE run_events (
      run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      id bigint GENERATED ALWAYS AS IDENTITY,
      at bigint NOT NULL,
      kind text NOT NULL,
      params jsonb NOT NULL,
      by text,
      PRIMARY KEY (run_id, id)
    )`.execute(database)
  await sql`
    CREATE TABLE run_log_lines (
      run_id uuid NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
      id bigint GENERATED ALWAYS AS IDENTITY,
      at bigint NOT NULL,
      level text NOT NULL,
      source text NOT NULL,
      message text NOT NULL,
      PRIMARY KEY (run_id, id)
    )`.execute(database)
}
