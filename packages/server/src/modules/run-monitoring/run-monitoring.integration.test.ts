/** A run with bound monitoring links: the real shop with a pool that is too small, a real agent that drives it and collects, and the real server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { calls } from '@pone/contract/calls/registry.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { type LoadModel, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createMonitorHarness, type MonitorHarness } from '../monitor/monitor-harness.ts'

/** Long enough that a busy machine changes little of what the pool lets pass: 40 requests per second. */
const poolMs = 300
/** The clock of the machine that collects, and drives no load, is that far ahead of the server's. */
const clockMs = 7 * 60_000

/** A module that moves the clock of the process which imports it. */
const clockModule = (aheadMs: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    const Usual = Date
    const now = () => Usual.now() + ${aheadMs}
    globalThis.Date = class extends Usual {
      constructor(...given) {
        if (given.length === 0) super(now())
        else super(...given)
      }
      static now() {
        return now()
      }
    }`)}`

let harness: MonitorHarness
let shop: ChildProcess
let shopAddress = ''
let clusterId = ''
let hostId = ''
let shopId = ''
let setId = ''
let componentId = ''

beforeAll(async () => {
  const shopProgram = new URL('../../../../demo-target/src/main.ts', import.meta.url).pathname
  shop = spawn(process.execPath, [shopProgram, '--port', '0'], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (shop.stdout === null) throw new Error('the shop has no output')
  const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(shop.stdout, 'data'))
  shopAddress = z.object({ address: z.string() }).parse(JSON.parse(String(line))).address
  const settings = { latencyMs: 2, latencyJitterMs: 2, poolSize: 12, poolMs }
  await fetch(`${shopAddress}/control/settings`, { method: 'POST', body: JSON.stringify(settings) })
  harness = await createMonitorHarness()
  await harness.startAgent('first')
  const { as, projectId } = harness
  const server = harness.server()
  clusterId = await server.services.clusters.ensureLocalCluster()
  await server.addUser('chief', true)
  const chief = {
    token: (await server.signIn('chief', { isAdministrator: true })).token,
    isAdministrator: true,
  }
  const { id: apart } = await server.call(calls.cluster.create, { name: 'apart', isPublic: true }, chief)
  const moved = { NODE_OPTIONS: `--import=${clockModule(clockMs)}` }
  const agent = await harness.startAgent('ahead', moved, apart)
  const intervals = { frequencyMs: 1_000, sendIntervalMs: 1_000, receiveIntervalMs: 1_000, agentId: agent.id }
  const { port } = new URL(shopAddress)
  const monitor = async (name: string, type: string, params = {}) =>
    (await server.call(calls.monitor.create, { projectId, name, type, params, ...intervals }, as)).id
  hostId = await monitor('Host', 'host')
  shopId = await monitor('Shop', 'demo-shop', { host: '127.0.0.1', port: Number(port) })
  const [root] = await server.call(calls.component.tree, { projectId }, as)
  const document = componentDocumentSchema.parse({
    steps: [
      {
        id: 'goods',
        name: 'Goods',
        kind: 'request',
        protocol: 'http',
        http: { url: `${shopAddress}/api/goods/1` },
      },
    ],
  })
  componentId = (
    await server.call(
      calls.component.create,
      { projectId, parentId: root?.id ?? '', name: 'c', document },
      as,
    )
  ).id
  setId = (await server.call(calls.scenario.createSet, { projectId, name: 's' }, as)).id
}, 120_000)
afterAll(async () => {
  await harness.close()
  shop.stdin?.end()
})

async function scenarioOf(name: string, loadModel: LoadModel): Promise<string> {
  const { as, projectId } = harness
  const document = scenarioDocumentSchema.parse({
    bindings: [{ componentId, percentage: 100 }],
    clusterId,
    loadModel,
  })
  return (
    await harness.server().call(calls.scenario.create, { projectId, parentId: setId, name, document }, as)
  ).id
}

const constant = (durationSeconds: number): LoadModel => ({
  kind: 'constant',
  users: 2,
  rampUpSeconds: 0,
  durationSeconds,
  loops: 0,
})

/** A saved link of both monitors that is bound to these scenarios. */
async function link(name: string, scenarioIds: readonly string[]): Promise<string> {
  const { as, projectId } = harness
  const topology = {
    nodes: [
      newLinkNode({ id: 'shop', kind: 'monitor', alias: 'Shop', monitorId: shopId }),
      newLinkNode({ id: 'host', kind: 'host', alias: 'Host', monitorId: hostId }),
    ],
    edges: [newLinkEdge({ id: 'e', from: 'shop', to: 'host', alias: 'runs on', protocol: 'http' })],
  }
  const saved = { projectId, id: null, revision: 0, name, topology }
  const { id } = await harness.server().call(calls.monitorView.saveMonitorView, saved, as)
  await harness.server().call(calls.monitorLink.bind, { projectId, id, scenarioIds: [...scenarioIds] }, as)
  return id
}

/** Starts the link, and waits for first values, for which a busy machine takes seconds. */
async function startCollecting(id: string): Promise<void> {
  const { as, projectId } = harness
  const begunAt = Date.now()
  await harness.server().call(calls.monitorLink.start, { projectId, ids: [id] }, as)
  for (const monitorId of [shopId, hostId])
    await harness.monitor(monitorId, ({ lastAt }) => (lastAt ?? 0) > begunAt, 60_000)
}

const isRunning = async (id: string): Promise<boolean> =>
  (
    await harness
      .server()
      .call(calls.monitorView.getMonitorView, { projectId: harness.projectId, id }, harness.as)
  ).isRunning

const start = async (scenarioId: string): Promise<string> => {
  const { as, projectId } = harness
  return (await harness.server().call(calls.run.start, { projectId, scenarioId }, as)).id
}

/** Milliseconds since its start. */
const elapsed = async (id: string): Promise<number> => {
  const { as, projectId } = harness
  const { startedAt, now } = await harness.server().call(calls.run.get, { projectId, id }, as)
  return startedAt === null ? 0 : now - startedAt
}

const runningFor = (id: string, seconds: number): Promise<void> =>
  expect.poll(() => elapsed(id), { timeout: 60_000 }).toBeGreaterThan(seconds * 1_000)

/** Stops the link during the run; returns between which milliseconds of the run that was. */
async function stopDuring(
  runId: string,
  linkId: string,
): Promise<readonly [earliest: number, latest: number]> {
  const { as, projectId } = harness
  const earliest = await elapsed(runId)
  await harness.server().call(calls.monitorLink.stop, { projectId, ids: [linkId] }, as)
  return [earliest, await elapsed(runId)]
}

/** Waits until the run is over and its report is made. */
async function reportOf(runId: string) {
  const { as, projectId } = harness
  const server = harness.server()
  const state = async () => (await server.call(calls.run.get, { projectId, id: runId }, as)).state
  await expect.poll(async () => isActiveRun(await state()), { timeout: 90_000 }).toBe(false)
  await server.services.controller.settled(runId)
  const [report] = await server.call(calls.report.list, { projectId, runId }, as)
  const { content } = await server.services.reports.get(projectId, report?.id ?? '')
  if (content === null) throw new Error(`no report: ${report?.failure}`)
  return { id: report?.id ?? '', content }
}

/** Names of load tests are told of a monitoring stream only to those who may view executions; exports alike. */
async function expectNoRunsWithoutRight(id: string): Promise<void> {
  const { as, projectId } = harness
  const server = harness.server()
  const functions = ['monitor.view' as const]
  const order = { projectId, name: 'wall', functions, expiresInDays: 1 }
  const { token } = await server.call(calls.apiToken.create, order, as)
  const flow = await server.call(calls.flowReport.get, { projectId, id }, { token })
  expect(flow.runs).toEqual([])
  expect(flow.events.filter(({ kind }) => kind === 'run')).toEqual([])
  expect(flow.notes.some(({ text }) => text.en.startsWith('Load tests of this time are not listed'))).toBe(
    true,
  )
  for (const { path } of [calls.flowReport.exportHtml, calls.flowReport.exportCsv]) {
    const ask = async (who: string) =>
      server.app.inject({
        method: 'POST',
        url: `${apiBase}${path}`,
        headers: { token: who, 'content-type': 'application/json' },
        payload: { projectId, id, language: 'en' },
      })
    expect((await ask(as.token ?? '')).body).toContain('Load test #')
    expect((await ask(token)).body).not.toContain('Load test #')
  }
}

it('starts the bound links with the run and stops them with it, unless another run needs them or they ran before', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  const [one, two] = [await scenarioOf('one', constant(6)), await scenarioOf('two', constant(9))]
  const own = await link('own', [one, two])
  const ran = await link('ran before', [one])
  await startCollecting(ran)
  const first = await start(one)
  await expect.poll(() => isRunning(own)).toBe(true)
  await runningFor(first, 2)
  const live = await server.call(calls.runMonitoring.get, { projectId, id: first }, as)
  const second = await start(two)
  expect(live?.links).toMatchObject([
    { name: 'own', isStartedByRun: true, untilMs: null },
    { name: 'ran before', isStartedByRun: false, untilMs: null },
  ])
  expect(live?.monitors.map(({ name, isDeleted }) => [name, isDeleted])).toEqual([
    ['Shop', false],
    ['Host', false],
  ])
  await reportOf(first)
  expect([await isRunning(own), await isRunning(ran)]).toEqual([true, true])
  await reportOf(second)
  expect([await isRunning(own), await isRunning(ran)]).toEqual([false, true])
  await server.call(calls.monitorLink.stop, { projectId, ids: [ran] }, as)
  const { rows } = await server.call(calls.monitorLink.sessions, { projectId, linkId: own }, as)
  const flow = await server.call(calls.flowReport.get, { projectId, id: rows[0]?.id ?? '' }, as)
  expect(flow.runs.map(({ id, untilMs }) => [id, untilMs === null])).toEqual([
    [first, false],
    [second, false],
  ])
  expect(flow.events.filter(({ runId }) => runId !== null)).toMatchObject([{ name: 'one' }, { name: 'two' }])
  await expectNoRunsWithoutRight(rows[0]?.id ?? '')
  const kept = await server.call(calls.runMonitoring.get, { projectId, id: first }, as)
  const use = kept?.series.filter(({ counter, labels }) => counter === 'inUse' && labels['limit'] === 'pool')
  expect(use).toMatchObject([{ nature: 'held', capacity: [[expect.any(Number), 12]], stepMs: 1_000 }])
  const values = use?.[0]?.values.filter(value => value !== null) ?? []
  expect(values.length).toBeGreaterThan(2)
  expect(Math.max(...values)).toBeGreaterThanOrEqual(2)
  // The machine's clock is minutes ahead; its values stand where they were collected by the server's clock.
  expect(use?.[0]?.fromMs).toBeGreaterThanOrEqual(0)
  const { startedAt, endedAt } = await server.call(calls.run.get, { projectId, id: first }, as)
  expect(use?.[0]?.fromMs).toBeLessThan((endedAt ?? Number.NaN) - (startedAt ?? Number.NaN))
  expect(kept?.monitors[0]?.clockOffsetMs).toBeGreaterThan(clockMs - 2_000)
  expect(kept?.monitors[0]?.clockOffsetMs).toBeLessThan(clockMs + 2_000)
  expect(kept?.notes.map(({ text }) => text.en).join()).toMatch(
    /The clock of \S+ differs from the server’s by 4(19|20|21)\d{3} ms; times are by the server’s clock/,
  )
  expect(kept?.series.some(({ counter, unit }) => counter === 'busyPercent' && unit === '%')).toBe(true)
}, 120_000)

it('says in mid-run that a link was stopped, and keeps its figures when the monitor is deleted', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  const scenario = await scenarioOf('three', constant(8))
  const id = await link('stopped', [scenario])
  const run = await start(scenario)
  await runningFor(run, 4)
  const [earliest, latest] = await stopDuring(run, id)
  await reportOf(run)
  const kept = await server.call(calls.runMonitoring.get, { projectId, id: run }, as)
  const [{ untilMs } = { untilMs: null }] = kept?.links ?? []
  expect(untilMs).toBeGreaterThanOrEqual(earliest)
  expect(untilMs).toBeLessThanOrEqual(latest)
  expect(kept?.gaps.some(({ cause, fromMs }) => cause === 'stopped' && fromMs > 3_000)).toBe(true)
  await server.call(calls.monitorLink.delete, { projectId, ids: [id] }, as)
  await server.addUser('stranger')
  const stranger = { token: (await server.signIn('stranger')).token }
  const other = await server.call(calls.project.create, { name: 'Other', code: 'OTHER' }, stranger)
  expect(
    await server.fail(calls.runMonitoring.get, { projectId: other.id, id: run }, stranger),
  ).toMatchObject({ code: 'NotFound' })
}, 120_000)

it('a run longer than its link keeps what the link collected, says until when, and stops nothing', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  const scenario = await scenarioOf('longer', constant(9))
  const id = await link('shorter', [scenario])
  await startCollecting(id)
  const run = await start(scenario)
  await runningFor(run, 3)
  const [earliest, latest] = await stopDuring(run, id)
  // Its next session belongs to somebody else, not to the run.
  await runningFor(run, 5)
  await server.call(calls.monitorLink.start, { projectId, ids: [id] }, as)
  const { content } = await reportOf(run)
  expect(await isRunning(id)).toBe(true)
  await server.call(calls.monitorLink.stop, { projectId, ids: [id] }, as)
  const { monitoring } = content
  const untilMs = monitoring?.links[0]?.untilMs ?? 0
  expect(untilMs).toBeGreaterThanOrEqual(earliest)
  expect(untilMs).toBeLessThanOrEqual(latest)
  expect(monitoring?.notes[0]).toMatchObject({
    name: 'shorter',
    isProblem: true,
    text: {
      en: expect.stringMatching(
        /^ran before the run and was not stopped with it; stopped at 0:0[\d.]+; no data after that$/,
      ),
    },
  })
  const gap = monitoring?.gaps.find(({ cause, monitorId }) => cause === 'stopped' && monitorId === shopId)
  expect(gap?.fromMs).toBeGreaterThan(2_500)
  const use = monitoring?.series.find(
    ({ counter, labels }) => counter === 'inUse' && labels['limit'] === 'pool',
  )
  const atOf = (index: number) => (use?.fromMs ?? 0) + index * (use?.stepMs ?? 0)
  const known = use?.values.flatMap((value, index) => (value === null ? [] : [atOf(index)])) ?? []
  expect(known.some(at => at < untilMs)).toBe(true)
  expect(known.filter(at => at > untilMs)).toEqual([])
}, 120_000)

it('names the pool that gave way in the report, in its exports, and says of a constant load that it has no knee', {
  timeout: 240_000,
}, async () => {
  const { as, projectId } = harness
  const server = harness.server()
  const steps: LoadModel = {
    kind: 'incremental',
    start: 1,
    step: 1,
    intervalSeconds: 1,
    max: 50,
    holdSeconds: 2,
    rampDownSeconds: 0,
  }
  const names = ['climbing', 'level', 'judged'].map(name => `${name} ${Date.now()}`)
  const [climbing, level] = [
    await scenarioOf(names[0] ?? '', steps),
    await scenarioOf(names[1] ?? '', constant(20)),
  ]
  await link(names[2] ?? '', [climbing, level])
  const { id, content } = await reportOf(await start(climbing))
  expect(content.missing).toEqual([])
  const { bottleneck, monitoring } = content
  // On a machine that other work keeps busy the knee may stay uncertain; then the pool is the lowest projected ceiling.
  expect(bottleneck?.kind).toMatch(/^(bottleneck|notReached)$/)
  expect(bottleneck?.sentence.en).toContain('Shop: In use (pool)')
  expect(bottleneck?.drive).toBe('users')
  expect(bottleneck?.ranked[0]?.nature).toBe('held')
  expect(bottleneck?.ranked[0]?.names.en).toBe('Shop: In use (pool)')
  // It lets 40/s pass; after a climb of seconds the interval may be too wide to be told.
  const { value: allowed } = bottleneck?.ranked[0]?.ceiling ?? { value: 40 }
  expect(allowed).toBeGreaterThan(30)
  expect(allowed).toBeLessThan(50)
  const waiting = bottleneck?.correlations.find(each => each.names.en === 'Shop: Waiting (pool)')
  expect(waiting?.r).toBeGreaterThan(0.7)
  expect(monitoring?.notes[0]).toMatchObject({ name: names[2], text: { en: 'started with the run' } })
  const exported = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${calls.report.exportHtml.path}`,
    headers: { token: as.token ?? '', 'content-type': 'application/json' },
    payload: { projectId, id, language: 'en' },
  })
  expect(exported.body).toContain(bottleneck?.sentence.en)
  expect(exported.body).toContain('<h2>Monitoring</h2>')
  const constantReport = await reportOf(await start(level))
  expect(constantReport.content.bottleneck).toMatchObject({ kind: 'notEnoughData', knee: null })
  expect(constantReport.content.bottleneck?.sentence.en).toContain('the load was constant')
})
