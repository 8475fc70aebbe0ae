/** `./pone run --scenario` against a real server, agent and shop, with a monitoring link of the scenario. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { calls } from '@pone/contract/calls/registry.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { createShop } from '@pone/demo-target/shop.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { createMonitorHarness, type MonitorHarness } from '@pone/server/modules/monitor/monitor-harness.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pone-server-run-'))
const shop = createShop().listen(0, '127.0.0.1')
await once(shop, 'listening')
const { port } = z.object({ port: z.number() }).parse(shop.address())
let harness: MonitorHarness
let token = ''

beforeAll(async () => {
  harness = await createMonitorHarness()
  const agent = await harness.startAgent('first')
  const { as, projectId } = harness
  const server = harness.server()
  const clusterId = await server.services.clusters.ensureLocalCluster()
  const [root] = await server.call(calls.component.tree, { projectId }, as)
  const document = componentDocumentSchema.parse({
    steps: [
      {
        id: 'g',
        name: 'Goods',
        kind: 'request',
        protocol: 'http',
        http: { url: `http://127.0.0.1:${port}/api/goods/1` },
      },
    ],
  })
  const component = { projectId, parentId: root?.id ?? '', name: 'Goods', document }
  const { id: componentId } = await server.call(calls.component.create, component, as)
  const { id: setId } = await server.call(calls.scenario.createSet, { projectId, name: 'Daily' }, as)
  const scenario = scenarioDocumentSchema.parse({
    bindings: [{ componentId, percentage: 100 }],
    clusterId,
    loadModel: { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 12, loops: 0 },
  })
  const { id: scenarioId } = await server.call(
    calls.scenario.create,
    { projectId, parentId: setId, name: 'Peak', document: scenario },
    as,
  )
  const intervals = { frequencyMs: 1_000, sendIntervalMs: 1_000, receiveIntervalMs: 1_000, agentId: agent.id }
  const host = { projectId, name: 'Machine', type: 'host', params: {}, ...intervals }
  const { id: monitorId } = await server.call(calls.monitor.create, host, as)
  const counters = [{ section: 'cpu', counter: 'busyPercent' }]
  const topology = {
    nodes: [
      newLinkNode({ id: 'host', kind: 'host', alias: 'Machine', monitorId, counters }),
      newLinkNode({ id: 'shop', kind: 'external', alias: 'Shop' }),
    ],
    edges: [newLinkEdge({ id: 'e', from: 'shop', to: 'host', alias: 'runs on', protocol: 'other' })],
  }
  const link = { projectId, id: null, revision: 0, name: 'Shop link', topology }
  const { id } = await server.call(calls.monitorView.saveMonitorView, link, as)
  await server.call(calls.monitorLink.bind, { projectId, id, scenarioIds: [scenarioId] }, as)
  const order = { projectId, name: 'ci', expiresInDays: 1, functions: [] }
  const functions = ['scenario.view', 'run.view', 'run.execute', 'run.control'] as const
  token = (await server.call(calls.apiToken.create, { ...order, functions: [...functions] }, as)).token
}, 120_000)
afterAll(async () => {
  await harness.close()
  shop.closeAllConnections()
  shop.close()
  rmSync(folder, { recursive: true })
})

const resultSchema = z.object({
  state: z.string(),
  requests: z.number(),
  monitoring: z.object({
    links: z.array(z.string()),
    counters: z.array(
      z.object({
        counter: z.string(),
        min: z.number(),
        avg: z.number(),
        max: z.number(),
        values: z.number(),
      }),
    ),
    timelineCounters: z.array(z.string()),
    timeline: z.array(
      z.object({
        fromMs: z.number(),
        toMs: z.number(),
        requests: z.number(),
        counters: z.array(z.number().nullable()),
      }),
    ),
  }),
})

test('a scenario runs on its server with its links; load and chosen counters are shown for the same time, and over the run', async () => {
  const file = join(folder, 'result.json')
  const address = `http://127.0.0.1:${harness.port}`
  const args = ['run', 'Daily/Peak', '--scenario', '--server', address, '--json', '--summary', file]
  const env = { ...process.env, NO_COLOR: '1', PONE_API_TOKEN: token }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err).toMatch(/^pone: run #1 of Peak started on the server$/m)
  expect(err).toMatch(
    /^0:(05|10) {2}users 2 {2}[\d.,]+\/s {2}failed 0 {2}avg [\d.]+ ms {2}\| Machine: CPU use [\d.]+ %$/m,
  )
  expect(err).toMatch(/^Monitoring: Shop link; 1 monitors, \d+ counters$/m)
  expect(err).toMatch(/^counter +min +avg +max +values$/m)
  const result = resultSchema.parse(JSON.parse(out))
  expect(resultSchema.parse(JSON.parse(readFileSync(file, 'utf8')))).toEqual(result)
  const { links, counters, timeline, timelineCounters } = result.monitoring
  expect([result.state, links, timelineCounters]).toEqual(['complete', ['Shop link'], ['Machine: CPU use']])
  expect(counters).toHaveLength(1)
  expect(counters[0]?.values).toBeGreaterThan(3)
  const [{ min, avg, max } = { min: 0, avg: 0, max: 0 }] = counters
  expect(min <= avg && avg <= max && max <= 100).toBe(true)
  expect(timeline[0]).toMatchObject({ fromMs: 0, toMs: 5_000 })
  // On a busy machine the first values may come after that.
  expect(timeline.flatMap(point => point.counters).filter(value => value !== null)).not.toEqual([])
  // The requests of the timeline are all requests of the run.
  expect(timeline.reduce((sum, point) => sum + point.requests, 0)).toBe(result.requests)
}, 120_000)
