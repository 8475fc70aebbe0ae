/** Metrics of WebSocket and SQL from a load worker to a run's totals, compared with the counts of real servers. */
import type { Batch } from '@pone/contract/link/batch.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { startPostgres, type TestDatabase } from '@pone/protocols/sql/test-databases.ts'
import { CountingSockets } from '@pone/protocols/webSocket/test-sockets.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { appendCrashBatch } from '../spool/crash-batch.ts'
import { counted, planOf, sum, WorkerHarness } from './worker-harness.ts'

let database: TestDatabase
let sockets: CountingSockets
let harness: WorkerHarness
beforeAll(async () => {
  database = await startPostgres()
})
afterAll(() => database?.close())
beforeEach(async () => {
  ;[sockets, harness] = await Promise.all([new CountingSockets().open(), WorkerHarness.open()])
})
afterEach(() => {
  sockets.close()
  return harness.close()
})

const users = 3
const loops = 20
const rows = 4

const stepsOf = () => {
  const { driver, host, port, user, password } = database
  const operation = (id: string, protocol: string, op: object) =>
    ({ id, name: id, kind: 'request', protocol, [protocol]: op }) as never
  return [
    operation('connect', 'webSocket', { kind: 'connect', url: sockets.url, keptFor: 'iteration' }),
    operation('ask', 'webSocket', { kind: 'send', data: 'price?', reply: 'next' }),
    operation('news', 'webSocket', { kind: 'await', count: 1 }),
    operation('login', 'sql', {
      kind: 'connect',
      driver,
      host,
      port,
      database: database.database,
      user,
      password,
    }),
    operation('rows', 'sql', { kind: 'query', text: `SELECT generate_series(1, ${rows})` }),
  ]
}

const planned = (model: Partial<Extract<Parameters<typeof planOf>[1], { kind: 'constant' }>>) =>
  planOf(
    { steps: stepsOf(), settings: { log: 'full' } },
    { kind: 'constant', users, rampUpSeconds: 0, durationSeconds: 0, ...model },
  )

const totalOf = (batches: readonly Batch[], key: string): number =>
  batches
    .flatMap(({ metrics = [] }) => metrics.filter(each => each.key === key))
    .reduce((all, { sum }) => all + sum, 0)

test('what servers sent and received is what the batches say, and each value is under its step', async () => {
  const { worker } = harness
  await worker.run(planned({ loops }))
  expect(await worker.until('ended')).toMatchObject({ cause: 'planned' })
  await worker.exited
  const { batches } = worker
  const times = users * loops
  expect(batches.flatMap(batch => batch.errors)).toEqual([])
  expect([sockets.received, totalOf(batches, 'messagesSent')]).toEqual([times, times])
  expect([sockets.sent, totalOf(batches, 'messagesReceived')]).toEqual([2 * times, 2 * times])
  expect(totalOf(batches, 'sqlRowsFetched')).toBe(rows * times)
  const trips = batches.flatMap(({ metrics = [] }) => metrics.filter(({ key }) => key === 'roundTrip'))
  expect(trips.reduce((all, { count }) => all + count, 0)).toBe(times)
  // A round trip equals the duration of its step's sample.
  expect(trips.reduce((all, each) => all + each.sum, 0)).toBe(sum(batches, ({ sumUs }) => sumUs, 1))
  expect(new Set(trips.map(({ label }) => label))).toEqual(new Set([1]))
  const log = batches.flatMap(batch => batch.log.map(({ message }) => causeText(message, 'zh')))
  expect(log.some(line => /第 1 次迭代：.*已完成，[\d.]+ 毫秒/.test(line))).toBe(true)
  expect(log.filter(line => line.includes('没有响应'))).toEqual([])
})

test('the spool of a worker that was killed keeps the metrics of every second that it had written', async () => {
  const { worker } = harness
  await worker.run(planned({ durationSeconds: 600 }))
  await worker.until('flushed', ({ seq }) => seq >= 3)
  worker.child.kill('SIGKILL')
  await worker.exited
  const { spoolPath, journalPath } = worker
  const final = appendCrashBatch({
    runId: 'run-1',
    workerId: 'a/1.x',
    spoolPath,
    journalPath,
    at: Date.now(),
    detail: '',
  })
  const { batches } = worker
  expect(batches.at(-1)).toEqual(final?.batch)
  expect(batches.length).toBeGreaterThanOrEqual(4)
  const trips = batches.flatMap(({ metrics = [] }) => metrics.filter(({ key }) => key === 'roundTrip'))
  const answered = trips.reduce((all, { count }) => all + count, 0)
  expect(answered).toBe(counted(batches, 1))
  expect(answered).toBeLessThanOrEqual(sockets.received)
  expect(totalOf(batches, 'messagesSent')).toBeGreaterThanOrEqual(answered)
  expect(totalOf(batches, 'sqlRowsFetched')).toBe(rows * counted(batches, 4))
})
