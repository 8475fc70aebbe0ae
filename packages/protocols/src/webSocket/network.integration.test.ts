/** WebSocket over TLS and through proxies, against real servers. */
import type { TLSSocket } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { bypassOf, type Proxy } from '../connect/proxy.ts'
import { secureContextOf, type TlsMaterial } from '../connect/secure-context.ts'
import { serveHttpProxy, serveSocks5 } from '../connect/test-proxies.ts'
import { makeAuthority } from '../http/test-certificate.ts'
import { phase } from './client/call.ts'
import { webSocketHarness } from './test-harness.ts'

const { serve, user, atEnd } = webSocketHarness()
const authority = makeAuthority()
const server = authority.issue('server', ['localhost', 'inner.example'])
const client = authority.issue('the client')
const tls = { key: server.key, cert: server.cert, ca: authority.cert }
const trusting = (identity: TlsMaterial['identity'] = null) => ({
  verifyTls: true,
  secureContext: secureContextOf({ version: 'any', trusted: Buffer.from(authority.cert), identity }),
})
const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString()

/** A server over TLS that greets with what the handshake brought. */
const serveGreeting = (options: object = {}) =>
  serve(
    (socket, _headers, connection: TLSSocket) => {
      const { servername } = connection as unknown as { servername: string | false }
      const subject = connection.getPeerCertificate().subject?.CN ?? 'nobody'
      socket.send(`${connection.getProtocol()} ${String(servername)} ${subject}`)
    },
    { tls: { ...tls, ...options } },
  )

describe('over TLS', () => {
  test('an own authority is trusted, and messages go both ways', async () => {
    const url = await serve(
      socket => socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
      { tls },
    )
    const { run, wire } = user({ network: trusting() })
    const opened = await run({ kind: 'connect', url })
    expect(opened).toMatchObject({ status: 101, errorCode: null, wireRequests: 1 })
    expect(opened.phasesUs[phase.tls]).toEqual(expect.any(Number))
    const large = 'é'.repeat(300_000)
    expect(textOf(await run({ kind: 'send', data: large, reply: 'next' }))).toBe(large)
    expect(wire.sent).toBe(2)
  })
  test('a server that nobody vouches for is refused by name, and nothing was begun', async () => {
    const url = await serveGreeting()
    const { run, wire } = user({ network: { verifyTls: true } })
    expect(await run({ kind: 'connect', url })).toMatchObject({
      errorCode: 'tls.SELF_SIGNED_CERT_IN_CHAIN',
      wireRequests: 0,
    })
    expect(wire.sent).toBe(0)
  })
  test('a certificate for another name is refused, unless that name is the one to be checked', async () => {
    const { cert, key } = authority.issue('inner', ['inner.example'])
    const url = await serveGreeting({ cert, key })
    const strict = user({ network: trusting() })
    expect(await strict.run({ kind: 'connect', url })).toMatchObject({
      errorCode: 'tls.CERT_ALTNAME_INVALID',
    })
    const named = user({ network: { ...trusting(), serverName: 'inner.example' } })
    expect(await named.run({ kind: 'connect', url })).toMatchObject({ errorCode: null })
    expect(textOf(await named.run({ kind: 'await' }))).toBe('TLSv1.3 inner.example nobody')
  })
  test('a client certificate is shown to a server that asks for one', async () => {
    const url = await serveGreeting({ requestCert: true, rejectUnauthorized: true })
    const certificate = Buffer.from(client.cert)
    const identity = { kind: 'pem', certificate, key: Buffer.from(client.key), passphrase: '' } as const
    const known = user({ network: trusting(identity) })
    expect(await known.run({ kind: 'connect', url })).toMatchObject({ errorCode: null })
    expect(textOf(await known.run({ kind: 'await' }))).toBe('TLSv1.3 localhost the client')
    const unknown = await user({ network: trusting() }).run({ kind: 'connect', url })
    expect(unknown.errorCode).toMatch(/^tls\.alert\.(certificateRequired|handshakeFailure)$/)
  })
})

describe.each(['http', 'socks5'] as const)('through a proxy of kind %s', kind => {
  const startProxy = async (behaviour: Parameters<typeof serveSocks5>[0] = {}) => {
    const proxy = await (kind === 'http' ? serveHttpProxy(behaviour) : serveSocks5(behaviour))
    atEnd(() => proxy.close())
    return proxy
  }
  const through = (port: number, changes: Partial<Proxy> = {}) => ({
    proxy: { kind, host: '127.0.0.1', port, user: '', password: '', bypass: bypassOf(''), ...changes },
  })
  const echo = (options: object = {}) =>
    serve(
      socket => socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
      options,
    )

  test.each([
    ['plain', {}],
    ['over TLS', { tls }],
  ])('%s: the connection is a tunnel, with a name that only the proxy knows', async (_, options) => {
    const url = new URL(await echo(options))
    url.hostname = 'inner.example'
    const proxy = await startProxy({ names: { 'inner.example': '127.0.0.1' } })
    const { run } = user({ network: { ...trusting(), ...through(proxy.port) } })
    expect(await run({ kind: 'connect', url: url.href })).toMatchObject({ status: 101, errorCode: null })
    expect(textOf(await run({ kind: 'send', data: 'x', reply: 'next' }))).toBe('x')
    expect(proxy.asked).toEqual([`${kind === 'http' ? 'CONNECT' : '3'} inner.example:${url.port}`])
  })
  test('user and password are given, and wrong ones are refused by name', async () => {
    const url = await echo()
    const proxy = await startProxy({ credentials: 'pone:p:w' })
    const right = user({ network: through(proxy.port, { user: 'pone', password: 'p:w' }) })
    expect(await right.run({ kind: 'connect', url })).toMatchObject({ status: 101 })
    const wrong = user({ network: through(proxy.port, { user: 'pone', password: 'x' }) })
    expect(await wrong.run({ kind: 'connect', url })).toMatchObject({
      errorCode: kind === 'http' ? 'proxy.407' : 'proxy.authRejected',
      wireRequests: 0,
    })
  })
})
