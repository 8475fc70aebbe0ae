/** The calls of the specification's section 7 on their exact paths. */
import { calls } from '@pone/contract/calls/registry.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let as: As
let projectId = ''
let monitorId = ''

beforeAll(async () => {
  server = await createTestServer()
  await server.addUser('manager')
  as = { token: (await server.signIn('manager')).token, language: 'en' }
  projectId = (await server.call(calls.project.create, { name: 'P', code: 'P' }, as)).id
  const fields = { projectId, name: 'cache', type: 'redis', params: { host: 'cache.test', port: 6379 } }
  monitorId = (await server.call(calls.monitor.create, fields, as)).id
})
afterAll(() => server.close())

it('has the paths of the specification', () => {
  expect(Object.values(calls.monitorView).map(call => call.path)).toEqual(
    expect.arrayContaining([
      '/monitor/pone/dataLink/getLinksByUserId',
      '/monitor/pone/counter/findAllCounterByType',
      '/monitor/pone/dataLink/getMonitorViewTree',
      '/monitor/pone/dataLink/saveMonitorView',
      '/monitor/pone/dataLink/getMonitorView',
    ]),
  )
})

it('maps running monitors only', async () => {
  const links = () => server.call(calls.monitorView.getLinksByUserId, { projectId }, as)
  expect(await links()).toEqual({ linkMap: {}, links: [] })
  await server.call(calls.monitor.start, { projectId, ids: [monitorId] }, as)
  expect(await links()).toMatchObject({ linkMap: { [monitorId]: { alias: 'cache', isRunning: true } } })
  await server.call(calls.monitor.stop, { projectId, ids: [monitorId] }, as)
  expect(await links()).toEqual({ linkMap: {}, links: [] })
})

it('lists the counters and charts of types', async () => {
  const counters = await server.call(calls.monitorView.findAllCounterByType, { projectId, type: 'redis' }, as)
  expect(counters.find(counter => counter.key === 'connected_clients')).toMatchObject({ kind: 'gauge' })
  const [group] = await server.call(calls.monitorView.getMonitorViewTree, { projectId }, as)
  expect(group).toMatchObject({ id: null, monitors: [{ id: monitorId, alias: 'cache' }] })
  expect(group?.monitors[0]?.charts.length).toBeGreaterThan(0)
  const unknown = { projectId, type: 'unknown' }
  expect(await server.fail(calls.monitorView.findAllCounterByType, unknown, as)).toMatchObject({
    code: 'MonitorTypeUnknown',
  })
})
