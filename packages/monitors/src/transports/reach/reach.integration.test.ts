/** Real addresses of this machine that answer, refuse, hang, or have another certificate. */
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CollectedBatch } from '../../collection/batch.ts'
import { Collector } from '../../collection/collector.ts'
import type { ParamValues } from '../../type.ts'
import { freePort, knownType } from '../test-servers.ts'
import { reach } from './reach.ts'
import { madeCertificate } from './test-certificate.ts'

const host = '127.0.0.1'
const never = new AbortController().signal
const servers: Server[] = []
const ports = { http: 0, https: 0 }

const listen = async (server: Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  ports.http = await listen(
    createServer(
      (request, response) => void response.writeHead(request.url === '/wrong' ? 500 : 200).end('welcome'),
    ),
  )
  ports.https = await listen(
    createTlsServer(await madeCertificate(10), (_, response) => void response.end('welcome')),
  )
})
afterAll(() => {
  for (const server of servers) server.close()
})

const asked = async (protocol: string, params: ParamValues) => {
  const connection = await reach.open(params, never)
  const { records, fault } = await connection.ask({ protocol }, never)
  return { record: records[0] ?? {}, code: fault?.code }
}

test('an HTTP address that answers is reached, with its times', async () => {
  const { record, code } = await asked('http', { url: `http://${host}:${ports.http}/`, contains: 'welcome' })
  expect(code).toBeUndefined()
  expect(record).toMatchObject({ reached: '1', status: '200' })
  expect(Number(record['timeMs'])).toBeGreaterThanOrEqual(Number(record['connectMs']))
})

test.each([
  ['/wrong', {}, 'wrongProduct'],
  ['/', { contains: 'no such text' }, 'wrongProduct'],
  ['/', { status: '204' }, 'wrongProduct'],
])('an answer of %s that is not as %j expects is not reached', async (path, params, code) => {
  const answer = await asked('http', { url: `http://${host}:${ports.http}${path}`, ...params })
  expect(answer).toMatchObject({ code, record: { reached: '0' } })
})

test('a certificate of nobody is refused, and its days are counted where it is not verified', async () => {
  const url = `https://${host}:${ports.https}/`
  expect(await asked('http', { url })).toMatchObject({ code: 'tlsMismatch', record: { reached: '0' } })
  const open = await asked('http', { url, verifyTls: false })
  expect(Number(open.record['certificateDays'])).toBeCloseTo(10, 1)
  const tcp = await asked('tcp', { host, port: ports.https, tls: true, verifyTls: false })
  expect(Number(tcp.record['certificateDays'])).toBeCloseTo(10, 1)
  expect(await asked('tcp', { host, port: ports.http, tls: true })).toMatchObject({ code: 'tlsMismatch' })
})

test('ports and hosts say why they are not reached', async () => {
  expect(await asked('tcp', { host, port: ports.http })).toMatchObject({
    code: undefined,
    record: { reached: '1' },
  })
  expect(await asked('tcp', { host, port: await freePort() })).toMatchObject({ code: 'refused' })
  expect(await asked('tcp', { host: 'no-such-host.invalid', port: 1 })).toMatchObject({ code: 'unreachable' })
  expect(await asked('http', { url: 'ftp://x' })).toMatchObject({ code: 'unreachable' })
})

test('a host answers echo requests, and a name is never an option', async () => {
  const { record, code } = await asked('icmp', { host, count: 1 })
  expect({ code, reached: record['reached'], lossPercent: record['lossPercent'] }).toEqual({
    code: undefined,
    reached: '1',
    lossPercent: '0.00',
  })
  expect(await asked('icmp', { host: '-f' })).toMatchObject({ code: 'unreachable' })
})

test('a target that dies and comes back is 0 with its cause, then 1', async () => {
  const accept = () => createTcpServer(socket => void socket.destroy())
  const first = accept()
  const port = await freePort()
  servers.push(first)
  await new Promise<void>(resolve => first.listen(port, host, resolve))
  const batches: CollectedBatch[] = []
  const collector = new Collector({ transports: { reach }, onBatch: batch => batches.push(batch) })
  collector.put({
    monitorId: 'm',
    type: knownType('tcp-availability'),
    params: { host, port },
    frequencyMs: 1_000,
  })
  // A busy machine may have no time for a collection, after which the state before is told again.
  const states = () =>
    batches
      .flatMap(batch => batch.states.map(({ code }) => code))
      .filter(code => code !== 'overrun')
      .filter((code, at, all) => code !== all[at - 1])
  try {
    await expect.poll(states).toEqual(['ok'])
    await new Promise(resolve => first.close(resolve))
    await expect.poll(states).toEqual(['ok', 'refused'])
    const second = accept()
    servers.push(second)
    await new Promise<void>(resolve => second.listen(port, host, resolve))
    await expect.poll(states).toEqual(['ok', 'refused', 'ok'])
    const reached = batches.flatMap(({ rows }) => rows.map(({ values }) => values[0]))
    expect(new Set(reached)).toEqual(new Set([0, 1]))
  } finally {
    collector.close()
  }
})
