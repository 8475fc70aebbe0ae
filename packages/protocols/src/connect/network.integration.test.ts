import { createHash } from 'node:crypto'
import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { HttpResult, Transport } from '../http/exchange.ts'
import { HttpSession } from '../http/session.ts'
import { testHarness } from '../http/test-harness.ts'
import { callOf, serveHttp, serveHttps, timingOf, transportOf } from '../http/test-servers.ts'
import { networkFailureText } from '../network-failures.ts'

const { started, atEnd, newWire } = testHarness()
const textOf = ({ errorCode, body }: HttpResult) => errorCode ?? Buffer.from(body).toString()
const ask = (url: string, transport: Partial<Transport>, userIndex = 0) =>
  new HttpSession({ wire: newWire(), userIndex }).execute(callOf(url, { transport: transportOf(transport) }))
const serveAddresses = (host = '127.0.0.1') =>
  started(
    serveHttp(
      (request, response) => response.end(`${request.socket.remoteAddress} ${request.headers.host}`),
      host,
    ),
  )

describe('source addresses', () => {
  test('are taken by users in turn', async () => {
    const server = await serveAddresses()
    const sourceAddresses = ['127.0.0.2', '127.0.0.3']
    const from = async (userIndex: number) =>
      textOf(await ask(server.url, { sourceAddresses }, userIndex)).split(' ')[0]
    expect([await from(0), await from(1), await from(2)]).toEqual(['127.0.0.2', '127.0.0.3', '127.0.0.2'])
  })

  test('decide for a name with several addresses which it leads to', async () => {
    const server = await serveAddresses('::')
    const url = server.url.replace('[::]', 'localhost')
    expect(textOf(await ask(url, { sourceAddresses: ['127.0.0.2'] }))).toMatch('::ffff:127.0.0.2 ')
    expect(
      textOf(await ask(url, { sourceAddresses: ['::1'], hosts: new Map([['localhost', '::1']]) })),
    ).toMatch('::1 ')
  })

  test('that are not of this machine, or not of the family of the target, are named', async () => {
    const server = await serveAddresses()
    expect(await ask(server.url, { sourceAddresses: ['192.0.2.1'] })).toMatchObject({
      status: 0,
      errorCode: 'EADDRNOTAVAIL',
      errorMessage: expect.stringContaining('[[foreignSourceAddress '),
      wireRequests: 0,
    })
    expect(await ask(server.url, { sourceAddresses: ['::1'] })).toMatchObject({
      errorCode: 'EADDRNOTAVAIL',
      errorMessage: networkFailureText('noSourceOfFamily', { host: '127.0.0.1' }),
      wireRequests: 0,
    })
    const tls = server.url.replace('http:', 'https:')
    expect((await ask(tls, { sourceAddresses: ['::1'] })).errorCode).toBe('EADDRNOTAVAIL')
  })
})

describe('names', () => {
  test('lead where the settings say, without a look-up', async () => {
    const server = await serveAddresses()
    const url = `http://shop.example:${server.port}/`
    const result = await ask(url, { hosts: new Map([['shop.example', '127.0.0.1']]) })
    expect(textOf(result)).toBe(`127.0.0.1 shop.example:${server.port}`)
    expect(timingOf(result)).toMatchObject({ dnsUs: null, connectUs: expect.any(Number) })
  })

  test('may lead to other names', async () => {
    const server = await serveAddresses()
    const url = `http://Shop.Example:${server.port}/`
    const result = await ask(url, { hosts: new Map([['shop.example', 'localhost']]), ipFamily: 4 })
    expect(textOf(result)).toBe(`127.0.0.1 shop.example:${server.port}`)
    expect(timingOf(result).dnsUs).toEqual(expect.any(Number))
  })

  test('keep their certificate when they lead elsewhere', async () => {
    const server = await started(
      serveHttps((request, response) => {
        response.end((request.socket as unknown as { servername: string }).servername)
      }),
    )
    const result = await ask(`https://shop.example:${server.port}/`, {
      hosts: new Map([['shop.example', '127.0.0.1']]),
    })
    expect(textOf(result)).toBe('shop.example')
  })

  test('lead to addresses of the set family only', async () => {
    const server = await serveAddresses()
    const url = `http://127-0-0-1.example:${server.port}/`
    const hosts = new Map([['127-0-0-1.example', 'localhost']])
    expect(textOf(await ask(url, { hosts, ipFamily: 4 }))).toMatch(/^127\.0\.0\.1 /)
    // Whatever localhost leads to by IPv6, nobody listens there.
    expect((await ask(url, { hosts, ipFamily: 6 })).errorCode).toMatch(/^(ECONNREFUSED|dns\.)/)
  })

  test('are looked up anew, over new connections, once a user has forgotten them', async () => {
    const server = await serveAddresses()
    const session = new HttpSession({ wire: newWire() })
    const transport = transportOf({ dns: 'iteration', ipFamily: 4 })
    const byName = callOf(`http://localhost:${server.port}/`, { transport })
    const byAddress = callOf(server.url, { transport })
    for (const call of [byName, byAddress, byName, byAddress]) {
      expect((await session.execute(call)).errorCode).toBeNull()
    }
    expect(server.accepted).toBe(2)
    session.forgetNames()
    expect(timingOf(await session.execute(byAddress)).connectUs).toBeNull()
    expect(timingOf(await session.execute(byName)).dnsUs).toEqual(expect.any(Number))
    expect(server.accepted).toBe(3)
  })
})

test('names are forgotten by HTTP/2 connections too', async () => {
  const server = createServer((_, response) => response.end('two'))
  let accepted = 0
  server.on('connection', () => accepted++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  const session = new HttpSession({ wire: newWire() })
  const transport = transportOf({ dns: 'iteration', ipFamily: 4, httpVersion: '2' })
  const call = callOf(`http://localhost:${(server.address() as AddressInfo).port}/`, { transport })
  for (let round = 0; round < 2; round++) {
    expect(textOf(await session.execute(call))).toBe('two')
    expect(timingOf(await session.execute(call)).dnsUs).toBeNull()
    session.forgetNames()
  }
  expect(accepted).toBe(2)
})

describe('a bandwidth limit', () => {
  const bytes = Buffer.alloc(300_000, 'The quick brown fox jumps over the lazy dog. ')
  const sumOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')
  const bandwidth = { downBytesPerSecond: 3_000_000, upBytesPerSecond: 3_000_000 }

  test.each([
    ['plain', serveHttp],
    ['TLS', serveHttps],
  ] as const)('leaves what goes both ways intact: %s', async (_, serve) => {
    const server = await started(
      serve((request, response) => {
        const hash = createHash('sha256')
        request.on('data', chunk => hash.update(chunk))
        request.on('end', () => response.writeHead(200, { 'X-Sum': hash.digest('hex') }).end(bytes))
      }),
    )
    const session = new HttpSession({ wire: newWire() })
    const call = callOf(server.url, { method: 'POST', body: bytes, transport: transportOf({ bandwidth }) })
    for (let round = 0; round < 2; round++) {
      const result = await session.execute(call)
      expect(result.headers).toContainEqual(['X-Sum', sumOf(bytes)])
      expect(sumOf(result.body)).toBe(sumOf(bytes))
    }
    expect(server.accepted).toBe(1)
  })

  test('does not hold back what ends with the connection', async () => {
    const server = await started(
      serveHttp((_, response) => response.writeHead(200, { Connection: 'close' }).end(bytes)),
    )
    const result = await ask(server.url, { bandwidth: { ...bandwidth, upBytesPerSecond: 0 } })
    expect(sumOf(result.body)).toBe(sumOf(bytes))
  })

  test('ends with the user', async () => {
    const server = await started(serveHttp((_, response) => response.end(bytes)))
    const wire = newWire()
    const session = new HttpSession({ wire })
    const transport = transportOf({ bandwidth: { downBytesPerSecond: 1_000, upBytesPerSecond: 0 } })
    const result = session.execute(callOf(server.url, { transport, responseTimeoutMs: 50 }))
    expect(await result).toMatchObject({ status: 200, errorCode: 'timeout.response' })
    expect(wire.connections).toBe(0)
  })
})
