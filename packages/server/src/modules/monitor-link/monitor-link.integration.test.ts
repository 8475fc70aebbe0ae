/** Monitoring links through their calls: rules, two editors, start and stop with their monitors, bindings, and what another project sees. */
import { calls } from '@pone/contract/calls/registry.ts'
import type { LinkNode } from '@pone/contract/entities/monitor-link.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type As, createTestServer, type TestServer } from '../../test-server.ts'

let server: TestServer
let as: As
let other: As
let projectId = ''
let otherProjectId = ''
let monitorIds: string[] = []
let count = 0

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

beforeEach(async () => {
  count += 1
  monitorIds = await Promise.all(
    ['cache', 'database', 'queue'].map(async name => {
      const fields = { name: `${name} ${count}`, type: 'redis', params: { host: 'cache.test', port: 6379 } }
      return (await server.call(calls.monitor.create, { projectId, ...fields }, as)).id
    }),
  )
})

const monitorNode = (at: number, given: Partial<LinkNode> = {}): LinkNode =>
  newLinkNode({
    id: `n${at}`,
    kind: 'monitor',
    alias: `Node ${at}`,
    monitorId: monitorIds[at] ?? null,
    counters: [{ section: 'server', counter: 'connected_clients' }],
    ...given,
  })
const topologyOf = (...at: number[]) => ({
  nodes: [newLinkNode({ id: 'shop', kind: 'external', alias: 'Shop' }), ...at.map(each => monitorNode(each))],
  edges: at.map(each =>
    newLinkEdge({ id: `e${each}`, from: 'shop', to: `n${each}`, alias: `Calls ${each}`, protocol: 'redis' }),
  ),
})
const save = (name: string, topology = topologyOf(0, 1), given: { id?: string; revision?: number } = {}) =>
  server.call(
    calls.monitorView.saveMonitorView,
    { projectId, id: null, revision: 0, name: `${name} ${count}`, topology, ...given },
    as,
  )
const get = (id: string) => server.call(calls.monitorView.getMonitorView, { projectId, id }, as)
const start = (...ids: string[]) => server.call(calls.monitorLink.start, { projectId, ids }, as)
const stop = (...ids: string[]) => server.call(calls.monitorLink.stop, { projectId, ids }, as)
const running = async (): Promise<boolean[]> =>
  Promise.all(
    monitorIds.map(async id => (await server.call(calls.monitor.get, { projectId, id }, as)).isRunning),
  )

it('is saved whole, listed with the states of its monitors, copied and deleted', async () => {
  const link = await save('shop')
  expect(link).toMatchObject({ revision: 1, nodes: 3, edges: 2, monitors: 2, isRunning: false })
  expect(link.byState).toMatchObject({ stopped: 2, up: 0 })
  expect(link.topology.nodes[1]).toMatchObject({ targetName: `cache ${count}`, targetType: 'redis' })
  expect(await get(link.id)).toEqual(link)
  const copy = await server.call(calls.monitorLink.copy, { projectId, id: link.id }, as)
  expect(copy.name).not.toBe(link.name)
  await server.call(calls.monitorLink.rename, { projectId, id: copy.id, name: `renamed ${count}` }, as)
  const search = String(count)
  const list = await server.call(calls.monitorLink.list, { projectId, search }, as)
  expect(list.rows.map(row => row.name)).toEqual([`renamed ${count}`, `shop ${count}`])
  await server.call(calls.monitorLink.delete, { projectId, ids: [copy.id] }, as)
  expect(await server.call(calls.monitorLink.list, { projectId, search }, as)).toMatchObject({ total: 1 })
  const { links } = await server.call(calls.monitorView.getLinksByUserId, { projectId }, as)
  expect(links.find(each => each.id === link.id)).toMatchObject({ isRunning: false, scenarios: [] })
})

it('is refused with the first rule that it breaks, and under a taken name', async () => {
  const fail = (name: string, topology: ReturnType<typeof topologyOf>) =>
    server.fail(calls.monitorView.saveMonitorView, { projectId, revision: 0, name, topology }, as)
  const twice = {
    ...topologyOf(0, 1),
    nodes: topologyOf(0, 1).nodes.map(node => ({ ...node, alias: 'Same' })),
  }
  expect(await fail('x', twice)).toMatchObject({
    code: 'MonitorLinkInvalid',
    message: 'The monitoring link was not saved: node “Same”: The alias “Same” is used twice',
  })
  expect(await fail('x', { ...topologyOf(0), edges: [] })).toMatchObject({
    message: 'The monitoring link was not saved: Create at least one connection',
  })
  const { name } = await save('taken')
  expect(await fail(name, topologyOf(0))).toMatchObject({ code: 'NameExists' })
})

it('tells the second of two editors who was first, and keeps what was stored', async () => {
  const link = await save('edited')
  await save('edited', topologyOf(0, 1, 2), { id: link.id, revision: 1 })
  const late = { projectId, id: link.id, revision: 1, name: link.name, topology: topologyOf(0) }
  expect(await server.fail(calls.monitorView.saveMonitorView, late, as)).toMatchObject({
    code: 'EditedMeanwhile',
    params: { editor: 'manager', revision: 2 },
  })
  expect(await get(link.id)).toMatchObject({ revision: 2, nodes: 4 })
})

it('starts the monitors that do not run, and stops only these', async () => {
  const link = await save('started', topologyOf(0, 1))
  await server.call(calls.monitor.start, { projectId, ids: monitorIds.slice(0, 1) }, as)
  await start(link.id)
  expect(await running()).toEqual([true, true, false])
  expect(await get(link.id)).toMatchObject({ isRunning: true })
  await stop(link.id)
  expect(await running()).toEqual([true, false, false])
  const { rows } = await server.call(calls.monitorLink.sessions, { projectId, linkId: link.id }, as)
  expect(rows).toMatchObject([{ linkName: link.name, startedBy: 'manager', stoppedBy: 'manager' }])
  expect(rows[0]?.stoppedAt).not.toBeNull()
})

it('leaves a monitor that somebody stopped and started again meanwhile', async () => {
  const link = await save('interfered', topologyOf(0))
  await start(link.id)
  const ids = monitorIds.slice(0, 1)
  await server.call(calls.monitor.stop, { projectId, ids }, as)
  await server.call(calls.monitor.start, { projectId, ids }, as)
  await stop(link.id)
  expect(await running()).toEqual([true, false, false])
})

it('hands a monitor to another running link that needs it, which stops it at its end', async () => {
  const first = await save('first', topologyOf(0, 1))
  const second = await save('second', topologyOf(1, 2))
  await start(first.id, second.id)
  expect(await running()).toEqual([true, true, true])
  await stop(first.id)
  expect(await running()).toEqual([false, true, true])
  await stop(second.id)
  expect(await running()).toEqual([false, false, false])
})

it('is neither deleted nor edited while it runs', async () => {
  const link = await save('fixed', topologyOf(0))
  const free = await save('free', topologyOf(0))
  await start(link.id)
  const edit = { projectId, id: link.id, revision: 1, name: link.name, topology: topologyOf(1) }
  const refusals = await Promise.all([
    server.fail(calls.monitorLink.delete, { projectId, ids: [free.id, link.id] }, as),
    server.fail(calls.monitorView.saveMonitorView, edit, as),
    server.fail(calls.monitorLink.rename, { projectId, id: link.id, name: 'new' }, as),
  ])
  expect(refusals.map(refusal => refusal.code)).toEqual(Array(3).fill('MonitorLinkRunning'))
  expect(refusals[0]?.message).toContain(link.name)
  expect(await get(free.id)).toMatchObject({ name: free.name })
  await stop(link.id)
  await server.call(calls.monitorLink.delete, { projectId, ids: [free.id, link.id] }, as)
})

it('keeps a node whose monitor was deleted, and can be saved again', async () => {
  const link = await save('lost', topologyOf(0, 1))
  await server.call(calls.monitor.delete, { projectId, ids: monitorIds.slice(0, 1) }, as)
  const after = await get(link.id)
  expect(after.linked.map(monitor => monitor.id)).toEqual([monitorIds[1]])
  expect(after.topology.nodes[1]).toMatchObject({ monitorId: monitorIds[0], targetName: `cache ${count}` })
  expect(await save('lost', after.topology, { id: link.id, revision: 1 })).toMatchObject({ monitors: 1 })
  await start(link.id)
  const live = await server.call(calls.monitorLink.live, { projectId, id: link.id }, as)
  expect(live.monitors.map(monitor => monitor.monitorId)).toEqual([monitorIds[1]])
  expect(live.monitors[0]?.values).toEqual([
    { section: 'server', counter: 'connected_clients', value: null, series: 0 },
  ])
  await stop(link.id)
})

it('is bound to scenarios of its project, and unbound', async () => {
  const link = await save('bound')
  const [root] = await server.call(calls.scenario.tree, { projectId }, as)
  const scenario = await server.call(
    calls.scenario.create,
    { projectId, parentId: root?.id ?? '', name: `load ${count}` },
    as,
  )
  const bind = { projectId, id: link.id, scenarioIds: [scenario.id] }
  await server.call(calls.monitorLink.bind, bind, as)
  expect((await get(link.id)).scenarios).toEqual([{ id: scenario.id, name: scenario.name }])
  const bound = await server.call(calls.monitorLink.list, { projectId, isBound: true }, as)
  expect(bound.rows.map(row => row.id)).toEqual([link.id])
  // Whoever may not view scenarios does not read their names here.
  const order = { projectId, name: `wall ${count}`, functions: ['monitor.view' as const], expiresInDays: 1 }
  const wall = { token: (await server.call(calls.apiToken.create, order, as)).token }
  const nameless = [{ id: scenario.id, name: '' }]
  const [listed, ...none] = (await server.call(calls.monitorLink.list, { projectId, isBound: true }, wall))
    .rows
  expect([listed?.scenarios, none]).toEqual([nameless, []])
  const read = await server.call(calls.monitorView.getMonitorView, { projectId, id: link.id }, wall)
  expect(read.scenarios).toEqual(nameless)
  const { links } = await server.call(calls.monitorView.getLinksByUserId, { projectId }, wall)
  expect(links.find(({ id }) => id === link.id)?.scenarios).toEqual(nameless)
  const foreign = await server.call(calls.scenario.tree, { projectId: otherProjectId }, other)
  const refused = { ...bind, scenarioIds: [foreign[0]?.id ?? ''] }
  expect(await server.fail(calls.monitorLink.bind, refused, as)).toMatchObject({ code: 'NotFound' })
  await server.call(calls.monitorLink.bind, { ...bind, scenarioIds: [] }, as)
  expect((await get(link.id)).scenarios).toEqual([])
})

it('does not exist for another project, nor do its monitors', async () => {
  const link = await save('secret')
  const one = { projectId: otherProjectId, id: link.id }
  const several = { projectId: otherProjectId, ids: [link.id] }
  const { topology } = link
  const refusals = await Promise.all([
    server.fail(calls.monitorView.getMonitorView, one, other),
    server.fail(calls.monitorView.saveMonitorView, { ...one, revision: 1, name: 'mine', topology }, other),
    server.fail(calls.monitorLink.copy, one, other),
    server.fail(calls.monitorLink.rename, { ...one, name: 'mine' }, other),
    server.fail(calls.monitorLink.bind, { ...one, scenarioIds: [] }, other),
    server.fail(calls.monitorLink.live, one, other),
    server.fail(calls.monitorLink.start, several, other),
    server.fail(calls.monitorLink.stop, several, other),
    server.fail(calls.monitorLink.delete, several, other),
  ])
  expect(new Set(refusals.map(refusal => refusal.code))).toEqual(new Set(['NotFound']))
  const theirs = { projectId: otherProjectId, revision: 0, name: 'mine', topology }
  expect(await server.call(calls.monitorView.saveMonitorView, theirs, other)).toMatchObject({
    monitors: 0,
    linked: [],
  })
})

it('takes 1,000 nodes and answers them', async () => {
  const nodes = Array.from({ length: 1_000 }, (_, at) =>
    newLinkNode({ id: `n${at}`, kind: 'external', alias: `N ${at}`, x: at * 10 }),
  )
  const edges = nodes
    .slice(1)
    .map(({ id }, at) =>
      newLinkEdge({ id: `e${at}`, from: 'n0', to: id, alias: `E ${at}`, protocol: 'http' }),
    )
  const link = await save('large', { nodes, edges })
  expect(await get(link.id)).toMatchObject({ nodes: 1_000, edges: 999 })
})
