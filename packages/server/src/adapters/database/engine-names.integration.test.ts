/** Migration 044 on rows as version 0.7.0 left them. */
import { randomUUID } from 'node:crypto'
import { sampleRun } from '@pone/results/sample-run.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createRunRepository } from '../../modules/run/run.repository.ts'
import { up } from './migrations/044-engine-names.ts'
import { createTestDatabase } from './test-database.ts'
import { insertTestProject } from './test-project.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
afterAll(() => testDatabase.close())

test('displayed names of engines become their names, and new rows take nothing else', async () => {
  const projectId = await insertTestProject(database)
  const { record, plan } = sampleRun()
  const runs = createRunRepository(database)
  const nameOf = { PR: 'pr', JMeter: 'jmeter' } as const
  await sql`ALTER TABLE clusters DROP CONSTRAINT clusters_engine_check`.execute(database)
  await sql`ALTER TABLE clusters ADD CONSTRAINT clusters_engine_check CHECK (engine IN ('PR', 'JMeter'))`.execute(
    database,
  )
  for (const engine of ['PR', 'JMeter'] as const) {
    await sql`INSERT INTO clusters (id, name, engine, is_public, created_at)
      VALUES (${randomUUID()}, ${`of ${engine}`}, ${engine}, true, 1)`.execute(database)
    const scenario = { ...record.scenario, engine: nameOf[engine] }
    const id = randomUUID()
    await runs.insert({ ...record, id, projectId, scenario, scenarioName: engine }, plan, [])
    await sql`UPDATE runs SET engine = ${engine} WHERE id = ${id}`.execute(database)
    await sql`INSERT INTO catalogue_nodes
        (id, parent_id, project_id, tree, kind, name, position, document, revision, created_at, updated_at, updated_by)
      VALUES (${randomUUID()}, (SELECT id FROM catalogue_nodes WHERE project_id = ${projectId} AND tree = 'task' AND parent_id IS NULL), ${projectId}, 'task', 'set', ${engine}, 1,
        ${JSON.stringify({ kind: 'set', engine, mode: 'sequence' })}::jsonb, 1, 1, 1, 'a')`.execute(database)
    await sql`INSERT INTO task_executions
        (id, project_id, number, set_name, options, state, trigger, started_by, owner_id, language, due_at, created_at)
      VALUES (${randomUUID()}, ${projectId}, ${engine.length}, ${engine},
        ${JSON.stringify({ kind: 'set', engine })}::jsonb, 'complete', 'manual', 'a', ${randomUUID()}, 'en', 1, 1)`.execute(
      database,
    )
  }
  await up(database)
  const { rows: clusters } = await sql`SELECT name, engine FROM clusters ORDER BY name`.execute(database)
  expect(clusters).toEqual([
    { name: 'of JMeter', engine: 'jmeter' },
    { name: 'of PR', engine: 'pr' },
  ])
  const { rows: ofRuns } = await sql`SELECT scenario_name, engine FROM runs ORDER BY 1`.execute(database)
  expect(ofRuns).toEqual([
    { scenario_name: 'JMeter', engine: 'jmeter' },
    { scenario_name: 'PR', engine: 'pr' },
  ])
  const { rows: sets } =
    await sql`SELECT name, document FROM catalogue_nodes WHERE kind = 'set' ORDER BY 1`.execute(database)
  expect(sets).toEqual([
    { name: 'JMeter', document: { kind: 'set', engine: 'jmeter', mode: 'sequence' } },
    { name: 'PR', document: { kind: 'set', engine: 'pr', mode: 'sequence' } },
  ])
  const { rows: executions } = await sql`SELECT set_name, options FROM task_executions ORDER BY 1`.execute(
    database,
  )
  expect(executions).toEqual([
    { set_name: 'JMeter', options: { kind: 'set', engine: 'jmeter' } },
    { set_name: 'PR', options: { kind: 'set', engine: 'pr' } },
  ])
  const old = sql`INSERT INTO clusters (id, name, engine, is_public, created_at)
    VALUES (${randomUUID()}, 'old', 'PR', true, 1)`.execute(database)
  await expect(old).rejects.toThrow('clusters_engine_check')
})
