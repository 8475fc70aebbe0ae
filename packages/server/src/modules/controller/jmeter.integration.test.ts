/** Load of a JMeter plan on several machines, with the real JMeter: users and rows are split, and the target counts the requests. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { element, get, pause, planAround, planOfThreads, quickJava } from '@pone/jmeter/jmx/real-plans.ts'
import { loadModelSchema, scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRunHarness, type RunHarness } from './run-harness.ts'

// Two JMeter processes are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let paths: string[] = []
const target = createServer((request, response) => {
  paths.push(request.url ?? '')
  response.end('{}')
})
let harness: RunHarness
let url = ''

beforeEach(async () => {
  paths = []
  harness = await createRunHarness()
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
})
afterEach(async () => {
  target.closeAllConnections()
  target.close()
  await harness.close()
})

test('two machines share the users of a plan and the rows of its file, and count the requests that the target received', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => `row-${at}`)
  const file = element('CSVDataSet', 'rows', {
    filename: '/home/author/rows.csv',
    variableNames: 'row',
    delimiter: ',',
    recycle: 'false',
    stopThread: 'true',
    shareMode: 'shareMode.all',
  })
  const plan = planOfThreads(1, -1, file + get(url, 'order', '/${row}'))
  await Promise.all([harness.startAgent({ name: 'one' }), harness.startAgent({ name: 'two' })])
  const scenarioId = await harness.addJmeterScenario(
    plan,
    { 'rows.csv': `${rows.join('\n')}\n` },
    {
      loadModel: { kind: 'constant', users: 3, rampUpSeconds: 0, durationSeconds: 120, loops: 0 },
      jmeter: scenarioDocumentSchema.shape.jmeter.parse({ jvmOptions: quickJava }),
    },
  )
  const run = await harness.start(scenarioId)
  expect(run).toMatchObject({ engine: 'jmeter', labels: [] })
  const ended = await harness.ended(run.id)
  expect(paths.toSorted()).toEqual(rows.map(row => `/${row}`).toSorted())
  expect(ended).toMatchObject({ state: 'complete', cause: 'planned', requests: 60, failed: 0 })
  expect(ended.labels).toMatchObject([{ index: 0, name: 'order', kind: 'request', component: 'plan' }])
  const live = await harness.execution().runs.live(harness.projectId, run.id)
  expect(live.labels).toMatchObject([{ count: 60, label: { name: 'order' } }])
  const [report] = await harness.execution().reports.list(harness.projectId, run.id)
  const { content } = await harness.execution().reports.get(harness.projectId, report?.id ?? '')
  expect(content?.reconciliation).toMatchObject({ isReconciled: true, sent: 60, counted: 60, lost: 0 })
  expect(content?.reconciliation?.machines).toHaveLength(2)
})

test('a scenario with thread-group load keeps the thread groups of a plan, shared by two machines; one without an end is refused', async () => {
  await Promise.all([harness.startAgent({ name: 'one' }), harness.startAgent({ name: 'two' })])
  const document = {
    loadModel: loadModelSchema.parse({ kind: 'threadGroups' }),
    jmeter: scenarioDocumentSchema.shape.jmeter.parse({ jvmOptions: quickJava }),
  }
  const plan = planOfThreads(3, 4, get(url, 'order', '/order'))
  const ended = await harness.ended(
    (await harness.start(await harness.addJmeterScenario(plan, {}, document))).id,
  )
  expect(ended).toMatchObject({ state: 'complete', cause: 'planned', requests: 12, failed: 0 })
  expect(paths).toEqual(Array.from({ length: 12 }, () => '/order'))
  expect(ended.scenario.loadModel).toMatchObject({ groups: [{ threads: 3, loops: 4 }] })
  const endless = await harness.addJmeterScenario(
    planOfThreads(3, -1, get(url, 'order', '/order')),
    {},
    document,
  )
  await expect(harness.start(endless)).rejects.toMatchObject({
    params: { detail: { en: expect.stringContaining('loops forever and has no duration') } },
  })
})

test('two plans share the load by percentage on two machines, set-up groups run on one of them, and special characters in properties are kept', async () => {
  const values = ['two words', `"q" 'q'`, '$(id)`id`;|&', 'a=b', '商品']
  const names = values.map((_, index) => get(url, 'value', `/value/\${__urlencode(\${__P(v${index})})}`))
  const most = planAround(planOfThreads(1, 1, get(url, 'most', '/most') + pause(50)), {
    setUp: names.join(''),
    tearDown: get(url, 'drop', '/drop'),
  })
  const least = planOfThreads(1, 1, get(url, 'least', '/least') + pause(50))
  await Promise.all([harness.startAgent({ name: 'one' }), harness.startAgent({ name: 'two' })])
  const bindings = [
    { componentId: harness.addJmeterComponent('most', most, {}), percentage: 75 },
    { componentId: harness.addJmeterComponent('least', least, {}), percentage: 25 },
  ]
  const steps = { start: 0, step: 1, intervalSeconds: 1, max: 4, holdSeconds: 60, rampDownSeconds: 0 }
  const scenarioId = await harness.addJmeterScenario(
    '',
    {},
    {
      bindings,
      loadModel: { kind: 'incremental', ...steps },
      jmeter: scenarioDocumentSchema.shape.jmeter.parse({
        jvmOptions: quickJava,
        setUpOn: 'oneMachine',
        properties: values.map((value, index) => ({ name: `v${index}`, value })),
      }),
    },
  )
  const run = await harness.start(scenarioId)
  await harness.until('all users are there', () =>
    harness.published.some(
      message => message.kind === 'runTick' && message.runId === run.id && message.run.peakUsers >= 4,
    ),
  )
  await harness.execution().runs.stop(harness.projectId, run.id, 'tester')
  const ended = await harness.ended(run.id)
  expect(ended).toMatchObject({ state: 'userStopped', requests: paths.length, failed: 0 })
  const received = paths.filter(path => path.startsWith('/value/'))
  expect(received.map(path => decodeURIComponent(path.slice(7).replaceAll('+', ' ')))).toEqual(values)
  expect(paths.filter(path => path === '/drop')).toHaveLength(1)
  const [mosts, leasts] = ['/most', '/least'].map(wanted => paths.filter(path => path === wanted).length)
  // One of the four users executes the second plan, and it starts early.
  expect(mosts).toBeGreaterThan(leasts ?? 0)
  expect(leasts).toBeGreaterThan(0)
  const [report] = await harness.execution().reports.list(harness.projectId, run.id)
  const { content } = await harness.execution().reports.get(harness.projectId, report?.id ?? '')
  expect(content?.reconciliation).toMatchObject({ isReconciled: true, sent: paths.length })
})

test('a version that the machine does not have is refused by name before a run is created', async () => {
  await harness.startAgent({ name: 'shop-load' })
  const scenarioId = await harness.addJmeterScenario(
    planOfThreads(1, 1, get(url, 'home')),
    {},
    { jmeter: scenarioDocumentSchema.shape.jmeter.parse({ version: '1.0' }) },
  )
  await harness.untilMachine(machine => machine.jmeter !== undefined)
  await expect(harness.start(scenarioId)).rejects.toMatchObject({
    params: { detail: { zh: '压力机 shop-load 没有安装 JMeter 1.0' } },
  })
})

test('a plan that cannot generate the load is refused with the reason before a run is created', async () => {
  await harness.startAgent()
  const empty = planOfThreads(1, 1, '').replaceAll(
    /<ThreadGroup[\s\S]*<\/ThreadGroup>\s*<hashTree><\/hashTree>/g,
    '',
  )
  const scenarioId = await harness.addJmeterScenario(empty, {}, {})
  await expect(harness.start(scenarioId)).rejects.toMatchObject({
    code: 'ScenarioIncomplete',
    params: { detail: { zh: expect.any(String), en: expect.stringContaining('thread group') } },
  })
})
