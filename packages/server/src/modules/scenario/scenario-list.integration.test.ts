import { randomUUID } from 'node:crypto'
import type { InputOf } from '@pone/contract/call.ts'
import { scenarioCalls } from '@pone/contract/calls/scenario.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { createCatalogueRepository } from '../catalogue/catalogue.repository.ts'
import { createRunRepository } from '../run/run.repository.ts'
import { createScenarioService } from './scenario.service.ts'
import { listScenarios } from './scenario-list.repository.ts'

const testDatabase = await createTestDatabase()
const { database } = testDatabase
afterAll(() => testDatabase.close())
const runs = createRunRepository(database)
const scenarios = createScenarioService({
  repository: createCatalogueRepository(database),
  isAnyRunning: async () => false,
  taskSetsUsing: async () => null,
  ruleCounters: { checked: async (_, document) => document, bindCopies: async () => undefined },
  productionMixes: { assertKnown: async () => undefined },
  now: () => 1_000,
  newId: randomUUID,
})

type Query = InputOf<typeof scenarioCalls.list>
const list = (projectId: string, query: Partial<Query> = {}) =>
  listScenarios(database, { ...scenarioCalls.list.input.parse({ projectId }), ...query })
const names = async (projectId: string, query: Partial<Query> = {}) =>
  (await list(projectId, query)).rows.map(({ name }) => name)

async function createScenario(projectId: string, name: string, parentId: string | null = null) {
  const root = (await scenarios.tree(projectId, 'lead')).find(node => node.kind === 'root')
  const document = scenarioDocumentSchema.parse({})
  const node = { parentId: parentId ?? root?.id ?? '', kind: 'scenario', name, document }
  return scenarios.create(projectId, 'lead', node)
}

const { record, plan } = sampleRun({ seconds: 10 })
const run = (projectId: string, scenarioId: string, changes: Partial<typeof record>) =>
  runs.insert({ ...record, id: randomUUID(), projectId, scenarioId, ...changes }, plan, [])

test('each scenario has the figures of its newest run, those without any come last in either direction', async () => {
  const projectId = await insertTestProject(database)
  const set = await scenarios.create(projectId, 'lead', {
    parentId: null,
    kind: 'set',
    name: 'Shop',
    document: null,
  })
  const [browse, buy] = [
    await createScenario(projectId, 'Browse'),
    await createScenario(projectId, 'Buy', set.id),
  ]
  await createScenario(projectId, 'Never run')
  await run(projectId, browse.id, { createdAt: 10, sla: 'broken', p95Ms: 900 })
  const newest = await run(projectId, browse.id, { createdAt: 30, sla: 'passed', p95Ms: 100 })
  await run(projectId, buy.id, { createdAt: 20, state: 'running', cause: null, sla: 'pending', p95Ms: 200 })

  const { total, rows } = await list(projectId)
  expect(total).toBe(3)
  expect(rows.map(({ name, setName, last }) => [name, setName, last?.sla ?? null])).toEqual([
    ['Browse', '', 'passed'],
    ['Buy', 'Shop', 'pending'],
    ['Never run', '', null],
  ])
  expect(rows[0]?.last).toMatchObject({ id: newest.id, number: newest.number, p95Ms: 100 })
  expect(await names(projectId, { sort: 'p95Ms' })).toEqual(['Buy', 'Browse', 'Never run'])
  expect(await names(projectId, { sort: 'p95Ms', descending: false })).toEqual(['Browse', 'Buy', 'Never run'])
  expect(await names(projectId, { setId: set.id })).toEqual(['Buy'])
  expect(await names(projectId, { search: 'shop' })).toEqual(['Buy'])
  expect(await names(projectId, { search: '%' })).toEqual([])
  for (const [state, found] of [
    ['passed', ['Browse']],
    ['broken', []],
    ['active', ['Buy']],
    ['never', ['Never run']],
  ] as const)
    expect(await names(projectId, { state }), state).toEqual(found)
})

test('scenarios of other projects are not listed', async () => {
  const [own, other] = [await insertTestProject(database), await insertTestProject(database)]
  const foreign = await createScenario(other, 'Foreign')
  await run(other, foreign.id, { createdAt: 1 })
  expect(await list(own)).toEqual({ total: 0, page: 1, pageSize: 10, rows: [] })
})

test('of 10,000 scenarios with 20,000 runs a page is read, by an index for every newest run', async () => {
  const projectId = await insertTestProject(database)
  const first = await createScenario(projectId, 'Scenario 0')
  const stored = await run(projectId, first.id, { createdAt: 5 })
  await sql`
    INSERT INTO catalogue_nodes (id, project_id, tree, parent_id, kind, name, position, document, revision, created_at, updated_at, updated_by)
    SELECT gen_random_uuid(), project_id, tree, parent_id, kind, 'Scenario ' || n, n, document, 1, 0, 0, 'lead'
    FROM catalogue_nodes, generate_series(1, 9999) n WHERE id = ${first.id}`.execute(database)
  const copied = Object.keys(
    (await database.selectFrom('runs').selectAll().where('id', '=', stored.id).executeTakeFirstOrThrow()) ??
      {},
  ).filter(column => !['id', 'number', 'scenario_id', 'created_at'].includes(column))
  const columns = sql.join(copied.map(column => sql.ref(column)))
  const source = sql.join(copied.map(column => sql.ref(`runs.${column}`)))
  await sql`
    INSERT INTO runs (id, number, scenario_id, created_at, ${columns})
    SELECT gen_random_uuid(), 10 * node.position + n, node.id, 1000 * n + node.position, ${source}
    FROM runs, catalogue_nodes node, generate_series(1, 2) n
    WHERE runs.id = ${stored.id} AND node.project_id = ${projectId} AND node.kind = 'scenario' AND node.position > 0`.execute(
    database,
  )
  await sql`ANALYZE runs`.execute(database)
  await sql`ANALYZE catalogue_nodes`.execute(database)
  const { total, rows } = await list(projectId, { pageSize: 50, page: 200 })
  expect([total, rows.length, rows.at(-1)?.name]).toEqual([10_000, 50, 'Scenario 0'])
  const plan = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN SELECT created_at FROM runs WHERE scenario_id = ${first.id} ORDER BY created_at DESC, number DESC LIMIT 1`.execute(
    database,
  )
  expect(plan.rows.map(row => row['QUERY PLAN']).join('\n')).toContain('runs_scenario')
})
