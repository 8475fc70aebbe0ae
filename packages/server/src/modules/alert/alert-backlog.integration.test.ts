/**
 * Recoveries in a backlog: a server was away for longer than a rule trusts a value, and the collector then sends all that
 * it kept. Whenever a server is killed meanwhile, before or after a commit, each transition is made once.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../adapters/database/test-database.ts'
import type { SampleRow } from '../../adapters/time-series/time-series.ts'
import { AlertHarness, AlertServer, cadenceMs, usage } from './alert-harness.ts'

const minute = 60_000
const awayMs = 10 * minute
/** Of a rule with a trigger cycle of a minute on a monitor that may be 90 s late. */
const freshMs = minute + 90_000
const rowsPerBatch = 8

let opened: TestDatabase
let harness: AlertHarness
let monitor: string

beforeAll(async () => {
  opened = await createTestDatabase()
})
afterAll(() => opened.close())
beforeEach(() => begin())
afterEach(() => harness.close())

/** A rule of which an incident is open and told. */
async function begin(): Promise<void> {
  harness = await AlertHarness.on(opened)
  monitor = await harness.addMonitor('host 1')
  const content = usage({ triggerCycleMinutes: 1, silentCycleMinutes: 1, times: 1 })
  await harness.addRule('CPU', content, [randomUUID()])
  harness.now += cadenceMs
  await new AlertServer(harness).store([harness.row(monitor, harness.now, { used: 95 })])
}

/** What a collector kept while the server was away: breaches for `breachMs`, then good values until `untilMs` before now. */
function backlog({ breachMs = 0, untilMs = 0 }): SampleRow[][] {
  const since = harness.now
  harness.now += awayMs
  const rows: SampleRow[] = []
  for (let at = since + cadenceMs; at <= harness.now - untilMs; at += cadenceMs)
    rows.push(harness.row(monitor, at, { used: at <= since + breachMs ? 95 : 20 }))
  return Array.from({ length: Math.ceil(rows.length / rowsPerBatch) }, (_, index) =>
    rows.slice(index * rowsPerBatch, (index + 1) * rowsPerBatch),
  )
}

const moves = async () =>
  (await harness.transitions()).map(({ seq, to_phase, notice, made_at, value }) => [
    seq,
    to_phase,
    notice,
    harness.now - made_at,
    value,
  ])
const expected = [
  [1, 'triggered', 'triggered', awayMs, 95],
  [2, 'silent', null, 0, 20],
  [3, 'activated', 'recovered', 0, 20],
]

test('a recovery is told once, by a value that is recent, wherever the server is killed in the backlog', async () => {
  const batches = backlog({}).length
  expect(batches).toBe(5)
  for (const kill of ['before', 'after'] as const)
    for (let point = 0; point < batches; point += 1) {
      await harness.close()
      await begin()
      let server = new AlertServer(harness)
      for (const [index, rows] of backlog({}).entries()) {
        if (index === point) {
          if (kill === 'before') await expect(server.store(rows, true)).rejects.toThrow('breakdown')
          else await server.store(rows)
          server = new AlertServer(harness)
        }
        await server.store(rows)
        await server.ticks.tick()
      }
      expect(await moves()).toEqual(expected)
      const recovery = await opened.database
        .selectFrom('alert_transitions')
        .select('sample_at')
        .where('notice', '=', 'recovered')
        .executeTakeFirstOrThrow()
      expect(recovery.sample_at).toBeGreaterThan(harness.now - freshMs)
      const outbox = await opened.database.selectFrom('alert_outbox').select('key').execute()
      expect(new Set(outbox.map(({ key }) => key)).size).toBe(2)
    }
})

test('good values of a backlog that are too old to speak for the present are no recovery until a recent one comes', async () => {
  const server = new AlertServer(harness)
  for (const rows of backlog({ untilMs: freshMs })) await server.store(rows)
  await server.ticks.tick()
  expect(await moves()).toEqual(expected.slice(0, 2))
  await server.store([harness.row(monitor, harness.now, { used: 20 })])
  expect(await moves()).toEqual(expected)
})

test('breaches of a backlog that are over trigger nothing, and its good values are the recovery', async () => {
  let server = new AlertServer(harness)
  for (const rows of backlog({ breachMs: 3 * minute })) {
    await expect(server.store(rows, true)).rejects.toThrow('breakdown')
    server = new AlertServer(harness)
    await server.store(rows)
    await server.ticks.tick()
  }
  expect(await moves()).toEqual([
    [1, 'triggered', 'triggered', awayMs, 95],
    [2, 'silent', null, 0, 95],
    [3, 'activated', 'recovered', 0, 20],
  ])
})

test('breaches of a backlog that last trigger once more, by a value that is present, and the recovery is told once', async () => {
  const server = new AlertServer(harness)
  for (const rows of backlog({ breachMs: awayMs })) {
    await server.store(rows)
    await server.ticks.tick()
  }
  const triggers = await opened.database
    .selectFrom('alert_transitions')
    .select(['seq', 'sample_at'])
    .where('to_phase', '=', 'triggered')
    .orderBy('seq')
    .execute()
  expect(triggers.map(({ seq }) => seq)).toEqual([1, 3])
  // Two receive intervals, and what the transfer may take.
  expect(triggers[1]?.sample_at).toBeGreaterThanOrEqual(harness.now - 2 * cadenceMs - 3_000)
  harness.now += minute
  await server.store([harness.row(monitor, harness.now, { used: 20 })])
  await server.store([harness.row(monitor, harness.now, { used: 20 })])
  expect((await moves()).map(([seq, phase, notice]) => [seq, phase, notice])).toEqual([
    [1, 'triggered', 'triggered'],
    [2, 'silent', null],
    [3, 'triggered', 'triggered'],
    [4, 'silent', null],
    [5, 'activated', 'recovered'],
  ])
})
