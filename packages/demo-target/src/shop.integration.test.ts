import { spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createShop } from './shop.ts'
import type { TallySnapshot } from './tally.ts'

let shop = createShop()
let base = ''

beforeEach(async () => {
  shop = createShop()
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const bound = shop.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('not bound')
  base = `http://127.0.0.1:${bound.port}`
})

afterEach(() => {
  shop.close()
  shop.closeAllConnections()
})

async function send(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const init = body === undefined ? { headers } : { method: 'POST', body: JSON.stringify(body), headers }
  const response = await fetch(`${base}${path}`, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function stats(run?: string): Promise<TallySnapshot> {
  const { body } = await send(`/control/stats${run === undefined ? '' : `?run=${run}`}`)
  return body as unknown as TallySnapshot
}

test('a visitor signs in, lists, looks at a good and orders it', async () => {
  const session = await send('/api/sign-in', { account: '小明', password: 'x' })
  expect(session.status).toBe(200)
  const list = await send('/api/goods?page=10')
  expect(list.body).toMatchObject({ page: 10, total: 200 })
  expect(await send('/api/goods/200')).toMatchObject({ status: 200, body: { id: 200 } })
  const order = await send(
    '/api/orders',
    { goodsId: 200, quantity: 2 },
    { authorization: `Bearer ${String(session.body['token'])}` },
  )
  expect(order).toMatchObject({ status: 201, body: { orderId: 1, account: '小明', quantity: 2 } })
})

test('its counters are a page in the text format of Prometheus, which is not counted itself', async () => {
  await send('/api/goods?page=1')
  await send('/nothing')
  const answer = await fetch(`${base}/metrics`)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await answer.text()).split('\n')
  expect(lines).toContain('# TYPE shop_requests_total counter')
  expect(lines).toContain('shop_requests_total{method="GET",route="/api/goods",status="200"} 1')
  expect(lines).toContain('shop_requests_total{method="GET",route="other",status="404"} 1')
  expect(lines).toContain('shop_requests_in_progress 0')
  expect(lines).toContain('shop_orders_total 0')
  expect(
    Number(lines.find(line => line.startsWith('process_cpu_seconds_total '))?.split(' ')[1]),
  ).toBeGreaterThan(0)
  expect(
    Number(lines.find(line => line.startsWith('shop_thread_busy_seconds_total '))?.split(' ')[1]),
  ).toBeGreaterThan(0)
  expect(await stats()).toMatchObject({ received: 2, answered: 2 })
})

test.each([
  ['a sign-in without a password', '/api/sign-in', { account: 'a' }, 400],
  ['an order without a token', '/api/orders', { goodsId: 1 }, 401],
  ['an unknown good', '/api/goods/201', undefined, 404],
  ['a page before the first', '/api/goods?page=0', undefined, 400],
  ['an unknown address', '/nothing', undefined, 404],
])('%s is refused', async (_name, path, body, status) => {
  expect((await send(path, body)).status).toBe(status)
})

test('every request is counted once, in total and under its run, and control calls are not', async () => {
  await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      send(`/api/goods/${n + 1}`, undefined, n % 3 === 0 ? { 'x-pone-run': 'r1' } : {}),
    ),
  )
  const total = await stats()
  expect(total).toMatchObject({ received: 300, answered: 300, aborted: 0 })
  expect(total.byRoute).toEqual({ 'GET /api/goods/:id': 300 })
  expect(total.byStatus).toEqual({ 'GET /api/goods/:id 200': 200, 'GET /api/goods/:id 404': 100 })
  expect(await stats('r1')).toMatchObject({ received: 100, answered: 100 })
  expect(await stats('never-seen')).toMatchObject({ received: 0 })
})

test('a request whose sender hangs up is counted as received and aborted', async () => {
  await send('/control/settings', { latencyMs: 60_000 })
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.write('GET /api/goods HTTP/1.1\r\nhost: shop\r\nx-pone-run: r2\r\n\r\n')
  await expect.poll(() => stats('r2')).toMatchObject({ received: 1, aborted: 0 })
  socket.destroy()
  await expect.poll(() => stats('r2')).toMatchObject({ received: 1, answered: 0, aborted: 1 })
})

test('the error rate and wrong settings do what they say', async () => {
  expect(await send('/control/settings', { latencyMs: 0, latencyJitterMs: 0, errorRate01: 1 })).toMatchObject(
    {
      status: 200,
      body: { errorRate01: 1 },
    },
  )
  expect((await send('/health')).status).toBe(500)
  expect((await send('/control/settings', { errorRate01: 2 })).status).toBe(400)
  expect((await send('/control/settings', { colour: 2 })).status).toBe(400)
  expect((await send('/control/settings')).body).toMatchObject({ errorRate01: 1 })
})

/** Requests per second of eight clients that send one request after another. */
async function throughput(seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let count = 0
  const client = async () => {
    while (performance.now() < end) {
      await send('/api/goods/1')
      count++
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  return count / seconds
}

test.each([
  ['connection pool', { poolSize: 4, poolMs: 200 }],
  ['lock', { lockMs: 50 }],
  ['service', { serviceSlots: 2, serviceMs: 100 }],
])('the limit of the %s lets as many requests pass as it says', async (_name, limit) => {
  await send('/control/settings', { latencyMs: 0, latencyJitterMs: 0, ...limit })
  const measured = await throughput(2)
  // 20 a second, and what had begun when the time was over; a busy machine holds each a little longer.
  expect(measured).toBeGreaterThan(18)
  expect(measured).toBeLessThan(20 + 8 / 2 + 1)
})

test('CPU and disk are limits of the machine, and their settings are read', async () => {
  await send('/control/settings', { latencyMs: 0, latencyJitterMs: 0, cpuMs: 10 })
  expect(await throughput(1)).toBeLessThan(100 + 40)
  await send('/control/settings', { cpuMs: 0, diskKilobytes: 64 })
  expect(await throughput(0.5)).toBeGreaterThan(0)
  expect(await send('/control/settings', { poolSize: 1.5 })).toMatchObject({
    status: 400,
    body: { message: 'poolSize must be a whole number.' },
  })
})

test('what is in use of a limit, and what waits for it, is among the counters', async () => {
  await send('/control/settings', { latencyMs: 0, latencyJitterMs: 0, poolSize: 2, poolMs: 60_000 })
  // They end with the shop.
  for (let index = 0; index < 5; index += 1) send('/api/goods/1').catch(() => undefined)
  await expect
    .poll(async () => (await (await fetch(`${base}/metrics`)).text()).split('\n'))
    .toEqual(
      expect.arrayContaining([
        'shop_limit_units{limit="pool"} 2',
        'shop_limit_in_use{limit="pool"} 2',
        'shop_limit_waiting{limit="pool"} 3',
      ]),
    )
})

test('a reset sets every count to zero', async () => {
  await send('/health', undefined, { 'x-pone-run': 'r3' })
  await send('/control/reset', {})
  expect(await stats()).toMatchObject({ received: 0, byRoute: {} })
  expect(await stats('r3')).toMatchObject({ received: 0 })
})

test('the process tells its address and ends when its parent closes the pipe', async () => {
  const main = new URL('./main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [main, '--port', '0'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { address } = JSON.parse(String(line)) as { address: string }
  expect(await (await fetch(`${address}/`)).text()).toContain('演示商店')
  child.stdin.end()
  expect(await exit).toEqual([0, null])
})

/** A client, and what arrives at it, message by message. */
async function watch(headers: Record<string, string> = {}) {
  const client = new WebSocket(`${base.replace('http', 'ws')}/api/order-events`, { headers })
  const messages = on(client, 'message')
  await once(client, 'open')
  return {
    client,
    next: async (): Promise<unknown> => {
      const { value } = (await messages.next()) as { value: [Buffer] }
      return JSON.parse(value[0].toString())
    },
  }
}

test('who watches a good over WebSocket is told its price and its orders, and of no other good', async () => {
  const { client, next } = await watch({ 'x-pone-run': 'r3' })
  client.send('{"goodsId": 7}')
  expect(await next()).toEqual({ goodsId: 7, priceCents: 1_859 })
  const { body } = await send('/api/sign-in', { account: 'anna', password: 'x' })
  const authorization = `Bearer ${String(body['token'])}`
  await send('/api/orders', { goodsId: 8 }, { authorization })
  await send('/api/orders', { goodsId: 7, quantity: 3 }, { authorization })
  expect(await next()).toEqual({ orderId: 2, goodsId: 7, quantity: 3 })
  client.send('nonsense')
  expect(await next()).toEqual({ message: 'No such good.' })
  expect((await stats('r3')).byStatus).toEqual({
    'WS /api/order-events 101': 1,
    'MESSAGE /api/order-events 200': 1,
    'MESSAGE /api/order-events 404': 1,
  })
  const closed = once(client, 'close')
  shop.closeAllConnections()
  await closed
})

test('a WebSocket at another address is refused', async () => {
  const client = new WebSocket(`${base.replace('http', 'ws')}/api/goods`)
  const [error] = (await once(client, 'error')) as [Error]
  expect(error.message).toContain('socket hang up')
})
