/** One name per engine: clusters, runs, task sets and their executions held the displayed names. */
import { type Kysely, sql } from 'kysely'

export async function up<T>(database: Kysely<T>): Promise<void> {
  await sql`ALTER TABLE clusters DROP CONSTRAINT clusters_engine_check`.execute(database)
  await sql`UPDATE clusters SET engine = lower(engine)`.execute(database)
  await sql`
    ALTER TABLE clusters ADD CONSTRAINT clusters_engine_check CHECK (engine IN ('pr', 'jmeter'))`.execute(
    database,
  )
  await sql`UPDATE runs SET engine = lower(engine)`.execute(database)
  await sql`ALTER TABLE runs ALTER COLUMN engine SET DEFAULT 'pr'`.execute(database)
  await sql`
    UPDATE catalogue_nodes
    SET document = jsonb_set(document, '{engine}', to_jsonb(lower(document->>'engine')))
    WHERE tree = 'task' AND document->>'engine' IN ('PR', 'JMeter')`.execute(database)
  await sql`
    UPDATE task_executions
    SET options = jsonb_set(options, '{engine}', to_jsonb(lower(options->>'engine')))
    WHERE options->>'engine' IN ('PR', 'JMeter')`.execute(database)
}
