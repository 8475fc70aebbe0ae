import { randomUUID } from 'node:crypto'
import { timingOf } from '@pone/alerts/rule.ts'
import { type AlertState, quietAlertState, stepAlert } from '@pone/alerts/state.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import { AlertHarness, AlertServer, cadenceMs, start, usage } from './alert-harness.ts'

let opened: TestDatabase
let harness: AlertHarness
let server: AlertServer
let monitor: string
const minute = 60_000

beforeAll(async () => {
  opened = await createTestDatabase()
})
afterAll(() => opened.close())
beforeEach(async () => {
  harness = await AlertHarness.on(opened)
  server = new AlertServer(harness)
  monitor = await harness.addMonitor('host 1')
})
afterEach(() => harness.close())

/** Stores the values one after another, each at its slot. */
async function feed(...values: number[]): Promise<void> {
  for (const used of values) {
    harness.now += cadenceMs
    await server.store([harness.row(monitor, harness.now, { used })])
  }
}
const edges = async () =>
  (await harness.transitions()).map(({ to_phase, notice }) => `${to_phase} ${notice ?? '-'}`)

describe('alerts on samples that are stored', () => {
  test('trigger in the transaction that stores the breach, with an incident and a row for each channel', async () => {
    const channels = [randomUUID(), randomUUID()]
    await harness.addRule('CPU', usage(), channels)
    await feed(20, 95, 20, 96)
    expect(await edges()).toEqual(['triggered triggered'])
    const [incident] = await harness.opened.database.selectFrom('alert_incidents').selectAll().execute()
    expect(incident).toMatchObject({
      rule_name: 'CPU',
      monitor_name: 'host 1',
      opened_value: 96,
      closed_at: null,
    })
    const outbox = await harness.opened.database.selectFrom('alert_outbox').selectAll().execute()
    expect(outbox.map(row => row.channel_id).sort()).toEqual(channels.toSorted())
    expect(outbox[0]?.content).toMatchObject({
      kind: 'triggered',
      value: 96,
      max: 90,
      incidentId: incident?.id,
    })
    expect(server.notices).toBe(1)
  })

  test('recover when the silence ends, by a tick too, and keep their rows at rest out of the ticks', async () => {
    await harness.addRule('CPU', usage())
    await feed(95, 95, 20)
    harness.now = start + 11 * minute
    await server.ticks.tick()
    // The newest sample is too old to say that all is well.
    expect(await harness.phases()).toEqual(['silent'])
    await feed(20)
    expect(await edges()).toEqual(['triggered triggered', 'silent -', 'activated recovered'])
    const [incident] = await harness.opened.database.selectFrom('alert_incidents').selectAll().execute()
    expect(incident).toMatchObject({ closed_at: harness.now, closed_value: 20, close_reason: null })
  })

  test('of steady values store nothing', async () => {
    await harness.addRule('CPU', usage())
    await feed(20, 30, 90, 20)
    expect(await harness.phases()).toEqual([])
  })

  test('read rates across a start of the server', async () => {
    const indicator = { kind: 'counter', section: 'cpu', reading: { counter: 'total', fn: 'rate' } }
    await harness.addRule('Rate', usage({ indicator, max: 10, times: 1 }))
    const at = (count: number, total: number) =>
      harness.row(monitor, start + count * cadenceMs, { total }, 'counter')
    harness.now = start + cadenceMs
    await server.store([at(1, 100)])
    harness.now += cadenceMs
    await new AlertServer(harness).store([at(2, 100 + 11 * 15)])
    expect(await harness.transitions()).toMatchObject([{ to_phase: 'triggered', value: 11 }])
  })

  test('close their incident when the rule is edited, switched off or deleted, or the monitor stopped or deleted', async () => {
    const { database } = harness.opened
    const rule = await harness.addRule('CPU', usage())
    await feed(95, 95)
    await harness.editRule(rule, 1, usage({ max: 80 }), { evaluation: 2 })
    await server.ticks.tick()
    await feed(85, 85)
    await harness.editRule(rule, 2, usage({ max: 80 }), { evaluation: 2, isEnabled: false })
    await server.ticks.tick()
    await feed(85, 85)
    expect(await harness.phases()).toEqual(['deactivatedNotified'])
    await harness.editRule(rule, 3, usage({ max: 80 }), { evaluation: 2 })
    await feed(85, 85)
    await database.updateTable('monitors').set({ is_running: false }).execute()
    await server.ticks.tick()
    await database.updateTable('monitors').set({ is_running: true }).execute()
    await feed(85, 85)
    await harness.rules.delete(harness.projectId, [rule])
    await server.ticks.tick()
    await server.ticks.tick()
    const closed = (await harness.transitions()).filter(({ notice }) => notice === 'closed')
    expect(closed.map(({ reason }) => reason)).toEqual([
      'edited',
      'switchedOff',
      'monitorStopped',
      'switchedOff',
    ])
    expect(await database.selectFrom('alert_rules').selectAll().execute()).toEqual([])
    expect(await harness.phases()).toEqual([])
    await harness.addRule('Again', usage(), [randomUUID()])
    await feed(95, 95)
    await database.deleteFrom('monitors').execute()
    await server.ticks.tick()
    expect((await harness.transitions()).filter(({ reason }) => reason === 'monitorDeleted')).toHaveLength(1)
    const told = await database.selectFrom('alert_outbox').select('content').orderBy('id').execute()
    expect(told.at(-1)?.content).toMatchObject({ monitor: 'host 1', reason: 'monitorDeleted' })
    const open = await database
      .selectFrom('alert_incidents')
      .selectAll()
      .where('closed_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  })

  test('hold while a section fails, and close when a label set is gone', async () => {
    await harness.addRule('Disk', usage({ times: 1 }))
    const disk = (slotMs: number, ...devices: string[]) => ({
      layout: {
        ...harness.row(monitor, 0, { used: 0 }).layout,
        series: devices.map(device => ({ counter: 'used', labels: { device }, kind: 'gauge' as const })),
      },
      slotMs,
      values: Float64Array.from(devices, () => 95),
    })
    harness.now = start + cadenceMs
    await server.store([disk(harness.now, 'sda', 'sdb')])
    harness.now += 10 * minute
    await server.ticks.tick()
    expect(await harness.phases()).toEqual(['silent', 'silent'])
    for (let count = 0; count < 3; count += 1) {
      harness.now += cadenceMs
      await server.store([disk(harness.now, 'sda')])
    }
    await server.ticks.tick()
    expect((await harness.phases()).toSorted()).toEqual(['deactivatedNotified', 'silent'])
    expect((await harness.transitions()).filter(({ reason }) => reason === 'gone')).toHaveLength(1)
  })
})

test('no data and an unreachable target trigger by time, and of one server only', async () => {
  await harness.addRule('Silent', usage({ indicator: { kind: 'noData' }, max: 60, times: 1 }))
  await harness.addRule('Down', usage({ indicator: { kind: 'availability' }, max: null, min: 1, times: 1 }))
  const other = new AlertServer(harness)
  await Promise.all([server.ticks.tick(), other.ticks.tick()])
  await harness.opened.database
    .insertInto('monitor_sections')
    .values({
      monitor_id: monitor,
      section: 'cpu',
      answers_availability: true,
      cause: 'refused',
      since: start,
      last_at: start,
    })
    .execute()
  for (let count = 0; count < 4; count += 1) {
    harness.now += 20_000
    await Promise.all([server.ticks.tick(), other.ticks.tick()])
  }
  // Without an assignment the state of the monitor is not known, which is not that it is down.
  expect(await edges()).toEqual(['triggered triggered'])
  expect(await harness.transitions()).toMatchObject([{ value: 80 }])
})

test('a trigger tells until when it silences, and one that maintenance holds back until when that lasts', async () => {
  const until = start + 30 * minute
  const maintenance = [{ from: start, to: until }]
  await harness.addRule('CPU', usage({ times: 1 }))
  await harness.addRule(
    'Kept',
    usage({ times: 1, schedule: { timeZone: 'UTC', workingHours: [], maintenance } }),
  )
  await feed(95)
  const made = await harness.opened.database
    .selectFrom('alert_transitions')
    .select(['muted_by', 'held_until'])
    .where('to_phase', '=', 'triggered')
    .orderBy('held_until')
    .execute()
  expect(made).toEqual([
    { muted_by: null, held_until: harness.now + 10 * minute },
    { muted_by: 'maintenance', held_until: until },
  ])
})

test('a host that does not answer holds back what runs on it until it answers, and its own notice names them', async () => {
  const { database } = harness.opened
  const host = await harness.addMonitor('vm-1', 'ssh-host')
  const cache = await harness.addMonitor('cache', 'redis')
  await database
    .updateTable('monitors')
    .set({ params: JSON.stringify({ host: '10.0.0.9' }) })
    .execute()
  const agentId = await harness.addDownHost(host)
  await harness.addRule('CPU', usage({ scope: { kind: 'type', type: 'redis' }, times: 1 }), [randomUUID()])
  await harness.addRule(
    'Down',
    usage({
      scope: { kind: 'type', type: 'ssh-host' },
      indicator: { kind: 'availability' },
      max: null,
      min: 1,
      times: 1,
    }),
    [randomUUID()],
  )
  await server.store([harness.row(cache, harness.now, { used: 95 })])
  await server.ticks.tick()
  const held = await database
    .selectFrom('alert_transitions')
    .select(['muted_by', 'muted_for'])
    .where('muted_by', 'is not', null)
    .execute()
  expect(held).toEqual([{ muted_by: 'dependency', muted_for: 'vm-1' }])
  const told = await database.selectFrom('alert_outbox').select('content').execute()
  expect(told.map(({ content }) => content)).toMatchObject([{ monitor: 'vm-1', silenced: ['cache'] }])

  await database.deleteFrom('monitor_sections').execute()
  await database.deleteFrom('load_machines').where('id', '=', agentId).execute()
  harness.now += 15_000
  await server.store([harness.row(cache, harness.now, { used: 96 })])
  const notices = await database.selectFrom('alert_outbox').select('content').orderBy('id').execute()
  expect(notices.map(({ content }) => content).at(-1)).toMatchObject({ kind: 'triggered', value: 96 })
})

test('breakdowns before the commit, repeated batches and changes of the server neither lose nor repeat a transition', async () => {
  const content = usage({ silentCycleMinutes: 1 })
  const rule = await harness.addRule('CPU', content, [randomUUID()])
  let servers = [server, new AlertServer(harness)]
  let breakdowns = 0
  let state: AlertState = quietAlertState
  const expected: { seq: number; to: string; now: number }[] = []
  const values = fc.sample(fc.constantFrom(20, 20, 20, 95, 95), { numRuns: 110, seed: 7 })
  const chances = fc.sample(fc.nat(9), { numRuns: 600, seed: 8 })
  const chance = () => chances.pop() ?? 0
  for (const value of values) {
    harness.now += cadenceMs
    const row = harness.row(monitor, harness.now, { used: value })
    const step = stepAlert(
      state,
      { kind: 'sample', at: harness.now, now: harness.now, value, muted: null },
      timingOf(content, { expectedMs: cadenceMs, cadenceMs }),
    )
    state = step.state
    expected.push(...step.transitions)
    if (chance() < 6) {
      breakdowns += 1
      await expect(servers[chance() % 2]?.store([row], true)).rejects.toThrow('breakdown')
    }
    if (chance() < 2) servers = [new AlertServer(harness), new AlertServer(harness)]
    await servers[chance() % 2]?.store([row])
    if (chance() < 2) await servers[chance() % 2]?.store([row])
  }
  expect(breakdowns).toBeGreaterThan(50)
  const made = await harness.transitions()
  const inOrder = made.toSorted((one, other) => one.seq - other.seq)
  expect(inOrder.map(each => [each.seq, each.to_phase, each.made_at])).toEqual(
    expected.map(each => [each.seq, each.to, each.now]),
  )
  expect(inOrder.length).toBeGreaterThan(20)
  expect(inOrder.every(({ key }) => key.startsWith(`${rule}/${monitor}/`))).toBe(true)
  const outbox = await harness.opened.database.selectFrom('alert_outbox').select('key').execute()
  const told = inOrder.filter(({ notice }) => notice !== null).map(({ key }) => key)
  expect(outbox.map(({ key }) => key).toSorted()).toEqual(told.toSorted())
})
