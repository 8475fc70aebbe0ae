import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { constantLoad, documentOf } from '../../link/harness-target.ts'
import { createRunHarness, type RunHarness } from './run-harness.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let harness: RunHarness
beforeEach(async () => {
  harness = await createRunHarness()
})
afterEach(() => harness.close())

/** Resolves when that many logs of the run have been stored. */
async function handedOver(count: number): Promise<void> {
  for (let seen = 0; seen < count; ) {
    const [event]: unknown[] = await once(harness.changes, 'change')
    if (typeof event === 'object' && event !== null && 'sampleLogOf' in event) seen++
  }
}

test('the samples of all workers are stored after the run, one line per request and one header', async () => {
  await harness.startAgent({ workers: 2 })
  const scenarioId = await harness.addScenario(documentOf(harness.target.url), {
    loadModel: constantLoad(4, 2),
    sampleLog: 'csv',
  })
  const delivery = handedOver(2)
  const run = await harness.start(scenarioId)
  const ended = await harness.ended(run.id)
  await delivery
  const { name, body } = await harness.samples.open(harness.projectId, run.id)
  const lines = (await text(body)).trimEnd().split('\n')
  expect(name).toMatch(/\.csv$/)
  expect(lines).toHaveLength(ended.requests + 1)
  expect(lines.filter(line => line === lines[0])).toHaveLength(1)
  expect(ended.requests).toBe(harness.target.received())
  await harness.execution().runs.delete(harness.projectId, [run.id])
  await expect(harness.samples.open(harness.projectId, run.id)).rejects.toThrow('NotFound')
})

test('a run without a sample log stores none, and a machine cannot add samples to the runs of others', async () => {
  const { agentId } = await harness.startAgent()
  const run = await harness.start(
    await harness.addScenario(documentOf(harness.target.url), { loadModel: constantLoad(1, 1) }),
  )
  await harness.ended(run.id)
  await expect(harness.samples.open(harness.projectId, run.id)).rejects.toThrow('SampleLogMissing')
  const upload = { runId: run.id, agentId, worker: '1.1', body: Readable.from(['x']) }
  expect(await harness.samples.take(upload)).toBe(false)
  expect(await harness.samples.take({ ...upload, agentId: randomUUID() })).toBe(false)
  expect(await harness.samples.take({ ...upload, worker: '../../x' })).toBe(false)
})
