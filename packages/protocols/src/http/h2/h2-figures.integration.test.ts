/** Bytes of requests that share a connection, beside what their server counted. */
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { HttpResult } from '../exchange.ts'
import { testHarness } from '../test-harness.ts'
import { callOf, serveRaw, transportOf } from '../test-servers.ts'
import { H2TestServer } from './test-servers.ts'

const { newSession, started } = testHarness()
const transport = transportOf({ httpVersion: '2' })
/** Frame heads, header blocks and settings of a few requests. */
const overheadBytes = 2_000

const sumOf = (results: readonly HttpResult[], figure: 'sentBytes' | 'receivedBytes') =>
  results.reduce((sum, result) => sum + result[figure], 0)

/** All that came to the connections of a server. */
function countBytesRead(server: H2TestServer): () => number {
  const sockets: Socket[] = []
  server.server.on('connection', (socket: Socket) => sockets.push(socket))
  return () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0)
}

test('a body that is on its way is on no other request’s account', async () => {
  const bodyBytes = 1_000_000
  let readBody = () => {}
  const server = await started(
    H2TestServer.plain((stream, headers) => {
      const answer = () => {
        stream.respond({ ':status': 200 })
        stream.end('ok')
      }
      if (headers[':method'] === 'POST') {
        stream.once('end', answer)
        readBody = () => void stream.resume()
      } else answer()
    }),
  )
  const bytesRead = countBytesRead(server)
  const user = newSession()
  const upload = user.execute(
    callOf(server.url, { transport, method: 'POST', body: Buffer.alloc(bodyBytes) }),
  )
  const small = [await user.execute(callOf(server.url, { transport }))]
  for (let count = 0; count < 3; count++) small.push(await user.execute(callOf(server.url, { transport })))
  readBody()
  const large = await upload
  expect([large.errorCode, ...small.map(result => result.errorCode)]).toEqual([null, null, null, null, null])
  for (const { sentBytes } of small) expect(sentBytes).toBeLessThan(overheadBytes)
  expect(large.sentBytes).toBeGreaterThan(bodyBytes)
  expect(large.sentBytes).toBeLessThan(bodyBytes + overheadBytes)
  await expect.poll(() => Math.abs(bytesRead() - sumOf([large, ...small], 'sentBytes'))).toBeLessThan(100)
})

test('answers that come in one read are each on their own request’s account', async () => {
  const bodyBytes = 100_000
  const server = await started(
    H2TestServer.plain(stream => {
      stream.respond({ ':status': 200 })
      stream.end(Buffer.alloc(bodyBytes))
    }),
  )
  const user = newSession()
  const results = await Promise.all(
    Array.from({ length: 20 }, () => user.execute(callOf(server.url, { transport, wantsBody: false }))),
  )
  for (const { receivedBytes } of results) {
    expect(receivedBytes).toBeGreaterThanOrEqual(bodyBytes)
    expect(receivedBytes).toBeLessThan(bodyBytes + overheadBytes)
  }
})

test('requests on a connection that is lost count what was sent, and no more', async () => {
  let came = 0
  const server = await started(
    serveRaw(
      (socket, text) => {
        came += text.length
        // Settings, and then no answer.
        if (text.includes('/last')) socket.end()
      },
      socket => void socket.write(Buffer.from('000000040000000000', 'hex')),
    ),
  )
  const user = newSession()
  const results = await Promise.all(
    ['/', '/', '/last'].map(path =>
      user.execute(callOf(server.url + path, { transport, method: 'POST', body: 'body' })),
    ),
  )
  expect(new Set(results.map(result => result.errorCode))).toEqual(new Set(['protocol.noAnswer']))
  await expect.poll(() => came).toBe(sumOf(results, 'sentBytes'))
})

test('without keep-alive the goodbye is on the request’s account too', async () => {
  const server = await started(
    H2TestServer.plain(stream => {
      stream.respond({ ':status': 200 })
      stream.end('ok')
    }),
  )
  const { promise, resolve } = Promise.withResolvers<number>()
  server.server.on('connection', (socket: Socket) => socket.on('close', () => resolve(socket.bytesRead)))
  const once = transportOf({ httpVersion: '2', keepAlive: false })
  const { errorCode, sentBytes } = await newSession().execute(callOf(server.url, { transport: once }))
  expect([errorCode, sentBytes]).toEqual([null, await promise])
})
