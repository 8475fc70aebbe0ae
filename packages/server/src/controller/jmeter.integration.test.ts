/** Proves with the real JMeter that machines share one plan: users and rows are split, and what the target received is counted. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scenarioDocumentSchema } from '@pone/contract/entities/scenario.ts'
import { element, get, planOfThreads, quickJava } from '@pone/jmeter/jmx/real-plans.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRunBench, type RunBench } from './run-bench.ts'

// Two JMeters on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const paths: string[] = []
const target = createServer((request, response) => {
  paths.push(request.url ?? '')
  response.end('{}')
})
let bench: RunBench
let url = ''

beforeEach(async () => {
  bench = await createRunBench()
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
})
afterEach(async () => {
  target.closeAllConnections()
  target.close()
  await bench.close()
})

test('two machines share the users of a plan and the rows of its file, and count what the target received', async () => {
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
  await Promise.all([bench.startAgent({ name: 'one' }), bench.startAgent({ name: 'two' })])
  const scenarioId = await bench.addJmeterScenario(
    plan,
    { 'rows.csv': `${rows.join('\n')}\n` },
    {
      loadModel: { kind: 'constant', users: 3, rampUpSeconds: 0, durationSeconds: 120, loops: 0 },
      jmeter: scenarioDocumentSchema.shape.jmeter.parse({ jvmOptions: quickJava }),
    },
  )
  const run = await bench.start(scenarioId)
  expect(run).toMatchObject({ engine: 'JMeter', labels: [] })
  const ended = await bench.ended(run.id)
  expect(paths.toSorted()).toEqual(rows.map(row => `/${row}`).toSorted())
  expect(ended).toMatchObject({ state: 'complete', cause: 'planned', requests: 60, failed: 0 })
  expect(ended.labels).toMatchObject([{ index: 0, name: 'order', kind: 'request', component: 'plan' }])
  const live = await bench.execution().runs.live(bench.projectId, run.id)
  expect(live.labels).toMatchObject([{ count: 60, label: { name: 'order' } }])
  const [report] = await bench.execution().reports.list(bench.projectId, run.id)
  const { content } = await bench.execution().reports.get(bench.projectId, report?.id ?? '')
  expect(content?.reconciliation).toMatchObject({ isReconciled: true, sent: 60, counted: 60, lost: 0 })
  expect(content?.reconciliation?.machines).toHaveLength(2)
})

test('a plan that cannot carry the load is refused with the reason before there is a run', async () => {
  await bench.startAgent()
  const empty = planOfThreads(1, 1, '').replaceAll(
    /<ThreadGroup[\s\S]*<\/ThreadGroup>\s*<hashTree><\/hashTree>/g,
    '',
  )
  const scenarioId = await bench.addJmeterScenario(empty, {}, {})
  await expect(bench.start(scenarioId)).rejects.toMatchObject({
    code: 'ScenarioIncomplete',
    params: { detail: { zh: expect.any(String), en: expect.stringContaining('thread group') } },
  })
})
