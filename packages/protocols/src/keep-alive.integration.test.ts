/** A user keeps its connection over TLS, HTTP/2 and WebSocket as over plain HTTP, however late a socket reports what it wrote. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { HttpCall } from './http/exchange.ts'
import type { HttpSession } from './http/session.ts'
import { testHarness } from './http/test-harness.ts'
import { callOf, transportOf } from './http/test-servers.ts'
import { type KeptServer, type KeptServerKind, startKeptServer } from './test-kept-server.ts'
import { webSocketHarness } from './webSocket/test-harness.ts'

const { newSession, newWire, started, atEnd } = testHarness()
const webSockets = webSocketHarness()

const httpKinds = ['http', 'https', 'h2c', 'h2'] as const
const webSocketKinds = ['ws', 'wss'] as const
const version1 = transportOf({})
const version2 = transportOf({ httpVersion: '2' })
const transportFor = (kind: KeptServerKind) => (kind.startsWith('h2') ? version2 : version1)

const bodies: [string, Pick<HttpCall, 'body'> & { method: string }][] = [
  ['without a body', { method: 'GET', body: null }],
  ['with a text', { method: 'POST', body: 'x'.repeat(500) }],
  ['with bytes', { method: 'POST', body: Buffer.alloc(500, 120) }],
  ['with a body of many records', { method: 'POST', body: Buffer.alloc(200_000, 120) }],
  [
    'with a body that is read while it is sent',
    {
      method: 'POST',
      body: {
        sizeBytes: 3_000,
        async *open() {
          for (let piece = 0; piece < 3; piece++) yield Buffer.alloc(1_000, 120)
        },
        preview: () => '',
      },
    },
  ],
]

/** Sends one request and holds this thread up, as a busy machine does, from when it is written to when the answer has come. */
async function sendHeldUp(session: HttpSession, server: KeptServer, call: HttpCall) {
  const { answers } = server
  const hold = () => server.holdUntilAnswered(answers)
  const result = session.execute(call)
  // Runs right after the wire has written, before anything is read; HTTP/2 writes a turn later.
  if (call.options.transport.httpVersion === '1.1') setImmediate(hold)
  else setImmediate(() => setImmediate(hold))
  return result
}

describe.each(httpKinds)('over %s', kind => {
  test.each(bodies)('a request %s whose answer comes at once keeps its connection', async (_, changes) => {
    const server = await started(startKeptServer(kind))
    const wire = newWire()
    const session = newSession(wire)
    const call = callOf(server.url, { transport: transportFor(kind), ...changes })
    // Opens the connection.
    expect((await session.execute(callOf(server.url, { transport: transportFor(kind) }))).status).toBe(200)
    // More than the system takes at once is never written while the thread is held up.
    const isLarge = changes.body instanceof Uint8Array && changes.body.length > 100_000
    for (let count = 0; count < 20; count++) {
      const isHeld = !isLarge && wire.connections === 1
      const result = await (isHeld ? sendHeldUp(session, server, call) : session.execute(call))
      expect(result).toMatchObject({ status: 200, errorCode: null, wireRequests: 1 })
    }
    expect([server.connections, wire.connections, server.cancelled]).toEqual([1, 1, 0])
  })
})

describe.each(['http', 'https'] as const)('over %s a request that is answered before it is written', kind => {
  test('ends its connection', async () => {
    const server = await started(startKeptServer(kind))
    const wire = newWire()
    const session = newSession(wire)
    const large = callOf(`${server.url}/early`, { method: 'POST', body: Buffer.alloc(40_000_000) })
    expect(await session.execute(large)).toMatchObject({ status: 413, errorCode: null })
    expect(wire.connections).toBe(0)
    expect(await session.execute(callOf(server.url))).toMatchObject({ status: 200, wireRequests: 1 })
    expect(server.connections).toBe(2)
  })
})

/** Keeps one core busy until it is ended, at most for a minute. */
async function keepCoreBusy(): Promise<ChildProcess> {
  const program = 'process.stdout.write("busy"); for (const end = Date.now() + 60_000; Date.now() < end; );'
  const busy = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(async () => {
    busy.kill('SIGKILL')
    if (busy.exitCode === null && busy.signalCode === null) await once(busy, 'exit')
  })
  if (busy.stdout !== null) await once(busy.stdout, 'data')
  return busy
}

describe('while two processes keep the cores busy', () => {
  test.each(httpKinds)('four users over %s have four connections', async kind => {
    await Promise.all([keepCoreBusy(), keepCoreBusy()])
    const server = await started(startKeptServer(kind))
    const wire = newWire()
    const call = callOf(server.url, { transport: transportFor(kind) })
    const post = callOf(server.url, { transport: transportFor(kind), method: 'POST', body: 'x'.repeat(500) })
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const session = newSession(wire)
        for (let count = 0; count < 150; count++) {
          expect((await session.execute(count % 2 === 0 ? call : post)).errorCode).toBeNull()
        }
      }),
    )
    expect([server.connections, wire.sent, server.cancelled]).toEqual([4, 600, 0])
  })

  test.each(webSocketKinds)('four users over %s have four connections', async kind => {
    await Promise.all([keepCoreBusy(), keepCoreBusy()])
    const server = await started(startKeptServer(kind))
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { run, session } = webSockets.user()
        await run({ kind: 'connect', url: server.url, keptFor: 'user' })
        for (let count = 0; count < 150; count++) {
          session.beginIteration(false)
          expect((await run({ kind: 'send', data: 'x', reply: 'next' })).errorCode).toBeNull()
        }
      }),
    )
    expect(server.connections).toBe(4)
  })
})
