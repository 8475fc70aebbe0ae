/** Slow operations in a real database: what collections bring is stored once, bounded, and asked for by range. */
import { calls } from '@pone/contract/calls/registry.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeTables } from '../intake.repository.ts'
import { createMonitorHarness, type MonitorHarness } from '../monitor-harness.ts'
import { createOperationRepository, storeOperations } from './operation.repository.ts'
import { operationsIn } from './operation-rows.ts'

let harness: MonitorHarness
beforeAll(async () => {
  harness = await createMonitorHarness()
}, 120_000)
afterAll(() => harness.close())

const params = { host: '127.0.0.1', port: 1, user: 'u', password: 'p' }
const made = async (type: 'postgresql' | 'redis') => {
  const { projectId, as } = harness
  const input = { projectId, name: `m ${Math.random()}`, type, params }
  return (await harness.server().call(calls.monitor.create, input, as)).id
}

interface Collected {
  readonly monitorId: string
  readonly type: 'postgresql' | 'redis'
  readonly section: string
  readonly slot: number
  readonly columns: string[]
  readonly rows: string[][]
}

/** As the intake does. */
async function store({ type, ...table }: Collected): Promise<void> {
  const known = monitorTypeOf(type)
  const operations = known && operationsIn(known, table)
  await harness.database.database.transaction().execute(async transaction => {
    if (operations) await storeOperations(transaction, operations)
    await storeTables(transaction, [table])
  })
}

const columns = ['queryId', 'db', 'account', 'statement', 'calls', 'totalMs', 'maxMs', 'rows', 'countedSince']
const statement = (id: string, runs: number, totalMs: number, since = 's') => [
  id,
  'shop',
  'app',
  `SELECT ${id} FROM t WHERE a = $1`,
  String(runs),
  String(totalMs),
  '9',
  String(runs),
  since,
]
const collected = (monitorId: string, slot: number, rows: string[][]) =>
  store({ monitorId, type: 'postgresql', section: 'statements', slot, columns, rows })

const list = (id: string, from: number, to: number, search = '') => {
  const { projectId, as } = harness
  return harness
    .server()
    .call(calls.monitor.slowOperations, { projectId, id, from, to, search, points: 10 }, as)
}

it('lists statements by the time they took in the range; a restart is no growth, another agent adds nothing', async () => {
  const monitorId = await made('postgresql')
  const start = Math.floor((Date.now() - 600_000) / 1_000) * 1_000
  await collected(monitorId, start, [statement('alpha', 1_000, 50_000), statement('beta', 10, 100)])
  await collected(monitorId, start + 30_000, [statement('alpha', 1_100, 55_000), statement('beta', 10, 100)])
  // The same slot again, as of an agent that took over.
  await collected(monitorId, start + 30_000, [statement('alpha', 9_999, 99_999)])
  await collected(monitorId, start + 60_000, [
    statement('alpha', 1_200, 60_000),
    statement('beta', 20, 700),
    statement('gamma', 4, 40),
  ])
  await collected(monitorId, start + 90_000, [statement('alpha', 3, 30, 'again'), statement('beta', 20, 700)])
  const all = await list(monitorId, start, start + 90_000)
  expect(
    all.rows.map(({ text, calls: ran, totalMs, rows }) => [text.split(' ')[1], ran, totalMs, rows]),
  ).toEqual([
    ['alpha', 200, 10_000, 200],
    ['beta', 10, 600, 10],
    ['gamma', 4, 40, 4],
  ])
  expect(all.rows[0]).toMatchObject({ database: 'shop', account: 'app', meanMs: 50, hasPlan: true })
  expect(all.rows[0]?.callsPerSecond).toBeCloseTo(200 / 60, 6)
  // 60 s of the 90 are known; the restart is at the end.
  expect(all.rows[0]?.trend.filter(value => value === null).length).toBe(3)
  // Beta ran in the second half minute only.
  expect((await list(monitorId, start, start + 30_000)).rows.map(({ calls: ran }) => ran)).toEqual([100])
  expect((await list(monitorId, start, start + 90_000, 'GAMMA')).rows).toHaveLength(1)
  const { projectId, as } = harness
  const asked = {
    projectId,
    id: monitorId,
    from: start,
    to: start + 90_000,
    operationId: all.rows[0]?.id ?? 0,
  }
  const trend = await harness.server().call(calls.monitor.slowOperationTrend, { ...asked, points: 3 }, as)
  expect(trend.meanMs).toEqual([50, 50, null])
  expect(trend.callsPerSecond[2]).toBeNull()
})

it('counts entries of a log once, at their own time, and keeps a bounded number', async () => {
  const monitorId = await made('redis')
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const entry = (id: number, at: number, durationMs: number, command = 'GET user:?') => [
    `${id} 0`,
    String(id),
    new Date(at).toISOString(),
    String(durationMs),
    command,
    '',
    '',
  ]
  const redisColumns = ['entry', 'id', 'at', 'durationMs', 'command', 'client', 'clientName']
  const logged = (slot: number, rows: string[][]) =>
    store({ monitorId, type: 'redis', section: 'slowlog', slot, columns: redisColumns, rows })
  await logged(now, [entry(2, now - 1_000, 20), entry(1, now - 300_000, 5)])
  await logged(now + 1_000, [
    entry(3, now - 500, 10, 'KEYS ?'),
    entry(2, now - 1_000, 20),
    entry(1, now - 300_000, 5),
  ])
  const { rows } = await list(monitorId, now - 600_000, now)
  expect(rows.map(({ text, calls: ran, totalMs, maxMs }) => [text, ran, totalMs, maxMs])).toEqual([
    ['GET user:?', 2, 25, 20],
    ['KEYS ?', 1, 10, 10],
  ])
  expect((await list(monitorId, now - 120_000, now)).rows.map(({ calls: ran }) => ran)).toEqual([1, 1])
  for (let from = 10; from < 1_400; from += 100)
    await logged(
      now + from,
      Array.from({ length: 100 }, (_, at) => entry(from + at, now - 20_000 + from + at, 1)),
    )
  await createOperationRepository(harness.database.database).trim(Date.now())
  const kept = await harness.database.database
    .selectFrom('monitor_operation_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('monitor_id', '=', monitorId)
    .executeTakeFirstOrThrow()
  expect(kept.count).toBe(1_000)
  const before = (await list(monitorId, now - 600_000, now)).rows.reduce((sum, row) => sum + row.calls, 0)
  // An entry that was removed is not counted again.
  await logged(now + 5_000, [entry(2, now - 1_000_000, 20)])
  expect((await list(monitorId, now - 600_000, now)).rows.reduce((sum, row) => sum + row.calls, 0)).toBe(
    before,
  )
})

it('thins counters of days before yesterday and changes no total', async () => {
  const monitorId = await made('postgresql')
  const start = Math.floor((Date.now() - 40 * 3_600_000) / 600_000) * 600_000
  for (let at = 0; at <= 60; at++)
    await collected(monitorId, start + at * 30_000, [
      statement('alpha', at * 2, at * 10, at < 50 ? 's' : 't'),
    ])
  const points = () =>
    harness.database.database
      .selectFrom('monitor_operation_points')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  const before = await list(monitorId, start, start + 1_800_000)
  const stored = await points()
  await createOperationRepository(harness.database.database).trim(Date.now())
  const after = await list(monitorId, start, start + 1_800_000)
  expect((await points()).count).toBeLessThan(stored.count - 40)
  expect(after.rows.map(({ calls: ran, totalMs }) => [ran, totalMs])).toEqual(
    before.rows.map(({ calls: ran, totalMs }) => [ran, totalMs]),
  )
  expect(before.rows[0]?.calls).toBe(118)
})

it('answers nothing to another project, and says when no agent could ask for a plan', async () => {
  const monitorId = await made('postgresql')
  const start = Date.now() - 120_000
  await collected(monitorId, start, [statement('alpha', 1, 1)])
  await collected(monitorId, start + 30_000, [statement('alpha', 2, 2)])
  const { projectId, as } = harness
  const server = harness.server()
  const [row] = (await list(monitorId, start, start + 60_000)).rows
  const asked = { projectId, id: monitorId, operationId: row?.id ?? 0 }
  await expect(server.call(calls.monitor.slowOperationPlan, asked, as)).rejects.toThrow('MonitorNoAgent')
  const foreign = { ...asked, id: await made('redis') }
  await expect(server.call(calls.monitor.slowOperationPlan, foreign, as)).rejects.toThrow('NotFound')
  const other = await server.call(calls.project.create, { name: 'Other', code: 'OTHER' }, as)
  const outside = { ...asked, projectId: other.id }
  await expect(server.call(calls.monitor.slowOperationPlan, outside, as)).rejects.toThrow('NotFound')
})
