/** A lost agent's monitors go to another one within 30 s, nothing is stored twice, and agents cannot report what is not theirs. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import type { MonitorBatch } from '@pone/contract/link/monitors.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createMonitorHarness, type MonitorAgentProcess, type MonitorHarness } from './monitor-harness.ts'
import { storedSections } from './stored-slots.ts'

let harness: MonitorHarness
let agents: MonitorAgentProcess[] = []

beforeAll(async () => {
  harness = await createMonitorHarness()
  agents = [await harness.startAgent('first'), await harness.startAgent('second')]
}, 120_000)
afterAll(() => harness.close())

/** Watches the port of the server itself. */
async function startMonitor(agentId: string | null, intervalMs = 5_000): Promise<string> {
  const { projectId, as } = harness
  const server = harness.server()
  const address = server.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const params = { host: '127.0.0.1', port }
  const input = {
    projectId,
    name: randomUUID(),
    type: 'tcp-availability',
    params,
    agentId,
    frequencyMs: 1_000,
    sendIntervalMs: intervalMs,
    receiveIntervalMs: intervalMs,
  }
  const { id } = await server.call(calls.monitor.create, input, as)
  await server.call(calls.monitor.start, { projectId, ids: [id] }, as)
  return id
}

it('moves monitors of a killed agent to the other one, and back when it returns', async () => {
  const { projectId, as } = harness
  const [first] = agents
  const id = await startMonitor(first?.id ?? '')
  const up = await harness.monitor(id, ({ state, lastAt }) => state === 'up' && lastAt !== null)
  expect(up.collector?.name).toBe('first')
  const killedAt = Date.now()
  await first?.kill()
  const moved = await harness.monitor(
    id,
    ({ collector, lastAt, state }) =>
      collector?.name === 'second' && state === 'up' && (lastAt ?? 0) > killedAt + 2_000,
  )
  const range = { projectId, id, from: killedAt - 60_000, to: Date.now() }
  const gaps = await harness.server().call(calls.monitor.gaps, range, as)
  const lost = gaps.find(gap => gap.cause === 'agentLost')
  expect(lost?.until).not.toBeNull()
  // The gap ends with the first value of the other agent.
  expect(lost?.until).toBeLessThanOrEqual(moved.lastAt ?? Number.NaN)

  await first?.restart()
  await harness.monitor(id, ({ collector }) => collector?.name === 'first', 40_000)
  const assignments = await harness.database.database
    .selectFrom('monitor_assignments')
    .select(['epoch', 'until_at'])
    .where('monitor_id', '=', id)
    .orderBy('epoch')
    .execute()
  expect(assignments.map(({ epoch, until_at }) => [epoch, until_at === null])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ])
  const sections = await storedSections(harness.database.database)
  const [reach] = sections.filter(({ monitorId, section }) => monitorId === id && section === 'reach')
  expect(reach?.slots.length).toBeGreaterThan(10)
  expect(new Set(reach?.slots).size).toBe(reach?.slots.length)
}, 120_000)

it('drops what an agent reports of a monitor that it does not collect, and stores what is its own once', async () => {
  const id = await startMonitor(agents[1]?.id ?? '')
  await harness.monitor(id, ({ state }) => state === 'up')
  const liar = await joinLiar()
  const slot = Date.now()
  const state = { monitorId: id, section: 'reach', slot, params: {}, detail: 'not true' }
  const batch: MonitorBatch = {
    incarnation: 'lies',
    seq: 1,
    layouts: [],
    rows: [],
    texts: [],
    tables: [],
    states: [{ ...state, cause: 'wrongPassword' }],
    gaps: [],
  }
  liar.send({ kind: 'monitorBatches', batches: [batch, batch, { ...batch, seq: 2 }] })
  await expect.poll(() => liar.acknowledged(), { timeout: 30_000 }).toContain(2)
  expect(liar.removed()).toContain(id)
  const after = await harness.monitor(id, ({ lastAt }) => (lastAt ?? 0) > slot)
  expect(after).toMatchObject({ state: 'up', problem: null })
  const intake = await harness.database.database
    .selectFrom('monitor_intake')
    .select('last_seq')
    .where('incarnation', '=', 'lies')
    .execute()
  expect(intake).toEqual([{ last_seq: 2 }])
  liar.close()
}, 120_000)

it('shows what an agent dropped from its full spool as a gap of the past', async () => {
  const { projectId, as } = harness
  const collector = await joinLiar()
  const id = await startMonitor(collector.agentId)
  await expect.poll(() => collector.planned(), { timeout: 30_000 }).toContain(id)
  const now = Date.now()
  const section = { monitorId: id, section: 'reach' }
  const up = { ...section, slot: now - 50_000, cause: null, params: {}, detail: '' }
  const content = { incarnation: 'small', layouts: [], rows: [], texts: [], tables: [], states: [], gaps: [] }
  const gap = { ...section, from: now - 40_000, until: now - 20_000 }
  collector.send({
    kind: 'monitorBatches',
    batches: [
      { ...content, seq: 1, states: [up] },
      { ...content, seq: 2, gaps: [gap] },
    ],
  })
  await expect.poll(() => collector.acknowledged(), { timeout: 30_000 }).toContain(2)
  const range = { projectId, id, from: now - 60_000, to: now }
  const gaps = await harness.server().call(calls.monitor.gaps, range, as)
  expect(gaps.filter(({ cause }) => cause !== 'stopped')).toMatchObject([
    { section: 'reach', cause: 'spoolFull', from: gap.from, until: gap.until },
  ])
  expect(await harness.monitor(id, ({ state }) => state !== 'waiting')).toMatchObject({
    state: 'up',
    problem: null,
  })
  collector.close()
}, 120_000)

it('tells that a connected agent sends no values, until it sends some', async () => {
  const { projectId, as } = harness
  const collector = await joinLiar()
  const id = await startMonitor(collector.agentId, 1_000)
  await expect.poll(() => collector.planned(), { timeout: 30_000 }).toContain(id)
  const section = { monitorId: id, section: 'reach' }
  const layout = { ...section, key: 1, columns: [{ counter: 'connectMs', kind: 'gauge', labels: {} }] }
  const send = (seq: number, slot: number) => {
    const state = { ...section, slot, cause: null, params: {}, detail: '' }
    const row = { ...section, slot, part: 0, layout: 1, values: 'AAAAAAAA8D8=' }
    const content = { incarnation: 'silent', layouts: [layout], texts: [], tables: [], gaps: [] }
    collector.send({
      kind: 'monitorBatches',
      batches: [{ ...content, seq, rows: [row], states: seq === 1 ? [state] : [] }],
    })
  }
  const lastSlot = Date.now()
  send(1, lastSlot)
  await harness.monitor(id, ({ state }) => state === 'up')
  const silent = await harness.monitor(id, ({ problem }) => problem?.cause === 'noData', 15_000)
  expect(silent).toMatchObject({ state: 'down', collector: { isOnline: true } })
  expect(Date.now() - lastSlot).toBeGreaterThan(2_000)
  const againSlot = Date.now()
  send(2, againSlot)
  await harness.monitor(id, ({ state, problem }) => state === 'up' && problem === null)
  const range = { projectId, id, from: lastSlot, to: againSlot + 1_000 }
  const gaps = async () =>
    (await harness.server().call(calls.monitor.gaps, range, as)).filter(({ cause }) => cause !== 'stopped')
  // The state is told before the end of the gap is stored.
  await expect
    .poll(gaps)
    .toMatchObject([{ section: 'reach', cause: 'noData', from: lastSlot + 1, until: againSlot }])
  collector.close()
}, 120_000)

/** A machine that was admitted, and says what it likes. */
async function joinLiar() {
  const { clusters, joinTokens } = harness.server().services
  const clusterId = await clusters.ensureLocalCluster()
  const order = { name: 'liar', clusterId, days: 1, maxUses: null, by: 'manager' }
  const { token } = await joinTokens.create(order)
  const address = harness.server().app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const socket = new WebSocket(`ws://127.0.0.1:${port}/apm-api/link`)
  const seen: {
    kind: string
    seq?: number
    agentId?: string
    plans?: { monitorId: string }[]
    removed?: string[]
  }[] = []
  socket.on('message', (data: Buffer) => seen.push(JSON.parse(data.toString()) as { kind: string }))
  await new Promise(resolve => socket.once('open', resolve))
  const send = (message: object) => socket.send(JSON.stringify(message))
  send({
    kind: 'hello',
    token,
    name: 'liar',
    host: 'liar',
    system: 'linux',
    architecture: 'x64',
    cores: 1,
    memoryBytes: 1_000_000,
    version: '0.0.0',
    incarnation: randomUUID(),
    runs: [],
  })
  await expect.poll(() => seen.some(message => message.kind === 'welcome')).toBe(true)
  return {
    send,
    agentId: seen.find(message => message.kind === 'welcome')?.agentId ?? '',
    planned: () => seen.flatMap(({ plans = [] }) => plans.map(plan => plan.monitorId)),
    removed: () => seen.flatMap(({ removed = [] }) => removed),
    acknowledged: () => seen.flatMap(({ kind, seq }) => (kind === 'ackMonitorBatches' ? [seq] : [])),
    close: () => socket.close(),
  }
}
