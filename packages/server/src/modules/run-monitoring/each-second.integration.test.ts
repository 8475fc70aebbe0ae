/** Monitors of a bound link are asked each second while its run lasts: by the target's own count of reads, with a real agent and server. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@pone/contract/calls/registry.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createMonitorHarness,
  type MonitorAgentProcess,
  type MonitorHarness,
} from '../monitor/monitor-harness.ts'

let harness: MonitorHarness
let agent: MonitorAgentProcess
let target: Awaited<ReturnType<typeof startTarget>>
let monitorId = ''
let setId = ''
let clusterId = ''
let componentId = ''

/** Serves load and metrics; `reads` holds when the metrics were read, epoch ms. */
async function startTarget() {
  const reads: number[] = []
  let served = 0
  const server = createServer((request, response) => {
    if (request.url === '/metrics') reads.push(Date.now())
    else served += 1
    response.end(`# TYPE served_total counter\nserved_total ${served}\n`)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return { reads, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

beforeAll(async () => {
  target = await startTarget()
  harness = await createMonitorHarness()
  agent = await harness.startAgent('collector')
  const { as, projectId } = harness
  const server = harness.server()
  clusterId = await server.services.clusters.ensureLocalCluster()
  // As the form proposes it: every 5 s.
  const params = { host: '127.0.0.1', port: target.port }
  const fields = { projectId, name: 'target', type: 'prometheus', params, agentId: agent.id }
  const { id, frequencyMs } = await server.call(calls.monitor.create, fields, as)
  expect(frequencyMs).toBe(5_000)
  monitorId = id
  await server.call(calls.monitor.start, { projectId, ids: [id] }, as)
  const [root] = await server.call(calls.component.tree, { projectId }, as)
  const url = `http://127.0.0.1:${target.port}/goods`
  const document = componentDocumentSchema.parse({
    steps: [{ id: 'goods', name: 'Goods', kind: 'request', protocol: 'http', http: { url } }],
  })
  const component = { projectId, parentId: root?.id ?? '', name: 'c', document }
  componentId = (await server.call(calls.component.create, component, as)).id
  setId = (await server.call(calls.scenario.createSet, { projectId, name: 's' }, as)).id
}, 120_000)
afterAll(async () => {
  await harness.close()
  target.close()
})

/** A scenario and a saved link of the monitor that is bound to it. */
async function prepare(name: string, durationSeconds: number) {
  const { as, projectId } = harness
  const server = harness.server()
  const document = scenarioDocumentSchema.parse({
    bindings: [{ componentId, percentage: 100 }],
    clusterId,
    loadModel: { kind: 'constant', users: 1, rampUpSeconds: 0, durationSeconds, loops: 0 },
  })
  const scenario = await server.call(
    calls.scenario.create,
    { projectId, parentId: setId, name, document },
    as,
  )
  const topology = {
    nodes: [
      newLinkNode({ id: 'shop', kind: 'external', alias: 'Shop' }),
      newLinkNode({ id: 'm', kind: 'monitor', alias: 'Target', monitorId }),
    ],
    edges: [newLinkEdge({ id: 'e', from: 'shop', to: 'm', alias: 'calls', protocol: 'http' })],
  }
  const saved = { projectId, id: null, revision: 0, name, topology }
  const link = await server.call(calls.monitorView.saveMonitorView, saved, as)
  expect(link.collectsEachSecond).toBe(true)
  await server.call(calls.monitorLink.bind, { projectId, id: link.id, scenarioIds: [scenario.id] }, as)
  return { scenarioId: scenario.id, linkId: link.id }
}

const runOf = (id: string) =>
  harness.server().call(calls.run.get, { projectId: harness.projectId, id }, harness.as)

/** Starts the scenario and waits for its end; between which instants it ran, epoch ms. */
async function execute(scenarioId: string) {
  const { as, projectId } = harness
  const run = await harness.server().call(calls.run.start, { projectId, scenarioId }, as)
  await expect.poll(async () => isActiveRun((await runOf(run.id)).state), { timeout: 90_000 }).toBe(false)
  const { startedAt, endedAt, state } = await runOf(run.id)
  expect(state).toBe('complete')
  return { id: run.id, number: run.number, startedAt: startedAt ?? 0, endedAt: endedAt ?? 0 }
}

const readsIn = (from: number, to: number): number => target.reads.filter(at => at >= from && at < to).length

/** Waits until the target was asked so often from now on; returns the time that passed between the first and the last, ms. */
async function timeOfReads(count: number): Promise<number> {
  const before = target.reads.length
  await expect.poll(() => target.reads.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + count)
  return (target.reads[before + count - 1] ?? 0) - (target.reads[before] ?? 0)
}

const fastRun = async () => (await harness.monitor(monitorId, () => true)).fastRun

it('asks about once a second from before the start of the run to after its end, and every 5 s before and later', async () => {
  const { as, projectId } = harness
  const { scenarioId } = await prepare('fast', 12)
  await harness.monitor(monitorId, ({ state, lastAt }) => state === 'up' && lastAt !== null)
  expect(await timeOfReads(3)).toBeGreaterThan(8_000)
  expect(await fastRun()).toBeNull()
  const executing = execute(scenarioId)
  const shown = await harness.monitor(monitorId, monitor => monitor.fastRun !== null)
  const run = await executing
  expect(shown).toMatchObject({ fastRun: { id: run.id, number: run.number }, frequencyMs: 5_000 })
  // Twelve seconds; a busy machine may miss some.
  expect(readsIn(run.startedAt, run.endedAt)).toBeGreaterThanOrEqual(10)
  expect(readsIn(run.startedAt, run.endedAt)).toBeLessThanOrEqual(14)
  await harness.monitor(monitorId, monitor => monitor.fastRun === null)
  await timeOfReads(1)
  expect(await timeOfReads(3)).toBeGreaterThan(8_000)

  await harness.server().services.controller.settled(run.id)
  const kept = await harness.server().call(calls.runMonitoring.get, { projectId, id: run.id }, as)
  expect(kept?.monitors).toHaveLength(1)
  const range = { projectId, id: monitorId, section: 'metrics', counters: ['served_total'], labels: {} }
  const curves = await harness
    .server()
    .call(calls.monitor.series, { ...range, from: run.startedAt, to: run.endedAt, points: 100 }, as)
  const values = curves.series[0]?.values ?? []
  expect(curves.stepMs).toBe(1_000)
  expect(values.filter(value => value !== null).length).toBeGreaterThanOrEqual(9)
}, 180_000)

it('asks every 5 s also during a run where the link has it switched off', async () => {
  const { as, projectId } = harness
  const { scenarioId, linkId } = await prepare('own', 12)
  const binding = { projectId, id: linkId, scenarioIds: [scenarioId], collectsEachSecond: false }
  await harness.server().call(calls.monitorLink.bind, binding, as)
  const run = await execute(scenarioId)
  expect(readsIn(run.startedAt, run.endedAt)).toBeLessThanOrEqual(4)
  expect(await fastRun()).toBeNull()
}, 120_000)

it('returns to 5 s by itself when the server stands still at the end of the run', async () => {
  const { as, projectId } = harness
  const { scenarioId } = await prepare('killed', 8)
  const { id } = await harness.server().call(calls.run.start, { projectId, scenarioId }, as)
  await harness.monitor(monitorId, monitor => monitor.fastRun?.id === id)
  await expect.poll(async () => (await runOf(id)).state, { timeout: 30_000 }).toBe('running')
  await harness.closeServer()
  // The agent goes on by itself.
  expect(await timeOfReads(5)).toBeGreaterThan(3_000)
  await harness.openServer()
  await expect.poll(async () => isActiveRun((await runOf(id)).state), { timeout: 90_000 }).toBe(false)
  await harness.monitor(monitorId, monitor => monitor.fastRun === null)
  await timeOfReads(1)
  expect(await timeOfReads(3)).toBeGreaterThan(8_000)
}, 180_000)
