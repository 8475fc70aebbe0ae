import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket, TlsOptions } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import type { HttpResult, Transport } from '../http/exchange.ts'
import { HttpSession } from '../http/session.ts'
import { makeAuthority } from '../http/test-certificate.ts'
import { callOf, transportOf } from '../http/test-servers.ts'
import { createWire } from '../wire/wire.ts'
import { secureContextOf, type TlsMaterial } from './secure-context.ts'
import { p12Of } from './test-p12.ts'

const authority = makeAuthority()
const server = authority.issue('server', ['localhost', 'inner.example'])
const client = authority.issue('the client')

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** An HTTPS server that tells what the handshake brought. */
async function serve(options: TlsOptions = {}): Promise<string> {
  const https = createServer({ ...server, ca: authority.cert, ...options }, (request, response) => {
    const socket = request.socket as TLSSocket
    const subject = socket.getPeerCertificate().subject?.CN ?? 'nobody'
    const chain = socket.getPeerCertificate(true).issuerCertificate?.subject.CN ?? 'none'
    const { servername } = socket as unknown as { servername: string | false }
    response.end(
      [socket.getProtocol(), servername, subject, chain, socket.isSessionReused() ? 'reused' : 'new'].join(
        ' | ',
      ),
    )
  })
  await new Promise<void>(resolve => https.listen(0, '127.0.0.1', resolve))
  cleanups.push(
    () =>
      new Promise(resolve => {
        https.close(resolve)
        https.closeAllConnections()
      }),
  )
  return `https://localhost:${(https.address() as AddressInfo).port}/`
}
function newSession(): HttpSession {
  const wire = createWire({ beforeFlush: () => {} })
  cleanups.push(() => wire.close())
  return new HttpSession({ wire })
}
const trusting = (changes: Partial<TlsMaterial> = {}, transport: Partial<Transport> = {}) =>
  transportOf({
    verifyTls: true,
    secureContext: secureContextOf({
      version: 'any',
      trusted: Buffer.from(authority.cert),
      identity: null,
      ...changes,
    }),
    ...transport,
  })
const ask = (url: string, transport: Transport, session = newSession()) =>
  session.execute(callOf(url, { transport }))
const textOf = ({ errorCode, body }: HttpResult) => errorCode ?? Buffer.from(body).toString()
const pem = {
  kind: 'pem',
  certificate: Buffer.from(client.cert),
  key: Buffer.from(client.key),
  passphrase: '',
} as const

describe('TLS', () => {
  test('trusts an own authority besides the usual ones', async () => {
    const url = await serve()
    expect(textOf(await ask(url, trusting()))).toBe('TLSv1.3 | localhost | nobody | none | new')
    expect(textOf(await ask(url, transportOf({ verifyTls: true })))).toBe('tls.SELF_SIGNED_CERT_IN_CHAIN')
  })

  test.each(['1.2', '1.3'] as const)('speaks version %s only when so set', async version => {
    const url = await serve()
    expect(textOf(await ask(url, trusting({ version })))).toMatch(`TLSv${version} | `)
    const other = await serve(version === '1.2' ? { minVersion: 'TLSv1.3' } : { maxVersion: 'TLSv1.2' })
    expect(await ask(other, trusting({ version }))).toMatchObject({
      errorCode: 'tls.alert.protocolVersion',
      wireRequests: 0,
    })
  })

  test('tells another name than the host and verifies that', async () => {
    const url = await serve()
    expect(textOf(await ask(url, trusting({}, { serverName: 'inner.example' })))).toMatch('| inner.example |')
    expect(await ask(url, trusting({}, { serverName: 'outer.example' }))).toMatchObject({
      errorCode: 'tls.CERT_ALTNAME_INVALID',
      wireRequests: 0,
    })
    const byAddress = url.replace('localhost', '127.0.0.1')
    expect(textOf(await ask(byAddress, trusting()))).toMatch('| false |')
    expect(textOf(await ask(byAddress, trusting({}, { serverName: 'inner.example' })))).toMatch(
      '| inner.example |',
    )
  })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'of %s resumes a user’s session, or not, as set',
    async version => {
      const url = await serve({ minVersion: version, maxVersion: version })
      for (const [reusesTlsSessions, expected] of [
        [true, 'reused'],
        [false, 'new'],
      ] as const) {
        const transport = trusting({}, { keepAlive: false, reusesTlsSessions })
        const session = newSession()
        expect(textOf(await ask(url, transport, session))).toMatch(/new$/)
        // The tickets of TLS 1.3 come beside the answer; the second connection has one at the latest.
        await ask(url, transport, session)
        expect(textOf(await ask(url, transport, session))).toMatch(new RegExp(`${expected}$`))
        expect(textOf(await ask(url, transport))).toMatch(/new$/)
      }
    },
  )
})

describe('a client certificate', () => {
  const strict: TlsOptions = { requestCert: true, rejectUnauthorized: true }
  test.each([
    ['in PEM', { ...pem }],
    ['as .p12', { kind: 'p12', file: p12Of(client, 'secret'), passphrase: 'secret' }],
  ] as const)('%s is shown on every connection of every user', async (_, identity) => {
    const url = await serve(strict)
    const transport = trusting({ identity }, { keepAlive: false })
    const session = newSession()
    for (const each of [session, session, newSession()]) {
      expect(textOf(await ask(url, transport, each))).toMatch('| the client | Test authority |')
    }
  })

  test('is shown with its chain, without which a server that knows only the root refuses it', async () => {
    const between = authority.subordinate()
    const leaf = between.issue('the leaf')
    const url = await serve(strict)
    const identity = {
      ...pem,
      certificate: Buffer.from(leaf.cert + between.cert),
      key: Buffer.from(leaf.key),
    }
    expect(textOf(await ask(url, trusting({ identity })))).toMatch('| the leaf |')
    const alone = { ...identity, certificate: Buffer.from(leaf.cert) }
    expect((await ask(url, trusting({ identity: alone }))).status).toBe(0)
  })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('that is missing is named over %s', async version => {
    const url = await serve({ ...strict, minVersion: version, maxVersion: version })
    const result = await ask(url, trusting())
    expect(result.status).toBe(0)
    expect(result.errorCode).toMatch(/^tls\.alert\.(certificateRequired|handshakeFailure)$/)
  })

  test('that the server does not trust is named', async () => {
    const stranger = makeAuthority().issue('stranger')
    const identity = { ...pem, certificate: Buffer.from(stranger.cert), key: Buffer.from(stranger.key) }
    const url = await serve({ ...strict, maxVersion: 'TLSv1.2' })
    expect((await ask(url, trusting({ identity }))).errorCode).toMatch(/^tls\./)
  })
})
