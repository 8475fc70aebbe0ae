/** Peers that keep connections open without using them: real sockets against the real server. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase } from '@pone/contract/envelope.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../test-server.ts'

const perAddress = 10
let server: TestServer
let port = 0
const sockets: Socket[] = []
beforeAll(async () => {
  server = await createTestServer({ connectionsPerAddress: perAddress })
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    if (socket.closed) continue
    const closed = once(socket, 'close')
    socket.destroy()
    await closed
  }
})
afterAll(() => server.close())

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
const healthOver = async (socket: Socket): Promise<string> => {
  socket.write(`GET ${apiBase}/health HTTP/1.1\r\nHost: pone\r\n\r\n`)
  const ending = new AbortController()
  socket.once('close', () => ending.abort())
  const [answer] = (await once(socket, 'data', { signal: ending.signal })) as [Buffer]
  return answer.toString().split('\r\n')[0] ?? ''
}

test('an address has so many connections; when one goes, another may come', async () => {
  const own = []
  for (let index = 0; index < perAddress; index += 1) own.push(await open())
  for (const socket of own) expect(await healthOver(socket)).toBe('HTTP/1.1 200 OK')
  const refused = await open()
  if (!refused.closed) await once(refused, 'close')
  const [first] = own
  if (first === undefined) throw new Error('there is none')
  first.end()
  await once(first, 'close')
  await expect.poll(async () => healthOver(await open()).catch(() => 'closed')).toBe('HTTP/1.1 200 OK')
})

test('a request whose head does not come to its end is left', { timeout: 20_000 }, async () => {
  expect(server.app.server.headersTimeout).toBeLessThanOrEqual(15_000)
  // Node checks every few seconds; the test need not wait for the limit itself.
  server.app.server.headersTimeout = 1
  const socket = await open()
  socket.write(`GET ${apiBase}/health HTTP/1.1\r\nHost: pone\r\nX-Slow: `)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain('408 Request Timeout')
  if (!socket.closed) await once(socket, 'close')
  server.app.server.headersTimeout = 15_000
})

test.each([
  ['a call that anyone may make', calls.auth.login.path, 200, 'BodyTooLarge'],
  ['a call without a session', calls.project.create.path, 401, 'LoginTimeout'],
])('a long body for %s is not waited for', async (_, path, status, code) => {
  const socket = await open()
  const type = 'content-type: application/json\r\ncontent-length: 15000000'
  socket.write(`POST ${apiBase}${path} HTTP/1.1\r\nHost: pone\r\n${type}\r\n\r\n{"a":"`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain(`HTTP/1.1 ${status} `)
  expect(answer.toString()).toContain(`"code":"${code}"`)
})
