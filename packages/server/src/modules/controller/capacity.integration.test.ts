/** A capacity search by the server, with a real agent, against the demo shop with a limit that is known. */
import { once } from 'node:events'
import { createShop } from '@pone/demo-target/shop.ts'
import { readCapacityRules } from '@pone/plan/code/capacity-text.ts'
import type { SlaRule } from '@pone/plan/scenario/scenario.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { documentOf } from '../../link/harness-target.ts'
import { createRunHarness, type RunHarness } from './run-harness.ts'

// Real processes are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const shop = createShop().listen(0, '127.0.0.1')
await once(shop, 'listening')
const url = `http://127.0.0.1:${z.object({ port: z.number() }).parse(shop.address()).port}`
let harness: RunHarness
beforeAll(async () => {
  const limit = { latencyMs: 0, latencyJitterMs: 0, poolSize: 20, poolMs: 200 }
  await fetch(`${url}/control/settings`, { method: 'POST', body: JSON.stringify(limit) })
  harness = await createRunHarness()
  await harness.startAgent()
})
afterAll(async () => {
  await harness.close()
  shop.closeAllConnections()
  shop.close()
})

/** 20 connections that are held 200 ms serve 100 requests a second: 100 users wait a second each. */
const rules = readCapacityRules('p95 < 1000, errors < 1%')
const order = {
  rules: rules as SlaRule[],
  drive: 'users',
  startLoad: 60,
  maxLoad: 300,
  settleSeconds: 1,
  measureSeconds: 3,
  maxSeconds: 32,
} as const

const search = async () =>
  harness.execution().runs.start({
    projectId: harness.projectId,
    scenarioId: await harness.addScenario(documentOf(`${url}/api/goods/1`), {}),
    by: 'tester',
    language: 'en',
    capacity: order,
  })

const levelsOf = (runId: string) =>
  harness.published.flatMap(message =>
    message.kind === 'runTick' && message.runId === runId ? (message.run.capacity?.levels ?? []) : [],
  )

test('a server that is restarted in the middle of a search continues it, and finds the limit of the shop', async () => {
  const { id } = await search()
  await harness.until('a level is judged', () => levelsOf(id).length > 0)
  await expect(
    harness.execution().runs.changeLoad({
      projectId: harness.projectId,
      id,
      change: { load: 5, rampSeconds: 0, components: null },
      by: 'tester',
    }),
  ).rejects.toMatchObject({ code: 'CapacitySetsLoad' })
  await harness.restartServer()
  const ended = await harness.ended(id)
  expect(ended).toMatchObject({ state: 'complete', cause: 'planned', sla: 'none' })
  const { capacity } = ended
  expect(['found', 'unconfirmed']).toContain(capacity?.end?.kind)
  expect(capacity?.levels[0]).toMatchObject({ load: 60, state: 'holds' })
  expect(capacity?.end?.best?.load).toBeGreaterThanOrEqual(60)
  expect(capacity?.end?.best?.load).toBeLessThanOrEqual(106)
  // Requests that a busy machine holds up make it a little lower.
  expect(capacity?.end?.broken?.load).toBeGreaterThan(80)
  const { reports } = harness.execution()
  const [report] = await reports.list(harness.projectId, id)
  const { content } = await reports.get(harness.projectId, report?.id ?? '')
  expect(content?.capacity?.end).toEqual(capacity?.end)
  expect(content?.reconciliation.isReconciled).toBe(true)
  const judged = content?.events.filter(({ kind }) => kind === 'levelHeld' || kind === 'levelBroken')
  expect(judged?.map(({ params }) => params['load'])).toEqual(capacity?.levels.map(({ load }) => load))
})

test('a search that is stopped by hand ends, and says what it had found', async () => {
  const { id } = await search()
  await harness.until('the search has begun', () =>
    harness.published.some(
      message =>
        message.kind === 'runTick' && message.runId === id && (message.run.capacity?.elapsedSeconds ?? 0) > 0,
    ),
  )
  await harness.execution().runs.stop(harness.projectId, id, 'tester')
  const ended = await harness.ended(id)
  expect(ended).toMatchObject({ state: 'userStopped', cause: 'stoppedByUser' })
  const { levels, end, phase } = ended.capacity ?? {}
  expect(phase).toBe('ended')
  expect(end?.kind).toBe(levels?.length === 0 ? 'notEnoughData' : 'unconfirmed')
})

test('JMeter, whose load cannot be changed, is refused', async () => {
  const scenarioId = await harness.addScenario(documentOf(url), { engine: 'jmeter' })
  const { projectId } = harness
  const by = { by: 'tester', language: 'en', capacity: order } as const
  await expect(harness.execution().runs.start({ projectId, scenarioId, ...by })).rejects.toMatchObject({
    code: 'CapacityNotPossible',
    params: { engine: 'JMeter' },
  })
})
