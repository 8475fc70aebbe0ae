import { createSecureServer, createServer } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { HttpResult, Transport } from '../http/exchange.ts'
import { makeCertificate } from '../http/test-certificate.ts'
import { testHarness } from '../http/test-harness.ts'
import { callOf, serveHttp, serveHttps, serveRaw, timingOf, transportOf } from '../http/test-servers.ts'
import { networkFailureText } from '../network-failures.ts'
import { bypassOf, type Proxy } from './proxy.ts'
import { type ProxyBehaviour, serveHttpProxy, serveSocks5 } from './test-proxies.ts'

const { started, atEnd, newSession } = testHarness()
const proxied = (kind: Proxy['kind'], port: number, changes: Partial<Proxy> = {}) =>
  transportOf({
    proxy: { kind, host: '127.0.0.1', port, user: '', password: '', bypass: bypassOf(''), ...changes },
  })
const bodyOf = (result: HttpResult): string => result.errorCode ?? Buffer.from(result.body).toString()
const startProxy = (kind: Proxy['kind'], behaviour: ProxyBehaviour = {}) =>
  started(kind === 'http' ? serveHttpProxy(behaviour) : serveSocks5(behaviour))
const names = { 'shop.example': '127.0.0.1' }
const credentials = { user: 'pone', password: 'p:w' }

describe.each(['http', 'socks5'] as const)('a proxy of kind %s', kind => {
  test('leads plain requests on, on one connection, with names that only it knows', async () => {
    const target = await started(
      serveHttp((request, response) =>
        response.end(`${request.method} ${request.url} ${request.headers.host}`),
      ),
    )
    const proxy = await startProxy(kind, { names })
    const session = newSession()
    const call = callOf(`http://shop.example:${target.port}/a?b=1#c`, {
      transport: proxied(kind, proxy.port),
    })
    const first = await session.execute(call)
    expect(bodyOf(first)).toBe(`GET /a?b=1 shop.example:${target.port}`)
    expect(timingOf(first)).toMatchObject({ dnsUs: null, connectUs: expect.any(Number), tlsUs: null })
    expect(bodyOf(await session.execute(call))).toBe(bodyOf(first))
    expect(proxy.accepted).toBe(1)
    const asked = `GET http://shop.example:${target.port}/a?b=1`
    expect(proxy.asked).toEqual(kind === 'http' ? [asked, asked] : [`3 shop.example:${target.port}`])
  })

  test('leads TLS on, verified by the name of the target', async () => {
    const target = await started(
      serveHttps((request, response) => {
        const { servername } = request.socket as unknown as { servername: string }
        response.end(servername + 'x'.repeat(300_000))
      }),
    )
    const proxy = await startProxy(kind, { names: { localhost: '127.0.0.1' } })
    const session = newSession()
    const call = callOf(`https://localhost:${target.port}/`, { transport: proxied(kind, proxy.port) })
    const result = await session.execute(call)
    expect(bodyOf(result)).toBe(`localhost${'x'.repeat(300_000)}`)
    expect(timingOf(result)).toMatchObject({
      dnsUs: null,
      connectUs: expect.any(Number),
      tlsUs: expect.any(Number),
    })
    expect(timingOf(await session.execute(call))).toMatchObject({ connectUs: null, tlsUs: null })
    expect([proxy.accepted, target.accepted]).toEqual([1, 1])
    expect(proxy.asked).toEqual([
      kind === 'http' ? `CONNECT localhost:${target.port}` : `3 localhost:${target.port}`,
    ])
    expect(
      await session.execute(
        callOf(call.url, { transport: { ...proxied(kind, proxy.port), verifyTls: true } }),
      ),
    ).toMatchObject({ errorCode: 'tls.DEPTH_ZERO_SELF_SIGNED_CERT', wireRequests: 0 })
  })

  test('is given user and password', async () => {
    const target = await started(serveHttps((_, response) => response.end('in')))
    const proxy = await startProxy(kind, { credentials: 'pone:p:w' })
    const call = (changes: Partial<Proxy>) =>
      callOf(target.url, { transport: proxied(kind, proxy.port, changes) })
    expect(bodyOf(await newSession().execute(call(credentials)))).toBe('in')
    const wrong = await newSession().execute(call({ user: 'pone', password: 'x' }))
    expect(wrong).toMatchObject({ status: 0, wireRequests: 0 })
    expect(wrong.errorCode).toBe(kind === 'http' ? 'proxy.407' : 'proxy.authRejected')
    const none = await newSession().execute(call({}))
    expect(none.errorCode).toBe(kind === 'http' ? 'proxy.407' : 'proxy.authRequired')
  })

  test('is passed by for the hosts that are listed', async () => {
    const target = await started(serveHttp((_, response) => response.end('direct')))
    const proxy = await startProxy(kind)
    const transport = proxied(kind, proxy.port, { bypass: bypassOf('*.example.com, 127.0.0.1') })
    expect(bodyOf(await newSession().execute(callOf(target.url, { transport })))).toBe('direct')
    expect(proxy.accepted).toBe(0)
  })

  test.each([
    ['TLS', '', false],
    ['plain, the server speaking at once', '', true],
    ['TLS within a bandwidth', 'slow', false],
    ['plain within a bandwidth, the server speaking at once', 'slow', true],
  ])('leads HTTP/2 on: %s', async (_, speed, waitsForTarget) => {
    const respond = (request: { url?: string }, response: { end(body: string): void }) =>
      response.end(`two ${request.url}`)
    const target: Server = waitsForTarget
      ? createServer(respond)
      : createSecureServer(makeCertificate(), respond)
    await new Promise<void>(resolve => target.listen(0, '127.0.0.1', resolve))
    atEnd(() => target.close())
    const proxy = await startProxy(kind, { waitsForTarget })
    const { port } = target.address() as AddressInfo
    const bandwidth = speed === '' ? null : { downBytesPerSecond: 1_000_000, upBytesPerSecond: 1_000_000 }
    const transport: Transport = { ...proxied(kind, proxy.port), httpVersion: '2', bandwidth }
    const session = newSession()
    const call = callOf(`http${waitsForTarget ? '' : 's'}://127.0.0.1:${port}/a`, { transport })
    expect(bodyOf(await session.execute(call))).toBe('two /a')
    expect(timingOf(await session.execute(call)).connectUs).toBeNull()
    expect(proxy.accepted).toBe(1)
  })

  test('that cannot be reached is named', async () => {
    const proxy = await startProxy(kind)
    await proxy.close()
    const gone = await newSession().execute(
      callOf('http://shop.example/', { transport: proxied(kind, proxy.port) }),
    )
    expect(gone).toMatchObject({ status: 0, errorCode: 'proxy.ECONNREFUSED', wireRequests: 0 })
    const unknown = { ...proxied(kind, 1, { host: 'no-such-host.invalid' }) }
    expect(
      (await newSession().execute(callOf('http://shop.example/', { transport: unknown }))).errorCode,
    ).toMatch(/^proxy\.(ENOTFOUND|EAI_AGAIN)$/)
  })

  test.each([
    ['closes', (): string => '', 'proxy.ECONNRESET'],
    ['talks nonsense', (): string => 'SSH-2.0-x\r\n\r\n', 'proxy.protocol'],
  ])('that %s is named', async (_, answer, code) => {
    const proxy = await started(serveRaw(socket => socket.end(answer())))
    const call = callOf('https://shop.example/', { transport: proxied(kind, proxy.port) })
    expect(await newSession().execute(call)).toMatchObject({ errorCode: code, wireRequests: 0 })
  })

  test('that never answers is given up within the time for connecting', async () => {
    const proxy = await started(serveRaw(() => {}))
    const call = callOf('https://shop.example/', {
      transport: proxied(kind, proxy.port),
      connectTimeoutMs: 50,
    })
    expect(await newSession().execute(call)).toMatchObject({ errorCode: 'timeout.connect', wireRequests: 0 })
  })
})

describe('an HTTP proxy', () => {
  test('is shown its credentials with plain requests, and the target is not', async () => {
    const target = await started(
      serveHttp((request, response) => response.end(request.headers['proxy-authorization'] ?? 'none')),
    )
    const proxy = await started(serveHttpProxy({ credentials: 'pone:p:w' }))
    const result = await newSession().execute(
      callOf(target.url, { transport: proxied('http', proxy.port, credentials) }),
    )
    expect(bodyOf(result)).toBe('none')
    expect(result.sentHead).toContain(`GET ${target.url}/ HTTP/1.1\r\n`)
    expect(result.sentHead).toContain(`Proxy-Authorization: Basic ${btoa('pone:p:w')}\r\n`)
    expect(result.sentBytes).toBe(result.sentHead.length)
  })

  test('that asks plain requests for credentials is named, a target that does so is not', async () => {
    const target = await started(serveHttp((_, response) => response.writeHead(407).end()))
    const strict = await started(serveHttpProxy({ credentials: 'pone:p:w' }))
    const refused = callOf(target.url, { transport: proxied('http', strict.port) })
    expect(await newSession().execute(refused)).toMatchObject({ status: 407, errorCode: 'proxy.407' })
    const odd = await newSession().execute(callOf(target.url))
    expect(odd).toMatchObject({ status: 407, errorCode: null })
  })

  test('that refuses a tunnel is quoted', async () => {
    const proxy = await started(serveHttpProxy({ refusal: 503 }))
    const result = await newSession().execute(
      callOf('https://shop.example/', { transport: proxied('http', proxy.port) }),
    )
    expect(result).toMatchObject({
      errorCode: 'proxy.503',
      errorMessage: networkFailureText('proxyRefused', {
        authority: 'shop.example:443',
        status: '503',
        reason: 'Refused',
      }),
    })
  })
})

describe('a SOCKS5 proxy', () => {
  test('is asked for addresses as addresses', async () => {
    const target = await started(serveHttp((_, response) => response.end('ok')))
    const proxy = await started(serveSocks5())
    expect(
      bodyOf(await newSession().execute(callOf(target.url, { transport: proxied('socks5', proxy.port) }))),
    ).toBe('ok')
    expect(proxy.asked).toEqual([`1 127.0.0.1:${target.port}`])
  })

  test('is asked for IPv6 addresses in full', async () => {
    const proxy = await started(serveSocks5({ refusal: 4 }))
    const call = callOf('http://[2001:db8::1:20]/', { transport: proxied('socks5', proxy.port) })
    expect((await newSession().execute(call)).errorCode).toBe('proxy.hostUnreachable')
    expect(proxy.asked).toEqual(['4 2001:0db8:0000:0000:0000:0000:0001:0020:80'])
  })

  test.each([
    [1, 'proxy.generalFailure'],
    [2, 'proxy.notAllowed'],
    [3, 'proxy.networkUnreachable'],
    [4, 'proxy.hostUnreachable'],
    [5, 'proxy.connectionRefused'],
    [6, 'proxy.ttlExpired'],
    [7, 'proxy.commandNotSupported'],
    [8, 'proxy.addressTypeNotSupported'],
    [99, 'proxy.generalFailure'],
  ])('that replies %i ends the request with %s', async (refusal, code) => {
    const proxy = await started(serveSocks5({ refusal }))
    const call = callOf('http://shop.example/', { transport: proxied('socks5', proxy.port) })
    expect(await newSession().execute(call)).toMatchObject({ errorCode: code, wireRequests: 0 })
  })
})
