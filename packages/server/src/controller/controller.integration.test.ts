import { afterEach, beforeEach, expect, test } from 'vitest'
import { constantLoad, documentOf } from '../link/bench-target.ts'
import { createRunBench, type RunBench } from './run-bench.ts'

let bench: RunBench
beforeEach(async () => {
  bench = await createRunBench()
})
afterEach(() => bench.close())

const scenario = (durationSeconds: number, users = 5) =>
  bench.addScenario(documentOf(bench.target.url), { loadModel: constantLoad(users, durationSeconds) })

test('a run executes on a real agent, completes, and reconciles with what the target received', async () => {
  await bench.startAgent({ workers: 2 })
  const run = await bench.start(await scenario(3))
  expect(run).toMatchObject({ number: 1, state: 'readyToRun', startedBy: 'tester' })
  const ended = await bench.ended(run.id)
  expect(ended).toMatchObject({
    state: 'complete',
    cause: 'planned',
    requests: bench.target.received(),
    failed: 0,
  })
  expect(ended.peakUsers).toBe(5)
  const [report] = await bench.execution().reports.list(bench.projectId, run.id)
  expect(report).toMatchObject({ state: 'successful', fromMs: 0 })
  const { content } = await bench.execution().reports.get(bench.projectId, report?.id ?? '')
  expect(content?.reconciliation).toMatchObject({
    isReconciled: true,
    sent: bench.target.received(),
    counted: bench.target.received(),
    lost: 0,
  })
  expect(content?.total.count).toBe(bench.target.received())
  expect(content?.verdict).toBe('noSla')
})
