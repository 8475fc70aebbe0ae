/** Full link through its calls: bound and other links, what is kept of a run, what callers may see. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { sampleRun } from '@pone/results/sample-run.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'
import { createRunRepository } from '../run/run.repository.ts'

const cadenceMs = 5_000
let server: TestServer
let as: As
let projectId = ''
let cacheId = ''
let scenarioId = ''
/** Ended five minutes after its start, with a link that was bound to its scenario. */
let bound: RunRecord
/** Of a scenario without links. */
let unbound: RunRecord

const request = (id: string, url: string) => ({
  id,
  name: id,
  kind: 'request',
  protocol: 'http',
  http: { url },
})
const document = componentDocumentSchema.parse({
  steps: [
    request('Goods', 'http://shop.test:8080/goods'),
    request('Pay', 'http://pay.test/'),
    request('Computed', 'http://${host}/'),
  ],
})
const components = [{ id: 'c', name: 'Shop', percentage: 100, document }]

async function insertRun(scenario: string | null, endedAt: number): Promise<RunRecord> {
  const sample = sampleRun({ seconds: 1 })
  const record = {
    ...sample.record,
    id: randomUUID(),
    projectId,
    scenarioId: scenario,
    labels: labelsOf(components),
    startedAt: endedAt - 300_000,
    endedAt,
  }
  return createRunRepository(server.database).insert(
    record,
    { ...sample.plan, components, drive: 'users' },
    [],
  )
}

async function link(name: string, shopAddress: string): Promise<string> {
  const topology = {
    nodes: [
      newLinkNode({ id: 'shop', kind: 'external', alias: 'Shop', address: shopAddress }),
      newLinkNode({
        id: 'cache',
        kind: 'monitor',
        alias: 'Cache',
        monitorId: cacheId,
        counters: [{ section: 'server', counter: 'connected_clients' }],
      }),
    ],
    edges: [newLinkEdge({ id: 'e', from: 'shop', to: 'cache', alias: 'reads', protocol: 'redis' })],
  }
  const saved = { projectId, id: null, revision: 0, name, topology }
  return (await server.call(calls.monitorView.saveMonitorView, saved, as)).id
}

const path = (runId: string, label: number, who = as) =>
  server.call(calls.fullLink.path, { projectId, runId, label }, who)

beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('manager')
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
  const fields = {
    name: 'cache',
    type: 'redis',
    params: { host: 'cache.test', port: 6379 },
    frequencyMs: cadenceMs,
  }
  cacheId = (await server.call(calls.monitor.create, { projectId, ...fields }, as)).id
  const { id: setId } = await server.call(calls.scenario.createSet, { projectId, name: 'set' }, as)
  const scenario = scenarioDocumentSchema.parse({
    bindings: [{ componentId: randomUUID(), percentage: 100 }],
    clusterId: randomUUID(),
  })
  const fill = { projectId, parentId: setId, name: 's', document: scenario }
  scenarioId = (await server.call(calls.scenario.create, fill, as)).id
  const boundLink = await link('Bound', 'http://shop.test:8080')
  await link('Other', 'http://pay.test')
  await server.call(calls.monitorLink.bind, { projectId, id: boundLink, scenarioIds: [scenarioId] }, as)
  const endedAt = Math.floor(server.now() / cadenceMs) * cadenceMs - 60_000
  bound = await insertRun(scenarioId, endedAt)
  unbound = await insertRun(null, endedAt)
  await server.services.runMonitoring.begin(bound)
  const keys = [{ counter: 'connected_clients', labels: {}, kind: 'gauge' as const }]
  const layout = { monitorId: cacheId, projectId, section: 'server', part: 0, cadenceMs, series: keys }
  const rows = Array.from({ length: 63 }, (_, slot) => ({
    layout,
    slotMs: endedAt - 300_000 + slot * cadenceMs,
    values: Float64Array.of(7),
  }))
  await server.services.timeSeries.write({ rows })
  await server.services.runMonitoring.end(bound)
}, 120_000)
afterAll(() => server.close())

it('labels are told with the addresses that they go to', async () => {
  const { run, source, labels } = await server.call(calls.fullLink.labels, { projectId, runId: bound.id }, as)
  expect(run).toMatchObject({ id: bound.id, number: bound.number, engine: 'pr', endedAt: bound.endedAt })
  expect(source).toBe('plan')
  expect(labels.map(({ label, addresses }) => [label.name, addresses])).toEqual([
    ['Goods', ['shop.test:8080']],
    ['Pay', ['pay.test:80']],
    ['Computed', ['http://${host}']],
  ])
})

it('a label goes to the node of a link of the run and on to what it calls, with what was kept of the run', async () => {
  const found = await path(bound.id, 0)
  expect(found.targets).toMatchObject([
    { address: 'shop.test:8080', isComputed: false, entries: [{ nodeId: 'shop', by: 'address' }] },
  ])
  expect(found.links).toMatchObject([{ name: 'Bound', isOfRun: true, depths: { shop: 0, cache: 1 } }])
  expect(found.searched).toEqual({ ofRun: 1, others: 0, omitted: 0, isHidden: false })
  expect(found.lengthMs).toBe(300_000)
  const series = found.monitoring.series.filter(({ counter }) => counter === 'connected_clients')
  expect(series).toMatchObject([{ monitorId: cacheId }])
  expect(series[0]?.values.filter(value => value !== null)).toContain(7)
  expect(found.health).toMatchObject([{ monitorId: cacheId }])
})

it('other links of the project are searched where those of the run do not know the address', async () => {
  const other = await path(bound.id, 1)
  expect(other.links).toMatchObject([{ name: 'Other', isOfRun: false }])
  expect(other.monitoring.series.some(({ counter }) => counter === 'connected_clients')).toBe(true)
  const ofUnbound = await path(unbound.id, 0)
  expect(ofUnbound.links).toMatchObject([{ name: 'Bound', isOfRun: false }])
  expect(ofUnbound.searched).toMatchObject({ ofRun: 0, others: 2 })
})

it('an address that comes to be in the run has no path, and says so', async () => {
  expect(await path(bound.id, 2)).toMatchObject({
    targets: [{ address: 'http://${host}', isComputed: true, entries: [] }],
    links: [],
    monitoring: { series: [] },
  })
})

it('who may not view monitors is told of links of the run only', async () => {
  const role = { projectId, name: 'Runs', functions: ['run.view' as const] }
  const { id: roleId } = await server.call(calls.role.create, role, as)
  const userId = await server.addUser('guest')
  await server.call(calls.member.add, { projectId, userIds: [userId], roleId }, as)
  const guest = { token: (await server.signIn('guest')).token, language: 'en' as const }
  expect((await path(bound.id, 0, guest)).links).toHaveLength(1)
  const hidden = await path(bound.id, 1, guest)
  expect(hidden.links).toEqual([])
  expect(hidden.searched).toMatchObject({ others: 0, isHidden: true })
})

it('a run of another project, and a label that the run does not have, are not found', async () => {
  const { id } = await server.call(calls.project.create, { name: 'Q', code: 'Q' }, as)
  const foreign = { projectId: id, runId: bound.id }
  expect(await server.fail(calls.fullLink.labels, foreign, as)).toMatchObject({ code: 'NotFound' })
  expect(await server.fail(calls.fullLink.path, { ...foreign, label: 0 }, as)).toMatchObject({
    code: 'NotFound',
  })
  expect(await server.fail(calls.fullLink.path, { projectId, runId: bound.id, label: 99 }, as)).toMatchObject(
    { code: 'NotFound' },
  )
})
