/** The UDP client against real sockets. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { bypassOf } from '../connect/proxy.ts'
import { metric } from '../messages/definition/metrics.ts'
import { messageHarness } from '../messages/test-user.ts'
import { phase } from './client/call.ts'
import { udpClient } from './client.ts'

const { user, atEnd } = messageHarness(udpClient)
const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString()

type Answer = (data: Buffer, from: RemoteInfo, socket: Socket) => void

/** A socket that does with each datagram what it is told; answers where it is. */
async function serve(answer: Answer, host = '127.0.0.1') {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.on('message', (data, from) => answer(data, from, socket))
  socket.bind(0, host)
  await once(socket, 'listening')
  atEnd(() => socket.close())
  return { kind: 'send', host, port: socket.address().port }
}

const echo: Answer = (data, { port, address }, socket) => socket.send(data, port, address)

test.each([
  [{ content: 'text', data: 'héllo' }, Buffer.from('héllo')],
  [{ content: 'text', data: '你好', charset: 'gbk' }, Buffer.from([0xc4, 0xe3, 0xba, 0xc3])],
  [{ content: 'hex', data: '00 ff 0a' }, Buffer.from([0, 255, 10])],
])('%j is sent as it is, and its echo is the reply', async (message, expected) => {
  const { run, wire, begun, sumOf } = user()
  const outcome = await run({ ...(await serve(echo)), ...message })
  expect(outcome).toMatchObject({ errorCode: null, count: 1, wireRequests: 1 })
  expect(Buffer.from(outcome.body)).toEqual(expected)
  expect([outcome.sentBytes, outcome.receivedBytes]).toEqual([expected.length, expected.length])
  expect([outcome.phasesUs[phase.dns], outcome.phasesUs[phase.message]]).toEqual([null, outcome.durationUs])
  expect(outcome.metrics).toEqual([[metric.roundTrip, outcome.durationUs]])
  expect([sumOf(metric.sent), sumOf(metric.received), wire.sent, begun]).toEqual([1, 1, 1, [1]])
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '[::1]'],
  ['127.0.0.1', 'target.example'],
])('a socket at %s is reached by %s', async (address, host) => {
  const target = await serve(echo, address)
  const { run } = user({ network: { hosts: new Map([['target.example', address]]) } })
  expect(textOf(await run({ ...target, host, data: 'x' }))).toBe('x')
})

test('a name is looked up, and the time of it is told', async () => {
  const target = await serve(echo)
  const { run } = user({ network: { ipFamily: 4 } })
  const outcome = await run({ ...target, host: 'localhost', data: 'x' })
  expect([outcome.errorCode, outcome.phasesUs[phase.dns]]).toEqual([null, expect.any(Number)])
})

test('a datagram that is lost is a time-out, and was sent', async () => {
  const { run, sumOf } = user()
  const outcome = await run({ ...(await serve(() => undefined)), data: 'x', timeoutMs: 20 })
  expect(outcome).toMatchObject({ errorCode: 'timeout.response', wireRequests: 1, count: 0 })
  expect(sumOf(metric.sent)).toBe(1)
  // Nobody listens there: the system's answer to that may be lost as well.
  const nobody = await run({ kind: 'send', host: '127.0.0.1', port: 1, data: 'x', timeoutMs: 20 })
  expect(nobody).toMatchObject({ errorCode: 'timeout.response' })
})

test('steps of the same name use the same port, as long as it is kept', async () => {
  const ports: number[] = []
  const target = await serve((data, from, socket) => {
    ports.push(from.port)
    echo(data, from, socket)
  })
  const { run, session, wire } = user()
  const send = { ...target, data: 'x' }
  await run(send)
  await run(send)
  await run({ ...send, connection: 'other', keptFor: 'user' })
  expect(wire.connections).toBe(2)
  session.beginIteration(false)
  expect(wire.connections).toBe(1)
  await run({ ...send, connection: 'other' })
  const [first, second, other, again] = ports
  expect([first === second, other === again, first === other]).toEqual([true, true, false])
  session.beginIteration(true)
  expect(wire.connections).toBe(0)
  expect(await run({ kind: 'await' })).toMatchObject({ errorCode: 'notConnected', wireRequests: 0 })
})

test('a local port is used as given, and one that is taken is told', async () => {
  const seen = Promise.withResolvers<number>()
  const target = await serve((data, from, socket) => {
    seen.resolve(from.port)
    echo(data, from, socket)
  })
  const holder = createSocket('udp4').bind(0, '127.0.0.2')
  await once(holder, 'listening')
  atEnd(() => holder.close())
  const { port: localPort } = holder.address()
  const taken = await user().run({ ...target, data: 'x', localPort })
  expect(taken).toMatchObject({ errorCode: 'EADDRINUSE', wireRequests: 0 })
  expect(taken.errorMessage).toContain('udpPortTaken')
  const own = user({ network: { sourceAddresses: ['127.0.0.1'] } })
  expect(await own.run({ ...target, data: 'x', localPort })).toMatchObject({ errorCode: null })
  expect(await seen.promise).toBe(localPort)
})

test('the reply that matches is found among others, which stay for later', async () => {
  const target = await serve((_data, { port, address }, socket) => {
    for (const id of [1, 2, 3]) socket.send(JSON.stringify({ id }), port, address)
  })
  const { run } = user()
  const match = { source: 'jsonPath', expression: '$.id', expected: '3' }
  expect(textOf(await run({ ...target, data: 'x', reply: 'matching', match }))).toBe('{"id":3}')
  const rest = await run({ kind: 'await', count: 2 })
  expect([rest.count, textOf(rest), rest.wireRequests]).toEqual([2, '{"id":2}', 0])
})

test('what waits is bounded, and what was dropped is counted', async () => {
  const target = await serve((_data, { port, address }, socket) => {
    for (const text of ['1', '2', '3', '4', '5', 'end']) socket.send(text, port, address)
  })
  const { run, sumOf } = user({ settings: { maxWaitingMessages: 2 } })
  const match = { source: 'contains', expression: 'end' }
  await run({ ...target, data: 'x', reply: 'matching', match })
  expect([sumOf(metric.received), sumOf(metric.dropped)]).toEqual([6, 3])
  expect(textOf(await run({ kind: 'await' }))).toBe('4')
})

test('a datagram from elsewhere is no answer', async () => {
  const stranger = createSocket('udp4').bind(0, '127.0.0.2')
  await once(stranger, 'listening')
  atEnd(() => stranger.close())
  const target = await serve((data, from, socket) =>
    stranger.send('stranger', from.port, from.address, () => echo(data, from, socket)),
  )
  const { run, sumOf } = user()
  expect(textOf(await run({ ...target, data: 'x' }))).toBe('x')
  expect(sumOf(metric.received)).toBe(1)
})

test('a message that no datagram holds fails by name', async () => {
  const { run } = user()
  const outcome = await run({ ...(await serve(echo)), data: 'x'.repeat(70_000) })
  expect(outcome).toMatchObject({ errorCode: 'EMSGSIZE', wireRequests: 1 })
  expect(outcome.errorMessage).toContain('udpTooLarge')
})

test('a host behind a proxy is refused before anything is sent', async () => {
  const way = { kind: 'socks5', host: '127.0.0.1', port: 1, user: '', password: '' } as const
  const { run, wire } = user({ network: { proxy: { ...way, bypass: bypassOf('127.0.0.1') } } })
  expect(await run({ kind: 'send', host: 'far.example', data: 'x' })).toMatchObject({
    errorCode: 'proxy.udp',
    wireRequests: 0,
  })
  expect(wire.sent).toBe(0)
  expect(await run({ ...(await serve(echo)), data: 'x' })).toMatchObject({ errorCode: null })
})

test('what is under way is given up when the run is ended by force', async () => {
  const force = new AbortController()
  const { run, wire } = user({ signal: force.signal })
  const waiting = run({ ...(await serve(() => force.abort())), data: 'x' })
  expect(await waiting).toMatchObject({ errorCode: 'aborted', wireRequests: 1 })
  expect(await run({ kind: 'send', host: '127.0.0.1', data: 'x' })).toMatchObject({
    errorCode: 'aborted',
    wireRequests: 0,
  })
  expect(wire.sent).toBe(1)
})
