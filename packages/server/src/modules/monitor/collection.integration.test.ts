/** Collection by real agents: values arrive, and nothing is stored twice when agents or the server are killed. */

import { once } from 'node:events'
import type { ClientInputOf } from '@pone/contract/call.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { type LiveMessage, liveMessageSchema } from '@pone/contract/live.ts'
import { livePath } from '@pone/contract/live-path.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createPostgresTimeSeries } from '../../adapters/time-series/postgres/postgres-time-series.ts'
import { createTestServer } from '../../test-server.ts'
import { untilJournaled } from './journal-harness.ts'
import { createMonitorHarness, type MonitorAgentProcess, type MonitorHarness } from './monitor-harness.ts'

let harness: MonitorHarness
let first: MonitorAgentProcess

beforeAll(async () => {
  harness = await createMonitorHarness()
  first = await harness.startAgent('first')
}, 120_000)
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
}, 120_000)

it('answers newest values, curves, labels, gaps and sessions, and nothing to another project', async () => {
  const { projectId, as } = harness
  const server = harness.server()
  const { id } = await startMonitor({ agentId: first.id })
  await expect.poll(async () => (await slotsOf(id, 'cpu')).length, { timeout: 20_000 }).toBeGreaterThan(4)
  const to = Date.now()
  const range = { id, from: to - 60_000, to }
  const cpu = monitorTypeOf('host')?.sections.find(section => section.key === 'cpu')
  const counters = [...(cpu?.counters ?? []), ...(cpu?.computed ?? [])].map(each => each.key)
  const asked = { projectId, ...range, section: 'cpu', counters }
  const { series, times, gaps } = await server.call(calls.monitor.series, asked, as)
  expect(new Set(series.map(each => each.counter))).toEqual(new Set(counters))
  expect(series.every(each => each.values.length === times.length)).toBe(true)
  expect(series.some(each => each.values.filter(value => value !== null).length >= 3)).toBe(true)
  expect(gaps.filter(({ cause }) => cause !== 'overrun')).toEqual([])
  const found = await server.call(calls.monitor.counters, { projectId, id, section: 'load' }, as)
  expect(found).toContainEqual({ counter: 'load1', kind: 'gauge' })
  const [latest] = await server.call(calls.monitor.latest, { projectId, ids: [id] }, as)
  expect(latest).toMatchObject({ monitorId: id, state: 'up' })
  expect(latest?.values.length).toBeGreaterThan(3)
  const sessions = await server.call(calls.monitor.sessions, { projectId, monitorId: id }, as)
  expect(sessions.rows).toMatchObject([{ startedBy: 'manager', stoppedAt: null, state: 'up' }])
  await expect
    .poll(async () => (await server.call(calls.monitor.log, { projectId, monitorId: id }, as)).length)
    .toBeGreaterThan(0)
  await expect(
    server.fail(calls.monitor.series, { ...asked, from: to + 60_000, to: to + 70_000 }, as),
  ).resolves.toMatchObject({ code: 'MonitorRangeFuture' })

  await server.addUser('onlooker')
  const stranger = { token: (await server.signIn('onlooker')).token }
  const other = await server.call(calls.project.create, { name: 'Other', code: 'OTHER' }, stranger)
  const theirs = { projectId: other.id }
  const refusals = await Promise.all([
    server.fail(calls.monitor.series, { ...asked, ...theirs }, stranger),
    server.fail(calls.monitor.labels, { ...theirs, ...range, section: 'cpu' }, stranger),
    server.fail(calls.monitor.counters, { ...theirs, id, section: 'cpu' }, stranger),
    server.fail(calls.monitor.gaps, { ...theirs, ...range }, stranger),
    server.fail(calls.monitor.table, { ...theirs, id, table: 'processes' }, stranger),
    server.fail(
      calls.monitor.startTest,
      { ...theirs, type: 'host', monitorId: id, agentId: first.id },
      stranger,
    ),
  ])
  expect(refusals.map(({ code, params }) => [code, params?.['what']])).toEqual(
    refusals.map(() => ['NotFound', 'monitor']),
  )
  expect(await server.call(calls.monitor.latest, { ...theirs, ids: [id] }, stranger)).toEqual([])
  expect((await server.call(calls.monitor.sessions, { ...theirs, monitorId: id }, stranger)).total).toBe(0)
  expect(await server.call(calls.monitor.log, { ...theirs, monitorId: id }, stranger)).toEqual([])
}, 120_000)

/** The messages that a browser gets on a topic, until `count` have come; then the connection is closed. */
async function heard(request: object, count: number, token = harness.as.token ?? ''): Promise<LiveMessage[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${harness.port}${livePath}`)
  const messages: LiveMessage[] = []
  socket.on('message', (data: Buffer) => {
    const message = liveMessageSchema.parse(JSON.parse(data.toString('utf8')))
    if (message.kind === 'signedIn') socket.send(JSON.stringify({ kind: 'subscribe', ...request }))
    else messages.push(message)
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ kind: 'signIn', token, isAdministrator: false, language: 'en' }))
  await expect.poll(() => messages.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  socket.terminate()
  return messages
}

it('tells browsers newest values as they are stored, at most once a second', async () => {
  const { projectId } = harness
  const everySecond = { sendIntervalMs: 1_000, receiveIntervalMs: 1_000 }
  const { id } = await startMonitor({ agentId: first.id, ...everySecond })
  await harness.monitor(id, ({ state, lastAt }) => state === 'up' && lastAt !== null)
  const begin = performance.now()
  const [of, all] = await Promise.all([
    heard({ topic: 'monitor', projectId, id }, 4),
    heard({ topic: 'monitors', projectId }, 4),
  ])
  // The first message is what is known when the browser subscribes.
  expect(performance.now() - begin).toBeGreaterThan(1_900)
  const newest = of.flatMap(message => (message.kind === 'monitorNews' ? [message.latest] : []))
  expect(newest).toHaveLength(of.length)
  for (const { monitorId, values } of newest) {
    expect(monitorId).toBe(id)
    expect(values.map(({ section }) => section)).toEqual(expect.arrayContaining(['cpu', 'memory']))
  }
  const instants = newest.map(({ values }) => Math.max(...values.map(({ at }) => at)))
  expect(instants.at(-1)).toBeGreaterThan(instants[0] ?? Number.POSITIVE_INFINITY)
  expect(all[0]).toMatchObject({ kind: 'monitorsNews', monitorIds: null })
  const named = all.slice(1).map(message => (message.kind === 'monitorsNews' ? message.monitorIds : null))
  expect(named).not.toContain(null)
  expect(named.flat()).toContain(id)
}, 120_000)

it('answers the topic of another project as one that does not exist', async () => {
  const server = harness.server()
  const { id } = await startMonitor({ agentId: first.id })
  await server.addUser('outsider')
  const stranger = await server.signIn('outsider')
  const own = await server.call(calls.project.create, { name: 'Outside', code: 'OUTSIDE' }, stranger)
  const refusal = async (request: object) => (await heard(request, 1, stranger.token))[0]
  const absent = '00000000-0000-4000-8000-000000000001'
  const foreign = await refusal({ topic: 'monitors', projectId: harness.projectId })
  expect(foreign).toMatchObject({ kind: 'refused', code: 'NotFound' })
  expect(await refusal({ topic: 'monitors', projectId: absent })).toEqual(foreign)
  const ofOwn = await refusal({ topic: 'monitor', projectId: own.id, id })
  expect(ofOwn).toMatchObject({ kind: 'refused', code: 'NotFound' })
  expect(await refusal({ topic: 'monitor', projectId: own.id, id: absent })).toEqual(ofOwn)
}, 120_000)

it('tries a target and finds what runs on the machine within seconds', async () => {
  const { projectId, as } = harness
  const server = harness.server()
  const started = await server.call(
    calls.monitor.startTest,
    { projectId, type: 'host', agentId: first.id },
    as,
  )
  const { id: testId } = started
  const result = () => server.call(calls.monitor.testResult, { projectId, testId }, as)
  await expect.poll(async () => (await result()).isEnded, { timeout: 25_000 }).toBe(true)
  const { isReachable, steps } = await result()
  expect(isReachable).toBe(true)
  expect(steps.find(step => step.key === 'cpu')).toMatchObject({ isOk: true, problem: null })
  expect(steps.find(step => step.key === 'cpu')?.counters.length).toBeGreaterThan(0)
  // A proxy may send the page's next request to another server.
  const other = await createTestServer({ database: harness.database.database })
  expect(await other.call(calls.monitor.testResult, { projectId, testId }, as)).toEqual(await result())
  await other.close()
  const found = await server.call(calls.monitor.discover, { projectId, agentId: first.id }, as)
  expect(found.targets.map(target => target.type)).toContain('host')
}, 120_000)

it('loses nothing and stores nothing twice while the server is away', async () => {
  const { id } = await startMonitor({ agentId: first.id })
  await harness.monitor(id, ({ lastAt }) => lastAt !== null)
  await harness.closeServer()
  await untilJournaled(harness, 'first', { after: Date.now(), count: 3 })
  await harness.openServer()
  const backAt = Date.now()
  await harness.monitor(id, ({ lastAt }) => (lastAt ?? 0) > backAt + 2_000)
  const slots = await slotsOf(id, 'cpu')
  const [from = 0, to = 0] = [slots[0], slots.at(-1)]
  const { projectId, as } = harness
  const gaps = await harness.server().call(calls.monitor.gaps, { projectId, id, from, to }, as)
  // A busy machine may take longer than a second for a collection, and says so.
  const overruns = gaps.filter(({ section, cause }) => section === 'cpu' && cause === 'overrun')
  const isTold = (slot: number) =>
    overruns.some(gap => gap.from <= slot && slot < (gap.until ?? Number.POSITIVE_INFINITY))
  const due = Array.from({ length: (to - from) / 1_000 + 1 }, (_, index) => from + index * 1_000)
  expect(slots).toEqual(due.filter(slot => slots.includes(slot)))
  expect(due.filter(slot => !slots.includes(slot) && !isTold(slot))).toEqual([])
}, 120_000)

it('tells that the agent is lost, and that it is back', async () => {
  const { id } = await startMonitor({ agentId: first.id })
  await harness.monitor(id, ({ state }) => state === 'up')
  await first.kill()
  const lost = await harness.monitor(id, ({ problem }) => problem?.cause === 'agentLost')
  expect(lost.state).toBe('down')
  await first.restart()
  await harness.monitor(id, ({ state }) => state === 'up')
}, 120_000)
