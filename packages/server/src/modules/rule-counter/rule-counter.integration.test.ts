/** SLA rules on counters of monitors: the real shop, a real agent that drives it and collects, and the real server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { calls } from '@pone/contract/calls/registry.ts'
import { newLinkEdge, newLinkNode } from '@pone/contract/entities/monitor-link-parts.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { type SlaRule, scenarioDocumentSchema, slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createMonitorHarness, type MonitorHarness } from '../monitor/monitor-harness.ts'

let harness: MonitorHarness
let shop: ChildProcess
let clusterId = ''
let shopId = ''
let setId = ''
let componentId = ''

beforeAll(async () => {
  const shopProgram = new URL('../../../../demo-target/src/main.ts', import.meta.url).pathname
  shop = spawn(process.execPath, [shopProgram, '--port', '0'], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (shop.stdout === null) throw new Error('the shop has no output')
  const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(shop.stdout, 'data'))
  const shopAddress = z.object({ address: z.string() }).parse(JSON.parse(String(line))).address
  const settings = { latencyMs: 2, latencyJitterMs: 2, poolSize: 12, poolMs: 100 }
  await fetch(`${shopAddress}/control/settings`, { method: 'POST', body: JSON.stringify(settings) })
  harness = await createMonitorHarness()
  const agent = await harness.startAgent('first')
  const { as, projectId } = harness
  const server = harness.server()
  clusterId = await server.services.clusters.ensureLocalCluster()
  const intervals = {
    frequencyMs: 1_000,
    sendIntervalMs: 1_000,
    receiveIntervalMs: 1_000,
    agentId: agent.id,
  }
  const params = { host: '127.0.0.1', port: Number(new URL(shopAddress).port) }
  shopId = (
    await server.call(
      calls.monitor.create,
      { projectId, name: 'Shop', type: 'demo-shop', params, ...intervals },
      as,
    )
  ).id
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
  const component = { projectId, parentId: root?.id ?? '', name: 'c', document }
  componentId = (await server.call(calls.component.create, component, as)).id
  setId = (await server.call(calls.scenario.createSet, { projectId, name: 's' }, as)).id
}, 120_000)
afterAll(async () => {
  await harness.close()
  shop.stdin?.end()
})

/** The pool's use, while it holds. */
const poolRule = (over: object = {}, counter: object = {}): SlaRule =>
  slaRuleSchema.parse({
    id: 'pool',
    metric: 'counter',
    counter: {
      monitorId: shopId,
      monitorName: '',
      section: 'limits',
      counter: 'inUse',
      labels: { limit: 'pool' },
      names: { zh: '', en: '' },
      unit: '',
      ...counter,
    },
    operator: '<',
    threshold: 5,
    window: { kind: 'for', seconds: 2 },
    action: 'record',
    whenNotRun: 'fail',
    ...over,
  })

const documentOf = (sla: readonly SlaRule[], users: number, durationSeconds: number) =>
  scenarioDocumentSchema.parse({
    bindings: [{ componentId, percentage: 100 }],
    clusterId,
    loadModel: { kind: 'constant', users, rampUpSeconds: 0, durationSeconds, loops: 0 },
    sla,
  })

/** A scenario whose link, with the monitor of the shop, is bound to it. */
async function scenarioOf(
  name: string,
  sla: readonly SlaRule[],
  users: number,
  seconds: number,
): Promise<string> {
  const { as, projectId } = harness
  const server = harness.server()
  const document = documentOf(sla, users, seconds)
  const { id } = await server.call(calls.scenario.create, { projectId, parentId: setId, name, document }, as)
  const topology = {
    nodes: [
      newLinkNode({ id: 'shop', kind: 'monitor', alias: 'Front', monitorId: shopId }),
      newLinkNode({ id: 'host', kind: 'external', alias: 'Store' }),
    ],
    edges: [newLinkEdge({ id: 'e', from: 'shop', to: 'host', alias: 'calls', protocol: 'http' })],
  }
  const link = { projectId, id: null, revision: 0, name, topology }
  const saved = await server.call(calls.monitorView.saveMonitorView, link, as)
  await server.call(calls.monitorLink.bind, { projectId, id: saved.id, scenarioIds: [id] }, as)
  return id
}

const start = async (scenarioId: string): Promise<string> =>
  (await harness.server().call(calls.run.start, { projectId: harness.projectId, scenarioId }, harness.as)).id

const liveOf = (id: string) =>
  harness.server().call(calls.run.live, { projectId: harness.projectId, id }, harness.as)

/** Waits until the run is over and its report is made. */
async function ended(runId: string) {
  const { as, projectId } = harness
  const server = harness.server()
  await expect
    .poll(async () => isActiveRun((await server.call(calls.run.get, { projectId, id: runId }, as)).state), {
      timeout: 90_000,
    })
    .toBe(false)
  await server.services.controller.settled(runId)
  const [report] = await server.call(calls.report.list, { projectId, runId }, as)
  const { content } = await server.services.reports.get(projectId, report?.id ?? '')
  if (content === null) throw new Error(`no report: ${report?.failure}`)
  return { run: await liveOf(runId), reportId: report?.id ?? '', content }
}

it('offers the counters of bound links, checks rules when they are saved, and refuses what is not the project’s', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  const scenario = await scenarioOf('choices', [poolRule()], 1, 5)
  const choices = await server.call(calls.ruleCounter.choices, { projectId, scenarioId: scenario }, as)
  expect(choices.monitors).toMatchObject([{ id: shopId, name: 'Shop', nodes: ['Front'] }])
  const sections = choices.sections[choices.monitors[0]?.sectionsOf ?? ''] ?? []
  expect(sections.find(({ key }) => key === 'limits')).toMatchObject({ hasSeries: true })
  const stored = await server.call(calls.scenario.get, { projectId, id: scenario }, as)
  // Names and units are those of the type, whatever a caller says.
  expect(stored.document.sla[0]?.counter).toMatchObject({
    monitorName: 'Shop',
    unit: 'count',
    names: { en: 'In use' },
  })

  await server.addUser('stranger')
  const stranger = { token: (await server.signIn('stranger')).token, language: 'en' as const }
  const other = await server.call(calls.project.create, { name: 'Other', code: 'OTHER' }, stranger)
  const set = await server.call(calls.scenario.createSet, { projectId: other.id, name: 's' }, stranger)
  const create = (rule: SlaRule, who = stranger, to = { projectId: other.id, parentId: set.id }) =>
    server.fail(calls.scenario.create, { ...to, name: 'x', document: documentOf([rule], 1, 5) }, who)
  const foreign = await create(poolRule())
  expect(foreign).toMatchObject({
    code: 'SlaMonitorUnknown',
    message: 'SLA rule 1 refers to a monitor that does not exist',
  })
  expect(await create(poolRule({}, { monitorId: '3b241101-e2bb-4255-8caf-4136c566a962' }))).toEqual(foreign)
  const own = { projectId, parentId: setId }
  const asEnglish = { token: as.token ?? '', language: 'en' as const }
  expect(await create(poolRule({}, { counter: 'nothing' }), asEnglish, own)).toMatchObject({
    code: 'SlaCounterUnknown',
  })
  expect(
    await server.call(
      calls.ruleCounter.choices,
      { projectId: other.id, scenarioId: scenario, monitorIds: [shopId] },
      stranger,
    ),
  ).toEqual({ monitors: [], sections: {}, existing: [] })
  const asked = { monitorId: shopId, section: 'limits', counter: 'inUse' }
  expect(
    await server.fail(calls.ruleCounter.series, { projectId: other.id, ...asked }, stranger),
  ).toMatchObject({ code: 'NotFound' })
  expect(
    await server.fail(calls.ruleCounter.choices, { projectId, scenarioId: scenario }, stranger),
  ).toMatchObject({ code: 'NotFound' })

  // A copy has the same rules and the same links.
  const [copy] = await server.call(calls.scenario.copy, { projectId, ids: [scenario], parentId: setId }, as)
  const ofCopy = await server.call(calls.ruleCounter.choices, { projectId, scenarioId: copy?.id ?? '' }, as)
  expect(ofCopy.monitors).toEqual(choices.monitors)

  // Without its link the rule stays, and the start says why it cannot be judged.
  const [link] = (await server.call(calls.monitorLink.list, { projectId, search: 'choices' }, as)).rows
  await server.call(calls.monitorLink.delete, { projectId, ids: [link?.id ?? ''] }, as)
  const { revision, document } = stored
  await server.call(calls.scenario.save, { projectId, id: scenario, revision, document }, as)
  expect(await server.fail(calls.run.start, { projectId, scenarioId: scenario }, as)).toMatchObject({
    code: 'ScenarioIncomplete',
    message: expect.stringContaining(
      'the monitor “Shop”, which is in no monitoring link bound to this scenario',
    ),
  })
}, 120_000)

it('stops the run, says which value of which monitor did, and judges alike in live page, report and exports', async () => {
  const { as, projectId } = harness
  const server = harness.server()
  const rules = [
    poolRule({ action: 'stop' }),
    poolRule({ id: 'idle', threshold: 1_000, window: { kind: 'wholeRun' } }),
  ]
  const run = await start(await scenarioOf('stop', rules, 20, 60))
  const { run: live, content, reportId } = await ended(run)
  expect(live.run.cause).toBe('slaStop')
  const cause = causeText(live.run.causeDetail, 'en')
  expect(cause).toMatch(
    /“Shop: In use \(pool\) < 5 · for 2 s” violated by every value collected in 0:[\d.]+–0:[\d.]+; the last one was \d+/,
  )
  const [broken, kept] = live.sla
  expect(broken).toMatchObject({ state: 'broken', violation: { value: expect.any(Number) } })
  expect(kept).toMatchObject({ state: 'passed', noData: null })
  expect(content.sla).toEqual(live.sla)
  expect(content.verdict).toBe('failed')
  const stopped = live.events.find(({ kind }) => kind === 'stopRequested')
  const told = live.events.find(({ kind }) => kind === 'slaBroken')
  expect(told?.params).toMatchObject({ ruleId: 'pool', threshold: 5 })
  // The run ends by the rule, long before its plan.
  expect(stopped?.at).toBeGreaterThan(broken?.firstBrokenAt ?? Number.NaN)
  expect(stopped?.at).toBeGreaterThanOrEqual(told?.at ?? Number.NaN)
  const exported = await server.app.inject({
    method: 'POST',
    url: `${apiBase}${calls.report.exportHtml.path}`,
    headers: { token: as.token ?? '', 'content-type': 'application/json' },
    payload: { projectId, id: reportId, language: 'en' },
  })
  expect(exported.body).toContain('Shop: In use (pool) &lt; 5 · for 2 s')
}, 120_000)

it('goes on judging after a restart of the server, and a monitor without values is neither kept nor broken', async () => {
  const { as, projectId } = harness
  const rules = [
    poolRule({ id: 'low', threshold: 4, window: { kind: 'within', seconds: 4 } }),
    poolRule({ id: 'high', threshold: 1_000 }),
  ]
  const run = await start(await scenarioOf('restart', rules, 20, 600))
  const broken = async () => (await liveOf(run)).sla.map(({ state }) => state)
  await expect.poll(broken, { timeout: 80_000 }).toEqual(['broken', 'passed'])
  const before = (await liveOf(run)).sla
  await harness.closeServer()
  await harness.openServer()
  await expect.poll(broken, { timeout: 40_000 }).toEqual(['broken', 'passed'])
  const after = (await liveOf(run)).sla
  expect(after[0]?.violation).toEqual(before[0]?.violation)
  const [link] = (await harness.server().call(calls.monitorLink.list, { projectId, search: 'restart' }, as))
    .rows
  await harness.server().call(calls.monitorLink.stop, { projectId, ids: [link?.id ?? ''] }, as)
  const stoppedAt = Date.now()
  // Values that are only late do not count as missing in the end.
  const isWithout = async () =>
    Date.now() - stoppedAt > 6_000 && (await liveOf(run)).sla.every(({ noData }) => noData?.isNow === true)
  await expect.poll(isWithout, { timeout: 60_000 }).toBe(true)
  await harness.server().call(calls.run.stop, { projectId, id: run }, as)
  const { run: live, content } = await ended(run)
  expect(content.sla).toEqual(live.sla)
  expect(content.sla).toMatchObject([
    { state: 'broken', violation: before[0]?.violation },
    { state: 'passed', noData: { isNow: false } },
  ])
  expect(content.sla[1]?.noData?.ms).toBeGreaterThan(3_000)
}, 240_000)
