/** Production mixes by their calls: rules, scenarios that name them, what reports compare, and what another project sees. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { maxProductionMixes } from '@pone/contract/entities/production-mix.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'
import { createRunRepository } from '../run/run.repository.ts'

let server: TestServer
let as: As
let other: As
let projectId = ''
let otherProjectId = ''

const document: ProductionMixDocument = {
  source: { kind: 'accessLog', name: 'access.log' },
  fromMs: 1_000,
  toMs: 3_500,
  requests: 30,
  otherRequests: 0,
  staticRequests: 4,
  refusedRequests: 2,
  intervalSeconds: 1,
  arrivals: [10, 10, 10],
  visits: 3,
  meanPauseMs: 500,
  templates: [
    { method: 'GET', origin: '', path: '/goods/{id}', url: '/goods/{{goods_id}}', count: 30, sizes: null },
  ],
  lists: [{ name: 'goods_id', values: ['1', '2'] }],
  secrets: [],
}
const create = (name: string, project = projectId, who = as) =>
  server.call(calls.productionMix.create, { projectId: project, name, document }, who)

async function scenarioWith(mixId: string, name: string) {
  const [root] = await server.call(calls.scenario.tree, { projectId }, as)
  const parentId = root?.id ?? ''
  const input = { projectId, parentId, name, document: { productionMix: { id: mixId, fromSeconds: 0 } } }
  return server.ask(calls.scenario.create, input, as)
}

beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('manager')
  await server.addUser('other')
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  other = { token: (await server.signIn('other')).token, language: 'en' }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
  otherProjectId = (await server.call(calls.project.create, { name: 'O', code: 'O' }, other)).id
})
afterAll(() => server.close())

it('is stored, listed, read as it was, renamed and deleted', async () => {
  const row = await create('Monday')
  expect(row).toMatchObject({ name: 'Monday', requests: 30, templates: 1, createdBy: 'manager' })
  const { rows } = await server.call(calls.productionMix.list, { projectId, search: 'mon' }, as)
  expect(rows).toEqual([row])
  expect(await server.call(calls.productionMix.names, { projectId }, as)).toEqual([
    { id: row.id, name: 'Monday' },
  ])
  const found = await server.call(calls.productionMix.get, { projectId, id: row.id }, as)
  expect(found.document).toEqual(document)
  await server.call(calls.productionMix.rename, { projectId, id: row.id, name: 'Tuesday' }, as)
  expect((await server.call(calls.productionMix.get, { projectId, id: row.id }, as)).name).toBe('Tuesday')
  await server.call(calls.productionMix.delete, { projectId, id: row.id }, as)
  const gone = await server.fail(calls.productionMix.get, { projectId, id: row.id }, as)
  expect(gone).toMatchObject({
    code: 'NotFound',
    message: 'The production mix does not exist or has been deleted',
  })
})

it('has a name of its own in the project', async () => {
  const { id } = await create('Once')
  expect(
    await server.fail(calls.productionMix.create, { projectId, name: 'ONCE', document }, as),
  ).toMatchObject({
    code: 'NameExists',
  })
  const second = await create('Twice')
  const rename = { projectId, id: second.id, name: 'once' }
  expect(await server.fail(calls.productionMix.rename, rename, as)).toMatchObject({ code: 'NameExists' })
  for (const each of [id, second.id])
    await server.call(calls.productionMix.delete, { projectId, id: each }, as)
})

it('does not exist for another project, neither by itself nor in a scenario', async () => {
  const { id } = await create('Foreign', otherProjectId, other)
  for (const call of [calls.productionMix.get, calls.productionMix.delete])
    expect(await server.fail(call, { projectId, id }, as)).toMatchObject({ code: 'NotFound' })
  expect((await scenarioWith(id, 'With a foreign mix')).failure).toMatchObject({ code: 'NotFound' })
  expect(await server.call(calls.productionMix.names, { projectId }, as)).toEqual([])
  expect(await server.fail(calls.productionMix.list, { projectId: otherProjectId }, as)).toMatchObject({
    code: 'NotFound',
  })
})

it('is kept while a scenario names it', async () => {
  const { id } = await create('In use')
  const { data: scenario } = await scenarioWith(id, 'Shop')
  expect(await server.fail(calls.productionMix.delete, { projectId, id }, as)).toMatchObject({
    code: 'ProductionMixInUse',
    params: { name: 'In use', scenarios: 'Shop' },
  })
  if (scenario === undefined) throw new Error('The scenario was refused')
  const save = { projectId, id: scenario.id, revision: scenario.revision, document: {} }
  await server.call(calls.scenario.save, save, as)
  await server.call(calls.productionMix.delete, { projectId, id }, as)
})

it('refuses figures that no log gives, and more of them than its limit', async () => {
  const refused = { ...document, arrivals: [] }
  expect(
    await server.fail(calls.productionMix.create, { projectId, name: 'Empty', document: refused }, as),
  ).toMatchObject({ code: 'BadInput' })
  await server.database
    .insertInto('production_mixes')
    .values(
      Array.from({ length: maxProductionMixes }, (_, at) => ({
        id: randomUUID(),
        project_id: projectId,
        name: `Mix ${at}`,
        document: JSON.stringify(document),
        created_by: 'manager',
        created_at: at,
      })),
    )
    .execute()
  expect(
    await server.fail(calls.productionMix.create, { projectId, name: 'Last', document }, as),
  ).toMatchObject({
    code: 'ProductionMixesExceeded',
  })
  await server.database.deleteFrom('production_mixes').where('project_id', '=', projectId).execute()
})

it('is changed by who may edit scenarios alone', async () => {
  const role = { projectId, name: 'Viewer', functions: ['scenario.view' as const] }
  const { id: roleId } = await server.call(calls.role.create, role, as)
  const userId = await server.addUser('viewer')
  await server.call(calls.member.add, { projectId, userIds: [userId], roleId }, as)
  const viewer = { token: (await server.signIn('viewer')).token }
  expect(await server.call(calls.productionMix.names, { projectId }, viewer)).toEqual([])
  const input = { projectId, name: 'No', document }
  expect(await server.fail(calls.productionMix.create, input, viewer)).toMatchObject({ code: 'Forbidden' })
})

it('is what the reports of a run are compared with, by the requests of its plan, also after it was deleted', async () => {
  const { id } = await create('Compared')
  const { record, plan } = sampleRun({ seconds: 10 })
  const scenario = scenarioDocumentSchema.parse({ productionMix: { id, fromSeconds: 2 } })
  const http = { url: 'http://shop.test/goods/${goods_id}' }
  const step = { id: 's', name: 'One', kind: 'request', protocol: 'http', http }
  const component = {
    id: randomUUID(),
    name: 'Shop',
    percentage: 100,
    document: componentDocumentSchema.parse({ steps: [step] }),
  }
  const stored = await createRunRepository(server.database).insert(
    { ...record, id: randomUUID(), projectId, scenario },
    { ...plan, components: [component] },
    [],
  )
  const { mixOf } = server.services
  expect(await mixOf(stored)).toMatchObject({
    name: 'Compared',
    fromSeconds: 2,
    document: { requests: 30 },
    requests: [{ label: 0, name: 'One', method: 'GET', path: '/goods/{}' }],
  })
  expect(await mixOf({ ...stored, scenario: scenarioDocumentSchema.parse({}) })).toBeNull()
  await server.call(calls.productionMix.delete, { projectId, id }, as)
  expect(await mixOf(stored)).toBe('deleted')
})
