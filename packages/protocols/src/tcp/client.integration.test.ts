/** The TCP client against real servers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bypassOf } from '../connect/proxy.ts'
import { secureContextOf } from '../connect/secure-context.ts'
import { serveSocks5 } from '../connect/test-proxies.ts'
import { makeAuthority } from '../http/test-certificate.ts'
import { metric } from '../messages/definition/metrics.ts'
import { messageHarness } from '../messages/test-user.ts'
import { phase } from './client/call.ts'
import { tcpClient } from './client.ts'
import { serveTcp } from './test-servers.ts'

const { user, atEnd } = messageHarness(tcpClient)
const fileId = '0b0e7c8e-0000-4000-8000-000000000001'
const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString()

/** A server that does with each connection what it is told; answers what a connect operation needs. */
async function serve(onSocket: (socket: Socket) => void, options: Parameters<typeof serveTcp>[1] = {}) {
  const server = await serveTcp(onSocket, options)
  atEnd(() => server.close())
  return { kind: 'connect', host: options.host ?? '127.0.0.1', port: server.port }
}

const echo = (socket: Socket) => socket.on('data', data => socket.write(data))

describe('connecting', () => {
  test('tells its phases, and is counted as begun once', async () => {
    const { run, wire, begun } = user()
    const outcome = await run(await serve(() => undefined))
    expect(outcome).toMatchObject({ status: 0, errorCode: null, wireRequests: 1 })
    expect(outcome.phasesUs[phase.connect]).toEqual(expect.any(Number))
    expect([wire.sent, begun, wire.connections]).toEqual([1, [1], 1])
  })
  test('fails where nobody listens, and what follows says that there is no connection', async () => {
    const { run, wire } = user()
    const outcome = await run({ kind: 'connect', host: '127.0.0.1', port: 1 })
    expect(outcome).toMatchObject({ errorCode: 'ECONNREFUSED', wireRequests: 1 })
    expect(await run({ kind: 'send', data: 'x' })).toMatchObject({
      errorCode: 'notConnected',
      wireRequests: 0,
    })
    expect([wire.sent, wire.connections]).toEqual([1, 0])
  })
  test('over IPv6, whose address may stand in brackets', async () => {
    const target = await serve(echo, { host: '::1' })
    const { run } = user()
    expect(await run({ ...target, host: '[::1]' })).toMatchObject({
      errorCode: null,
      url: `tcp://[::1]:${target.port}`,
    })
    expect(textOf(await run({ kind: 'send', data: 'six', reply: 'next' }))).toBe('six')
  })
  test('over TLS an own authority is trusted, and a server that nobody vouches for is refused', async () => {
    const authority = makeAuthority()
    const { key, cert } = authority.issue('server', ['localhost'])
    const target = { ...(await serve(echo, { tls: { key, cert } })), host: 'localhost', tls: true }
    const secureContext = secureContextOf({
      version: 'any',
      trusted: Buffer.from(authority.cert),
      identity: null,
    })
    const { run } = user({ network: { verifyTls: true, secureContext } })
    const opened = await run(target)
    expect(opened).toMatchObject({ errorCode: null })
    expect(opened.phasesUs[phase.tls]).toEqual(expect.any(Number))
    const large = 'é'.repeat(300_000)
    expect(textOf(await run({ kind: 'send', data: large, reply: 'next' }))).toBe(large)
    const strict = user({ network: { verifyTls: true } })
    expect((await strict.run(target)).errorCode).toMatch(/^tls\./)
  })
  test('through a proxy, with a name that only the proxy knows', async () => {
    const { port } = await serve(echo)
    const proxy = await serveSocks5({ names: { 'inner.example': '127.0.0.1' } })
    atEnd(() => proxy.close())
    const way = { kind: 'socks5', host: '127.0.0.1', port: proxy.port } as const
    const { run } = user({
      network: { proxy: { ...way, user: '', password: '', bypass: bypassOf('') } },
    })
    expect(await run({ kind: 'connect', host: 'inner.example', port })).toMatchObject({ errorCode: null })
    expect(textOf(await run({ kind: 'send', data: 'x', reply: 'next' }))).toBe('x')
  })
})

describe('messages', () => {
  test.each([
    [{ content: 'text', data: 'héllo' }, Buffer.from('héllo')],
    [{ content: 'text', data: '你好', charset: 'gbk' }, Buffer.from([0xc4, 0xe3, 0xba, 0xc3])],
    [{ content: 'hex', data: '00 ff 0a' }, Buffer.from([0, 255, 10])],
    [{ content: 'base64', data: 'AP8N' }, Buffer.from([0, 255, 13])],
  ])('%j is sent as it is, and its echo is the reply', async (message, expected) => {
    const target = await serve(echo)
    const { run, wire, sumOf, described } = user()
    await run({ ...target, framing: { kind: 'length', lengthBytes: 2 } })
    const outcome = await run({ kind: 'send', ...message, reply: 'next' })
    const size = expected.length + 2
    expect(outcome).toMatchObject({ errorCode: null, count: 1, wireRequests: 1 })
    expect([outcome.sentBytes, outcome.receivedBytes]).toEqual([size, size])
    expect(Buffer.from(outcome.body)).toEqual(expected)
    expect(outcome.phasesUs[phase.message]).toBe(outcome.durationUs)
    expect(outcome.metrics).toEqual([[metric.roundTrip, outcome.durationUs]])
    expect([sumOf(metric.sent), sumOf(metric.received), wire.sent]).toEqual([1, 1, 2])
    const isText = message.content === 'text'
    expect(described.at(-1)?.requestBody).toBe(isText ? message.data : expected.toString('hex'))
    expect(described.at(-1)?.sections.map(({ key }) => key)).toEqual(isText ? ['frames'] : ['frames', 'hex'])
  })
  test('a file of the project is sent as one message', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pone-tcp-'))
    writeFileSync(join(folder, fileId), Buffer.alloc(70_000, 7))
    const { run } = user({ folder })
    await run({ ...(await serve(echo)), framing: { kind: 'fixed', sizeBytes: 70_000 } })
    const { body } = await run({ kind: 'send', content: 'file', fileId, reply: 'next' })
    expect(Buffer.from(body)).toEqual(Buffer.alloc(70_000, 7))
    rmSync(folder, { recursive: true })
  })
  test('bytes that are none, or do not fit the length field, fail before anything is sent', async () => {
    const { run, wire } = user()
    await run({ ...(await serve(() => undefined)), framing: { kind: 'length', lengthBytes: 1 } })
    await expect(run({ kind: 'send', content: 'hex', data: 'zz' })).rejects.toThrow('badBytes')
    const outcome = await run({ kind: 'send', data: 'x'.repeat(256) })
    expect(outcome).toMatchObject({ errorCode: 'invalidRequest', wireRequests: 0 })
    expect(outcome.errorMessage).toContain('tcpLengthTooSmall')
    expect(wire.sent).toBe(1)
  })
  test('the reply that matches is found among others, which stay for later', async () => {
    const target = await serve(socket =>
      socket.on('data', () => socket.write('{"id":1}\n{"id":2}\n{"id":3}\n')),
    )
    const { run } = user()
    await run(target)
    const match = { source: 'jsonPath', expression: '$.id', expected: '3' }
    expect(textOf(await run({ kind: 'send', data: 'x', reply: 'matching', match }))).toBe('{"id":3}')
    const rest = await run({ kind: 'await', count: 2 })
    expect([rest.count, textOf(rest), rest.wireRequests]).toEqual([2, '{"id":2}', 0])
  })
  test('a text that is waited for is compared in the character set', async () => {
    const target = await serve(socket => socket.write(Buffer.from('b4f0b8b40a', 'hex')))
    const { run } = user()
    await run(target)
    const match = { source: 'contains', expression: '答复' }
    expect(await run({ kind: 'await', match, charset: 'gbk' })).toMatchObject({
      errorCode: null,
      charset: 'gbk',
    })
  })
  test('several messages may be the reply', async () => {
    const { run } = user()
    await run(await serve(socket => socket.on('data', () => socket.write('a\nb\nc\n'))))
    const outcome = await run({ kind: 'send', data: 'x', reply: 'count', count: 3 })
    expect([outcome.count, textOf(outcome), outcome.receivedBytes]).toEqual([3, 'c', 6])
  })
  test('a message that does not come ends the wait, and says how many came', async () => {
    const { run } = user()
    await run(await serve(socket => socket.write('one\n')))
    await run({ kind: 'await' })
    const outcome = await run({ kind: 'await', count: 2, timeoutMs: 20 })
    expect(outcome).toMatchObject({ errorCode: 'timeout.response', count: 0 })
    expect(outcome.errorMessage).toContain('messageTimeout')
  })
  test('what waits is bounded, and what was dropped is counted', async () => {
    const { run, sumOf } = user({ settings: { maxWaitingMessages: 4 } })
    await run(
      await serve(socket => socket.on('data', () => socket.write('1\n2\n3\n4\n5\n6\n7\n8\n9\n10\nend\n'))),
    )
    const match = { source: 'contains', expression: 'end' }
    await run({ kind: 'send', data: 'go', reply: 'matching', match })
    expect([sumOf(metric.received), sumOf(metric.dropped)]).toEqual([11, 6])
    expect(textOf(await run({ kind: 'await' }))).toBe('7')
  })
  test('a message may end when the server is silent: the silence is no part of the response time', async () => {
    const silenceMs = 60
    const { run } = user()
    await run({ ...(await serve(echo)), framing: { kind: 'silence', silenceMs } })
    const startedAt = performance.now()
    const outcome = await run({ kind: 'send', data: 'no end', reply: 'next' })
    const tookMs = performance.now() - startedAt
    expect([outcome.errorCode, textOf(outcome)]).toEqual([null, 'no end'])
    expect(outcome.durationUs / 1_000).toBeLessThanOrEqual(tookMs - silenceMs + 1)
  })
  test('a message may end with the connection, and is there after it', async () => {
    const { run } = user()
    const target = await serve(socket => socket.end('all of\nit'))
    await run({ ...target, framing: { kind: 'close' } })
    expect(textOf(await run({ kind: 'await' }))).toBe('all of\nit')
    expect(await run({ kind: 'await' })).toMatchObject({ errorCode: 'connectionLost' })
  })
})

describe('a connection', () => {
  test('that is lost in the middle of a message fails what waits and what comes later', async () => {
    const { run, wire } = user()
    await run(await serve(socket => socket.on('data', () => socket.end('half'))))
    const lost = await run({ kind: 'send', data: 'x', reply: 'next' })
    expect(lost).toMatchObject({ errorCode: 'connectionLost', wireRequests: 1 })
    expect(lost.errorMessage).toContain('"bytes":"4"')
    expect(await run({ kind: 'send', data: 'x' })).toMatchObject({
      errorCode: 'connectionLost',
      wireRequests: 0,
    })
    expect(wire.connections).toBe(0)
  })
  test('that is reset tells so', async () => {
    const { run } = user()
    await run(await serve(socket => socket.on('data', () => socket.resetAndDestroy())))
    const lost = await run({ kind: 'send', data: 'x', reply: 'next' })
    expect(lost.errorCode).toBe('connectionLost')
    expect(lost.errorMessage).toContain('tcpBroken')
  })
  test.each([
    [{ kind: 'delimiter' }, Buffer.alloc(70_000, 120), 'messageTooLarge'],
    [{ kind: 'silence' }, Buffer.alloc(70_000, 120), 'messageTooLarge'],
    [{ kind: 'length' }, Buffer.from('7fffffff', 'hex'), 'messageTooLarge'],
    [{ kind: 'length', adjustment: -4 }, Buffer.from('00000003', 'hex'), 'badLength'],
  ])('with %j ends when the server sends what cannot be a message', async (framing, bytes, code) => {
    const ended = Promise.withResolvers<void>()
    const target = await serve(socket => {
      socket.on('close', () => ended.resolve())
      socket.on('data', () => socket.write(bytes))
    })
    const { run, wire } = user({ settings: { maxMessageBytes: 65_536 } })
    await run({ ...target, framing })
    expect(await run({ kind: 'send', data: 'x', reply: 'next' })).toMatchObject({ errorCode: code })
    expect(await run({ kind: 'await' })).toMatchObject({ errorCode: code })
    await ended.promise
    expect(wire.connections).toBe(0)
  })
  test('is closed after everything was sent', async () => {
    const heard = Promise.withResolvers<string>()
    const target = await serve(socket => {
      let text = ''
      socket.on('data', data => {
        text += data.toString()
      })
      socket.on('end', () => heard.resolve(text))
    })
    const { run, wire } = user()
    await run(target)
    await run({ kind: 'send', data: 'bye' })
    expect(await run({ kind: 'close' })).toMatchObject({ errorCode: null, wireRequests: 0 })
    expect(await heard.promise).toBe('bye\n')
    expect(await run({ kind: 'send', data: 'x' })).toMatchObject({ errorCode: 'notConnected' })
    expect(wire.connections).toBe(0)
  })
  test('has a name; it is kept for an iteration, or as long as the user', async () => {
    const target = await serve(echo)
    const { run, session, wire } = user()
    await run({ ...target, connection: 'a' })
    await run({ ...target, connection: 'b', keptFor: 'user' })
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
    const force = new AbortController()
    const { run, wire } = user({ signal: force.signal })
    await run(await serve(() => undefined))
    const waiting = run({ kind: 'await' })
    force.abort()
    expect(await waiting).toMatchObject({ errorCode: 'aborted' })
    expect(await run({ kind: 'send', data: 'x', reply: 'next' })).toMatchObject({
      errorCode: 'aborted',
      wireRequests: 0,
    })
    expect(wire.sent).toBe(1)
  })
})
