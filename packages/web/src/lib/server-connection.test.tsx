import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'
import { NetworkError } from './api-error.ts'
import { loaded } from './lazy-part.ts'
import { ServerConnection, serverConnection } from './server-connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection to a server that answers from the n-th attempt on; `attempts` counts them. */
function connectionTo(answersFrom: number) {
  const counted = { attempts: 0 }
  const connection = new ServerConnection(() => Promise.resolve(++counted.attempts >= answersFrom))
  return { connection, counted }
}

test('one failed request is no outage if the server answers', async () => {
  const { connection } = connectionTo(1)
  expect(await connection.ask()).toBe(true)
  expect(connection.outage()).toBeNull()
  await connection.untilItAnswers('component/save')
})

test('a server that is down is asked again after growing pauses, until it answers', async () => {
  vi.setSystemTime(1_000_000)
  const { connection, counted } = connectionTo(7)
  const back = vi.fn()
  connection.onBack(back)
  expect(await connection.ask()).toBe(false)
  const pauses: number[] = []
  while (connection.outage() !== null) {
    const pauseMs = (connection.outage()?.nextAtMs ?? 0) - Date.now()
    pauses.push(pauseMs)
    await vi.advanceTimersByTimeAsync(pauseMs)
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  expect(counted.attempts).toBe(7)
  expect(back).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(counted.attempts).toBe(7)
})

test('"try now" asks at once, and only once at a time', async () => {
  const { connection, counted } = connectionTo(2)
  await connection.ask()
  expect(await Promise.all([connection.ask(), connection.ask()])).toEqual([true, true])
  expect(counted.attempts).toBe(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(counted.attempts).toBe(2)
})

test('calls wait by name until the server answers; one that is cancelled waits no longer', async () => {
  const { connection } = connectionTo(2)
  await connection.ask()
  const saved = connection.untilItAnswers('component/save')
  const leaving = new AbortController()
  const listed = connection.untilItAnswers('run/list', leaving.signal)
  expect(connection.outage()?.waiting).toEqual(['component/save', 'run/list'])
  leaving.abort()
  await expect(listed).rejects.toThrow('aborted')
  expect(connection.outage()?.waiting).toEqual(['component/save'])
  await vi.advanceTimersByTimeAsync(1_000)
  await saved
})

/** A server on this port that answers every call, 0 for a free one. */
async function answering(port: number): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 200, data: {} }))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return server
}
const closed = (server: Server) =>
  new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

test('a call that finds no server fails; the next one, and missing code, wait for the server and succeed', async () => {
  vi.useRealTimers()
  const first = await answering(0)
  const { port } = first.address() as AddressInfo
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/`,
  )
  await closed(first)
  await expect(api.system.info()).rejects.toThrow(NetworkError)
  await vi.waitFor(() => expect(serverConnection.outage()).not.toBeNull(), { timeout: 10_000 })
  const second = api.system.info()
  let attempts = 0
  const code = loaded(async () => {
    attempts += 1
    if (attempts === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return 'code'
  })
  await vi.waitFor(() => expect(serverConnection.outage()?.waiting).toEqual(['system/info']), {
    timeout: 10_000,
  })
  const again = await answering(port)
  await serverConnection.ask()
  expect(await second).toEqual({})
  expect(await code).toBe('code')
  expect(serverConnection.outage()).toBeNull()
  await closed(again)
})

test('code that the server does not have is an error, not an outage', async () => {
  vi.useRealTimers()
  const server = await answering(0)
  const { port } = server.address() as AddressInfo
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/`,
  )
  await expect(loaded(() => Promise.reject(new Error('no such chunk')))).rejects.toThrow('no such chunk')
  await closed(server)
})
