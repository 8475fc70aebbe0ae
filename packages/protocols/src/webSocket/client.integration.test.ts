/** The WebSocket client against a real server. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { metric } from '../messages/definition/metrics.ts'
import { phase } from './client/call.ts'
import { failureText } from './definition/failures.ts'
import { webSocketHarness } from './test-harness.ts'

const { serve, user } = webSocketHarness()
const fileId = '0b0e7c8e-0000-4000-8000-000000000001'
const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString()

describe('connecting', () => {
  test('tells status, subprotocol, headers and phases, and is counted as begun once', async () => {
    let seen: Record<string, unknown> = {}
    const url = await serve((_, headers) => {
      seen = headers
    })
    const { run, wire, begun } = user()
    const outcome = await run({
      kind: 'connect',
      url,
      subprotocols: 'v1, v2',
      headers: [{ name: 'X-Own', value: 'a' }],
    })
    expect(outcome).toMatchObject({ status: 101, errorCode: null, wireRequests: 1 })
    expect(outcome.headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`)).toContain(
      'sec-websocket-protocol: v2',
    )
    expect(seen).toMatchObject({ 'x-own': 'a', 'x-pone-run': 'r1' })
    expect(seen['sec-websocket-extensions']).toBeUndefined()
    expect([outcome.phasesUs[phase.connect], outcome.phasesUs[phase.handshake]]).toEqual([
      expect.any(Number),
      expect.any(Number),
    ])
    expect([wire.sent, begun]).toEqual([1, [1]])
  })
  test('fails with the status of a server that refuses', async () => {
    const url = await serve(() => undefined)
    const outcome = await user().run({ kind: 'connect', url: url.replace('/socket', '/other') })
    expect(outcome).toMatchObject({ status: 400, errorCode: 'HTTP 400', wireRequests: 1 })
  })
  test('fails where nobody listens, and nothing was begun', async () => {
    const { run, wire } = user()
    const outcome = await run({ kind: 'connect', url: 'ws://127.0.0.1:1/' })
    expect(outcome).toMatchObject({ status: 0, errorCode: 'ECONNREFUSED', wireRequests: 0 })
    expect(wire.sent).toBe(0)
  })
})

describe('messages', () => {
  test.each([
    [{ content: 'text', data: 'héllo' }, Buffer.from('héllo')],
    [{ content: 'hex', data: '00 ff 0a' }, Buffer.from([0, 255, 10])],
    [{ content: 'base64', data: 'AP8K' }, Buffer.from([0, 255, 10])],
  ])('%j is sent as it is, and its echo is the reply', async (message, expected) => {
    const url = await serve(socket =>
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
    )
    const { run, wire, measured } = user()
    await run({ kind: 'connect', url })
    const outcome = await run({ kind: 'send', ...message, reply: 'next' })
    expect(outcome).toMatchObject({ errorCode: null, count: 1, wireRequests: 1, sentBytes: expected.length })
    expect(Buffer.from(outcome.body).equals(expected)).toBe(true)
    expect(outcome.phasesUs[phase.message]).toBe(outcome.durationUs)
    expect(outcome.metrics).toEqual([[metric.roundTrip, outcome.durationUs]])
    expect(measured.toSorted((a, b) => a[1] - b[1])).toEqual([
      ['s', metric.sent, 1],
      ['s', metric.received, 1],
    ])
    expect(outcome.messages.map(({ direction, isText }) => [direction, isText])).toEqual([
      ['sent', message.content === 'text'],
      ['received', message.content === 'text'],
    ])
    expect(wire.sent).toBe(2)
  })
  test('a file of the project is sent as one binary message', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pone-ws-'))
    writeFileSync(join(folder, fileId), Buffer.alloc(70_000, 7))
    const url = await serve(socket =>
      socket.on('message', data => socket.send(String((data as Buffer).length))),
    )
    const { run } = user({ folder })
    await run({ kind: 'connect', url })
    expect(textOf(await run({ kind: 'send', content: 'file', fileId, reply: 'next' }))).toBe('70000')
    rmSync(folder, { recursive: true })
  })
  test('bytes that are none fail the request before anything is sent', async () => {
    const url = await serve(() => undefined)
    const { run, wire } = user()
    await run({ kind: 'connect', url })
    await expect(run({ kind: 'send', content: 'hex', data: 'zz' })).rejects.toThrow('badBytes')
    expect(wire.sent).toBe(1)
  })
  test('the reply that matches is found among others, which stay for later', async () => {
    const url = await serve(socket =>
      socket.on('message', () => {
        for (const id of [1, 2, 3]) socket.send(JSON.stringify({ id }))
      }),
    )
    const { run } = user()
    await run({ kind: 'connect', url })
    const match = { source: 'jsonPath', expression: '$.id', expected: '3' }
    expect(textOf(await run({ kind: 'send', data: 'x', reply: 'matching', match }))).toBe('{"id":3}')
    const rest = await run({ kind: 'await', count: 2 })
    expect([rest.count, textOf(rest), rest.wireRequests]).toEqual([2, '{"id":2}', 0])
  })
  test('a message that does not come ends the wait, and says how many came', async () => {
    const url = await serve(socket => socket.send('one'))
    const { run } = user()
    await run({ kind: 'connect', url })
    const outcome = await run({ kind: 'await', count: 2, timeoutMs: 60 })
    expect(outcome).toMatchObject({ errorCode: 'timeout.response', count: 1 })
    expect(outcome.errorMessage).toContain('messageTimeout')
  })
  test('what waits is bounded, and what was dropped is counted', async () => {
    const url = await serve(socket =>
      socket.on('message', () => {
        for (let id = 1; id <= 10; id++) socket.send(String(id))
        socket.send('end')
      }),
    )
    const { run, measured } = user({ settings: { maxWaitingMessages: 4 } })
    await run({ kind: 'connect', url })
    await run({
      kind: 'send',
      data: 'go',
      reply: 'matching',
      match: { source: 'contains', expression: 'end' },
    })
    const sumOf = (wanted: number) =>
      measured.reduce((sum, [, index, value]) => (index === wanted ? sum + value : sum), 0)
    expect([sumOf(metric.received), sumOf(metric.dropped)]).toEqual([11, 6])
    expect(textOf(await run({ kind: 'await' }))).toBe('7')
  })
  test('listening counts what arrives, and the way of messages that tell when they were sent', async () => {
    const url = await serve(socket => {
      socket.on('message', () => {
        for (let n = 0; n < 3; n++) socket.send(JSON.stringify({ sentAt: Date.now() - 50 }))
      })
    })
    const { run, pushed } = user()
    await run({ kind: 'connect', url })
    await run({ kind: 'send', data: 'go', reply: 'next' })
    const outcome = await run({ kind: 'listen', durationMs: 100, sentAt: '$.sentAt' })
    expect(outcome).toMatchObject({ errorCode: null, count: 2, wireRequests: 0 })
    expect(pushed).toHaveLength(2)
    for (const { durationUs, wireRequests } of pushed) {
      expect(durationUs).toBeGreaterThanOrEqual(50_000)
      expect(wireRequests).toBe(0)
    }
  })
})

describe('a connection', () => {
  test('that was never opened, or is lost, fails what needs it', async () => {
    const url = await serve(socket => socket.on('message', () => socket.close(4_001, 'enough')))
    const { run } = user()
    expect(await run({ kind: 'send', data: 'x' })).toMatchObject({
      errorCode: 'notConnected',
      wireRequests: 0,
    })
    await run({ kind: 'connect', url })
    const lost = await run({ kind: 'send', data: 'x', reply: 'next' })
    expect(lost).toMatchObject({ errorCode: 'connectionLost', wireRequests: 1 })
    expect(lost.errorMessage).toContain('4001')
    expect(await run({ kind: 'await' })).toMatchObject({ errorCode: 'connectionLost', wireRequests: 0 })
  })
  test('is closed with a code and a reason, which the server hears', async () => {
    let heard: unknown
    const url = await serve(socket =>
      socket.on('close', (code, reason) => (heard = [code, reason.toString()])),
    )
    const { run, wire } = user()
    await run({ kind: 'connect', url })
    expect(await run({ kind: 'close', code: 4_000, reason: 'done' })).toMatchObject({
      errorCode: null,
      status: 4_000,
    })
    expect(heard).toEqual([4_000, 'done'])
    expect(wire.connections).toBe(0)
  })
  test('has a name; it is kept for an iteration, or as long as the user', async () => {
    const url = await serve(socket =>
      socket.on('message', data => socket.send(data as Buffer, { binary: false })),
    )
    const { run, session, wire } = user()
    await run({ kind: 'connect', url, connection: 'a' })
    await run({ kind: 'connect', url, connection: 'b', keptFor: 'user' })
    session.beginIteration(false)
    expect(await run({ kind: 'send', connection: 'a', data: 'x' })).toMatchObject({
      errorCode: 'notConnected',
    })
    expect(textOf(await run({ kind: 'send', connection: 'b', data: 'x', reply: 'next' }))).toBe('x')
    session.beginIteration(true)
    expect(await run({ kind: 'send', connection: 'b', data: 'x' })).toMatchObject({
      errorCode: 'notConnected',
    })
    expect(wire.connections).toBe(0)
  })
  test('gives up what is under way when the run is ended by force', async () => {
    const url = await serve(() => undefined)
    const force = new AbortController()
    const { run } = user({ signal: force.signal })
    await run({ kind: 'connect', url })
    const waiting = run({ kind: 'await' })
    force.abort()
    expect(await waiting).toMatchObject({ errorCode: 'aborted' })
  })
  test('stays open as long as the server answers its pings', async () => {
    const pinged = Promise.withResolvers<void>()
    let pings = 0
    const url = await serve(socket => {
      socket.on('ping', () => ++pings === 3 && pinged.resolve())
      socket.on('message', data => socket.send(data as Buffer, { binary: false }))
    })
    const { run } = user()
    await run({ kind: 'connect', url, pingIntervalMs: 10 })
    await pinged.promise
    expect(textOf(await run({ kind: 'send', data: 'x', reply: 'next' }))).toBe('x')
  })
  test('whose ping is not answered is lost, and says so to who waits and to who comes later', async () => {
    const url = await serve(() => undefined, { autoPong: false })
    const { run, wire } = user()
    await run({ kind: 'connect', url, pingIntervalMs: 10 })
    const waiting = await run({ kind: 'await' })
    expect(waiting).toMatchObject({ errorCode: 'pongMissing', wireRequests: 0 })
    expect(waiting.errorMessage).toBe(failureText('pongMissing', { connection: 'default', ms: 10 }))
    expect(await run({ kind: 'send', data: 'x' })).toMatchObject({
      errorCode: 'pongMissing',
      wireRequests: 0,
    })
    expect(wire.connections).toBe(0)
  })
})
