/** Metrics of WebSocket and SQL from a load worker to a run's totals, against what real servers counted themselves. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Batch } from '@pone/contract/link/batch.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { startPostgres, type TestDatabase } from '@pone/protocols/sql/test-databases.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { planOf, sum, WorkerHarness } from './worker-harness.ts'

/** A server that counts messages, answers each, and says one more thing that nobody asked for. */
class Sockets {
  received = 0
  sent = 0
  readonly #server = new WebSocketServer({ port: 0, host: '127.0.0.1' })

  async open(): Promise<this> {
    this.#server.on('connection', socket =>
      socket.on('message', () => {
        this.received++
        for (const text of ['{"price": 7}', '{"news": 1}']) socket.send(text, () => this.sent++)
      }),
    )
    await once(this.#server, 'listening')
    return this
  }
  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }
  close(): void {
    for (const client of this.#server.clients) client.terminate()
    this.#server.close()
  }
}

let database: TestDatabase
let sockets: Sockets
let harness: WorkerHarness
beforeAll(async () => {
  ;[database, sockets, harness] = await Promise.all([
    startPostgres(),
    new Sockets().open(),
    WorkerHarness.open(),
  ])
})
afterAll(async () => {
  sockets?.close()
  await Promise.all([database?.close(), harness?.close()])
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

const planned = () =>
  planOf(
    { steps: stepsOf(), settings: { log: 'full' } },
    { kind: 'constant', users, rampUpSeconds: 0, durationSeconds: 0, loops },
  )

const totalOf = (batches: readonly Batch[], key: string): number =>
  batches
    .flatMap(({ metrics = [] }) => metrics.filter(each => each.key === key))
    .reduce((all, { sum }) => all + sum, 0)

test('what servers sent and received is what the batches say, and each value is under its step', async () => {
  const { worker } = harness
  await worker.run(planned())
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
  // A round trip is what the sample of its step took.
  expect(trips.reduce((all, each) => all + each.sum, 0)).toBe(sum(batches, ({ sumUs }) => sumUs, 1))
  expect(new Set(trips.map(({ label }) => label))).toEqual(new Set([1]))
  const log = batches.flatMap(batch => batch.log.map(({ message }) => causeText(message, 'zh')))
  expect(log.some(line => /第 1 次迭代：.*已完成，[\d.]+ 毫秒/.test(line))).toBe(true)
  expect(log.filter(line => line.includes('没有响应'))).toEqual([])
})
