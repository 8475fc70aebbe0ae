/** Collection by real agents: values arrive, and nothing is stored twice when agents or the server are killed. */

import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPostgresTimeSeries } from '../../adapters/time-series/postgres/postgres-time-series.ts'
import { createMonitorHarness, type MonitorAgentProcess, type MonitorHarness } from './monitor-harness.ts'

let harness: MonitorHarness
let first: MonitorAgentProcess

beforeAll(async () => {
  harness = await createMonitorHarness()
  first = await harness.startAgent('first')
}, 60_000)
afterAll(() => harness.close())

async function startMonitor(given: Partial<ClientInputOf<typeof calls.monitor.create>>) {
  const { projectId, as } = harness
  const server = harness.server()
  const input = { projectId, name: `m ${Math.random()}`, type: 'host', frequencyMs: 1_000, ...given }
  const made = await server.call(calls.monitor.create, input, as)
  await server.call(calls.monitor.start, { projectId, ids: [made.id] }, as)
  return made
}

/** Instants of the stored collections of a section. */
async function slotsOf(monitorId: string, section: string): Promise<number[]> {
  const series = createPostgresTimeSeries(harness.database.database, Date.now)
  try {
    const curves = await series.query({
      selectors: [{ monitorId, section }],
      fromMs: Date.now() - 600_000,
      toMs: Date.now() + 60_000,
      points: 5_000,
      fn: 'raw',
      aggregate: 'avg',
    })
    return [...(curves[0]?.at ?? [])].filter((_, index) => curves[0]?.values[index] !== null)
  } finally {
    await series.close()
  }
}

it('stores values of the agent’s own host every second', async () => {
  const { id } = await startMonitor({ agentId: first.id })
  const up = await harness.monitor(id, ({ state, lastAt }) => state === 'up' && lastAt !== null)
  expect(up.collector).toEqual({ id: first.id, name: 'first', isOnline: true })
  await expect.poll(async () => (await slotsOf(id, 'cpu')).length, { timeout: 20_000 }).toBeGreaterThan(4)
  const slots = await slotsOf(id, 'cpu')
  expect(new Set(slots).size).toBe(slots.length)
}, 60_000)

it('loses nothing and stores nothing twice while the server is away', async () => {
  const { id } = await startMonitor({ agentId: first.id })
  await harness.monitor(id, ({ lastAt }) => lastAt !== null)
  await harness.closeServer()
  await new Promise(resolve => setTimeout(resolve, 4_000))
  await harness.openServer()
  const backAt = Date.now()
  await harness.monitor(id, ({ lastAt }) => (lastAt ?? 0) > backAt + 2_000)
  const slots = await slotsOf(id, 'cpu')
  const steps = slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0))
  expect(new Set(steps)).toEqual(new Set([1_000]))
}, 60_000)

it('tells that the agent is lost, and that it is back', async () => {
  const { id } = await startMonitor({ agentId: first.id })
  await harness.monitor(id, ({ state }) => state === 'up')
  await first.kill()
  const lost = await harness.monitor(id, ({ problem }) => problem?.cause === 'agentLost')
  expect(lost.state).toBe('down')
  await first.restart()
  await harness.monitor(id, ({ state }) => state === 'up')
}, 90_000)
