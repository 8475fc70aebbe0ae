/** A request that a dropped kept-alive connection took with it is sent once more and counted as such, or fails where that is switched off. */
import { expect, test } from 'vitest'
import { H2TestServer } from './h2/test-servers.ts'
import { testHarness } from './test-harness.ts'
import { callOf, serveDropping, transportOf } from './test-servers.ts'

const { newSession, newWire, started } = testHarness()
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

async function askTenTimes(url: string, changes: Parameters<typeof callOf>[1]) {
  const wire = newWire()
  const session = newSession(wire)
  const results = []
  for (let count = 0; count < 10; count++) results.push(await session.execute(callOf(url, changes)))
  return {
    sent: wire.sent,
    onWire: sum(results.map(result => result.wireRequests)),
    repeated: sum(results.map(result => result.repeatedRequests)),
    failed: results.filter(result => result.errorCode !== null).length,
  }
}

test.each([
  // The first of each connection is answered, the second drops it.
  ['GET', true, { sent: 19, onWire: 19, repeated: 9, failed: 0 }],
  ['GET', false, { sent: 10, onWire: 10, repeated: 0, failed: 5 }],
  ['POST', true, { sent: 10, onWire: 10, repeated: 0, failed: 5 }],
])(
  '%s on connections that are dropped, with repetitions switched %s',
  async (method, repeatsDropped, expected) => {
    const server = await started(serveDropping())
    const figures = await askTenTimes(server.url, { method, transport: transportOf({ repeatsDropped }) })
    expect(figures).toEqual(expected)
    expect(server.requests).toBe(expected.sent)
  },
)

test('a repetition that finds no server is not counted, as it was never sent', async () => {
  const server = await serveDropping()
  const session = newSession()
  expect((await session.execute(callOf(server.url))).status).toBe(200)
  server.listening.close()
  expect(await session.execute(callOf(server.url))).toMatchObject({
    errorCode: 'ECONNREFUSED',
    wireRequests: 1,
    repeatedRequests: 0,
  })
  expect(server.requests).toBe(2)
})

test.each([
  [true, { sent: 19, onWire: 19, repeated: 9, failed: 0 }],
  [false, { sent: 10, onWire: 10, repeated: 0, failed: 5 }],
])('over HTTP/2, with repetitions switched %s', async (repeatsDropped, expected) => {
  const server = await started(
    H2TestServer.plain(stream => {
      if (stream.id !== 1) return stream.session?.socket.destroy()
      stream.respond({ ':status': 200 })
      stream.end('ok')
    }),
  )
  const transport = transportOf({ httpVersion: '2', repeatsDropped })
  expect(await askTenTimes(server.url, { transport })).toEqual(expected)
  expect(server.requests).toBe(expected.sent)
})

test('over HTTP/2 a stream that the server refuses is not sent again where that is switched off', async () => {
  const server = await started(H2TestServer.plain(stream => stream.close(7)))
  const transport = transportOf({ httpVersion: '2', repeatsDropped: false })
  expect(await newSession().execute(callOf(server.url, { transport }))).toMatchObject({
    errorCode: 'h2.REFUSED_STREAM',
    wireRequests: 1,
    repeatedRequests: 0,
  })
  expect(server.requests).toBe(1)
})
