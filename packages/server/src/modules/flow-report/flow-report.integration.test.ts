/** Data-flow reports with a real agent that collects a host and asks a port where nothing listens. */
import { calls } from '@pone/contract/calls/registry.ts'
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMonitorHarness, type MonitorHarness } from '../monitor/monitor-harness.ts'

let harness: MonitorHarness
let hostId = ''
let cacheId = ''
let agentId = ''

beforeAll(async () => {
  harness = await createMonitorHarness()
  agentId = (await harness.startAgent('first')).id
  hostId = await monitor('Host', 'host')
  cacheId = await monitor('Cache', 'redis', { host: '127.0.0.1', port: 1 })
}, 120_000)
afterAll(() => harness.close())

async function monitor(name: string, type: string, params = {}): Promise<string> {
  const intervals = { frequencyMs: 1_000, sendIntervalMs: 1_000, receiveIntervalMs: 1_000, agentId }
  const fields = { projectId: harness.projectId, name, type, params, ...intervals }
  return (await harness.server().call(calls.monitor.create, fields, harness.as)).id
}

async function link(name: string, monitorIds: readonly string[]): Promise<string> {
  const nodes = monitorIds.map((monitorId, at) =>
    newLinkNode({ id: `n${at}`, kind: 'monitor', alias: `Node ${at}`, monitorId }),
  )
  const shop = newLinkNode({ id: 'shop', kind: 'external', alias: 'Shop' })
  const edges = nodes.map(({ id }) =>
    newLinkEdge({ id: `e-${id}`, from: 'shop', to: id, alias: `calls ${id}`, protocol: 'http' }),
  )
  const topology = { nodes: [shop, ...nodes], edges }
  const saved = { projectId: harness.projectId, id: null, revision: 0, name, topology }
  return (await harness.server().call(calls.monitorView.saveMonitorView, saved, harness.as)).id
}

/** Starts the link, and returns its session. */
async function start(linkId: string): Promise<string> {
  const { as, projectId } = harness
  await harness.server().call(calls.monitorLink.start, { projectId, ids: [linkId] }, as)
  const { rows } = await harness.server().call(calls.monitorLink.sessions, { projectId, linkId }, as)
  return rows[0]?.id ?? ''
}
const stop = (linkId: string) =>
  harness.server().call(calls.monitorLink.stop, { projectId: harness.projectId, ids: [linkId] }, harness.as)
const get = (id: string): Promise<FlowReport> =>
  harness.server().call(calls.flowReport.get, { projectId: harness.projectId, id }, harness.as)
const collected = ({ statistics }: FlowReport): number => Math.max(0, ...statistics.map(({ n }) => n))
const awaitValues = (id: string, least: number) =>
  expect.poll(async () => collected(await get(id)), { timeout: 30_000 }).toBeGreaterThanOrEqual(least)
const awaitKept = (id: string) =>
  expect.poll(async () => (await get(id)).isKept, { timeout: 30_000 }).toBe(true)

it('shows a session while it runs, and keeps it when link and monitors are deleted', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  const linkId = await link('shop', [hostId, cacheId])
  const id = await start(linkId)
  await awaitValues(id, 3)
  const live = await get(id)
  expect(live).toMatchObject({ isKept: false, session: { linkName: 'shop', stoppedAt: null, nodes: 3 } })
  expect(live.events[0]?.text.en).toBe('The monitoring link was started by manager')
  expect(await server.fail(calls.flowReport.delete, { projectId, ids: [id] }, as)).toMatchObject({
    code: 'FlowReportRunning',
  })
  await stop(linkId)
  await awaitKept(id)
  await server.call(calls.monitorLink.delete, { projectId, ids: [linkId] }, as)
  await server.call(calls.monitor.delete, { projectId, ids: [cacheId] }, as)
  const kept = await get(id)
  expect(kept.session).toMatchObject({ isLinkDeleted: true, stoppedBy: 'manager' })
  const states = new Map(kept.health.map(each => [each.monitorId, each.changes.map(([, state]) => state)]))
  expect(states.get(hostId)).toContain('up')
  expect(states.get(cacheId)?.at(-1)).toBe('down')
  const at = kept.monitoring.series.findIndex(each => each.counter === 'busyPercent')
  const values = (kept.monitoring.series[at]?.values ?? []).filter(value => value !== null)
  expect(kept.statistics[at]).toMatchObject({
    n: values.length,
    min: Math.min(...values),
    max: Math.max(...values),
    basisMs: 0,
  })
  expect(kept.events.map(({ text }) => text.en)).toContain('Down')
  expect(kept.events.some(({ kind, name }) => kind === 'gap' && name === 'Cache')).toBe(true)
  expect(kept.events.at(-1)?.text.en).toBe('The monitoring link was stopped by manager')
  const exported = async (call: 'exportHtml' | 'exportCsv' | 'exportExcel', language: string) =>
    server.app.inject({
      method: 'POST',
      url: `${apiBase}${calls.flowReport[call].path}`,
      headers: { token: as.token ?? '', 'content-type': 'application/json' },
      payload: { projectId, id, language },
    })
  const page = (await exported('exportHtml', 'en')).body
  expect(page).toContain('<h2>Statistics</h2>')
  expect(page).toContain('<h2>States of the nodes</h2>')
  expect(page).not.toContain('<script')
  expect((await exported('exportHtml', 'zh')).body).toContain('<h2>指标统计</h2>')
  const table = (await exported('exportCsv', 'en')).body
  expect(table).toContain('Node,Monitor,Counter,Labels,Unit,n,Min,Mean,Max,P95,Computed from')
  expect(table).toContain('The monitoring link was stopped by manager')
  expect((await exported('exportExcel', 'zh')).rawPayload.subarray(0, 2).toString()).toBe('PK')
}, 120_000)

it('compares two sessions of a link with numbers of samples, also one without samples', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  const linkId = await link('compared', [hostId])
  const first = await start(linkId)
  await awaitValues(first, 2)
  await stop(linkId)
  const second = await start(linkId)
  await stop(linkId)
  await awaitKept(first)
  await awaitKept(second)
  const empty = await get(second)
  if (collected(empty) === 0) expect(empty.notes).toMatchObject([{ name: 'Host', isProblem: true }])
  const compared = await server.call(
    calls.flowReport.compare,
    { projectId, baseId: first, otherId: second },
    as,
  )
  const busy = compared.counters.find(each => each.counter === 'busyPercent')
  expect(busy?.base?.n).toBeGreaterThanOrEqual(1)
  expect(busy?.other?.n ?? 0).toBeLessThanOrEqual(Math.ceil(empty.lengthMs / 1_000))
  const file = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${calls.flowReport.exportComparisonExcel.path}`,
    headers: { token: as.token ?? '', 'content-type': 'application/json' },
    payload: { projectId, baseId: first, otherId: second, language: 'en' },
  })
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  const foreign = await link('foreign', [hostId])
  const third = await start(foreign)
  await stop(foreign)
  expect(
    await server.fail(calls.flowReport.compare, { projectId, baseId: first, otherId: third }, as),
  ).toMatchObject({ code: 'FlowReportsOfOneLink' })
  await server.call(calls.flowReport.delete, { projectId, ids: [first, third] }, as)
  const { rows } = await server.call(calls.monitorLink.sessions, { projectId, linkId }, as)
  expect(rows.map(row => row.id)).toEqual([second])
}, 120_000)

it('keeps a session whose server ended before it could, and shows nothing of it to another project', async () => {
  const linkId = await link('lost', [hostId])
  const id = await start(linkId)
  await awaitValues(id, 2)
  await stop(linkId)
  await harness.closeServer()
  await harness.openServer()
  const server = harness.server()
  await awaitKept(id)
  expect(collected(await get(id))).toBeGreaterThanOrEqual(2)
  await server.addUser('stranger')
  const stranger = { token: (await server.signIn('stranger')).token }
  const { id: projectId } = await server.call(calls.project.create, { name: 'O', code: 'O' }, stranger)
  const refusals = await Promise.all([
    server.fail(calls.flowReport.get, { projectId, id }, stranger),
    server.fail(calls.flowReport.delete, { projectId, ids: [id] }, stranger),
    server.fail(calls.flowReport.compare, { projectId, baseId: id, otherId: id }, stranger),
    server.fail(calls.flowReport.exportComparisonCsv, { projectId, baseId: id, otherId: id }, stranger),
    server.fail(calls.flowReport.exportHtml, { projectId, id }, stranger),
    server.fail(calls.flowReport.exportCsv, { projectId, id }, stranger),
    server.fail(calls.flowReport.exportExcel, { projectId, id }, stranger),
  ])
  expect(new Set(refusals.map(refusal => refusal.code))).toEqual(new Set(['NotFound']))
}, 120_000)
