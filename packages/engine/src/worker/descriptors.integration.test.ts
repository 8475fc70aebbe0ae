import { execFileSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { counted, pause, planOf, requestStep, sum, WorkerHarness } from './worker-harness.ts'

let harness: WorkerHarness
afterEach(() => harness.close())

test('a load worker without descriptors for more connections goes on, and its failures say so', async () => {
  harness = await WorkerHarness.open()
  const { target, worker } = harness
  const steps = [requestStep(target.url), pause]
  const plan = planOf({ steps }, { kind: 'constant', users: 100, rampUpSeconds: 0, durationSeconds: 1 })
  expect(await worker.prepare(plan)).toBeNull()
  execFileSync('prlimit', ['--pid', String(worker.child.pid), '--nofile=60:60'])
  worker.send({ kind: 'start', startAt: Date.now() })
  await worker.until('ended')
  const { batches } = worker
  expect(batches.at(-1)?.end).toMatchObject({ cause: 'planned', lost: 0 })
  expect(batches.flatMap(batch => batch.errors).map(error => error.code)).toContain('EMFILE')
  expect(sum(batches, counters => counters.passed)).toBe(target.requests)
  expect(counted(batches)).toBeGreaterThan(target.requests)
})
