/** Faulty servers: resets at every stage, redirects without a target, thousands of cookies, broken TLS, bytes at the wrong time. */
import { createServer, type Socket } from 'node:net'
import { createSecureContext, createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { makeAuthority, makeCertificate } from './test-certificate.ts'
import { testHarness } from './test-harness.ts'
import { type CallChanges, callOf, listen, serveHttp, serveRaw, transportOf } from './test-servers.ts'

const { ask, newSession, newWire, started } = testHarness()
const ok = 'HTTP/1.1 200 OK\r\n'
const whole = `${ok}Content-Length: 2\r\n\r\nok`
/** How the system names a connection that the other side broke. */
const broken = /^(ECONNRESET|EPIPE|protocol\.(noAnswer|incomplete))$/

describe('a reset', () => {
  const reset = (bytes: string) => (socket: Socket) =>
    bytes === '' ? socket.resetAndDestroy() : socket.write(bytes, () => socket.resetAndDestroy())
  const large = { method: 'POST', body: Buffer.alloc(20_000_000) }
  test.each<[string, (socket: Socket) => void, CallChanges]>([
    ['before the head', reset(''), {}],
    ['during the head', reset('HTTP/1.1 200 OK\r\nX-'), {}],
    ['after the head', reset(`${ok}Content-Length: 9\r\n\r\n`), {}],
    ['during the body', reset(`${ok}Content-Length: 9\r\n\r\nhalf`), {}],
    ['between chunks', reset(`${ok}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`), {}],
    ['while the request is being sent', reset(''), large],
  ])('%s is named and counted', async (_, answer, changes) => {
    const result = await ask(answer, changes)
    expect(result.errorCode).toMatch(broken)
    expect(result.wireRequests).toBe(1)
  })

  test('instead of a connection is named, and counted as often as the server saw it', async () => {
    const server = await started(
      listen(
        createServer(socket => socket.resetAndDestroy()),
        'http',
        '127.0.0.1',
      ),
    )
    const wire = newWire()
    for (let index = 0; index < 20; index++) {
      const result = await newSession(wire).execute(callOf(server.url))
      expect(result.errorCode).toMatch(broken)
      expect(result.wireRequests).toBeLessThanOrEqual(1)
    }
    expect(wire.connections).toBe(0)
  })
})

describe('a server', () => {
  test('that stops reading ends a large request by the response time-out', async () => {
    const result = await ask(socket => void socket.pause(), {
      method: 'POST',
      body: Buffer.alloc(20_000_000),
      responseTimeoutMs: 100,
    })
    expect(result).toMatchObject({ status: 0, errorCode: 'timeout.response', wireRequests: 1 })
  })

  test('that answers before it was asked costs no more than one request', async () => {
    const server = await started(
      serveRaw(
        () => {},
        socket => void socket.write(whole),
      ),
    )
    const wire = newWire()
    const result = await newSession(wire).execute(callOf(server.url))
    // What came before the request was written cannot be told from what came after.
    expect(result.errorCode).toSatisfy((code: string | null) => code === null || code === 'ECONNRESET')
    expect(result.wireRequests).toBe(wire.sent)
  })

  test('that goes on talking between requests loses its connection, not a request', async () => {
    const server = await started(
      serveRaw(socket => {
        socket.write(whole, () => setImmediate(() => socket.write('more\r\n'.repeat(1_000))))
      }),
    )
    const session = newSession()
    for (let index = 0; index < 10; index++) {
      expect(await session.execute(callOf(server.url))).toMatchObject({ status: 200, errorCode: null })
    }
  })

  test('that answers twice is asked over a new connection', async () => {
    const server = await started(serveRaw(socket => void socket.write(whole + whole)))
    const session = newSession()
    for (let index = 0; index < 3; index++)
      expect((await session.execute(callOf(server.url))).status).toBe(200)
    expect(server.accepted).toBe(3)
  })

  test('that closes each connection right after its answer costs no request', async () => {
    const server = await started(
      serveRaw(socket => {
        socket.write(whole)
        socket.end()
      }),
    )
    const wire = newWire()
    const session = newSession(wire)
    let wireRequests = 0
    for (let index = 0; index < 50; index++) {
      const result = await session.execute(callOf(server.url))
      expect(result).toMatchObject({ status: 200, errorCode: null })
      wireRequests += result.wireRequests
    }
    expect(wire.sent).toBe(wireRequests)
  })
})

describe('a redirect', () => {
  const to = (location: string) => (socket: Socket) =>
    void socket.write(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`)
  test.each<[string, string, string, number]>([
    ['to itself', '/', 'tooManyRedirects', 11],
    ['to longer and longer addresses', '/x?y=', 'tooManyRedirects', 11],
    ['to a file', 'file:///etc/passwd', 'protocol.redirect', 1],
    ['to a script', 'javascript:alert(1)', 'protocol.redirect', 1],
    ['to no address', 'http://[', 'protocol.redirect', 1],
    ['to a name that does not exist', 'http://no-such-host.invalid/', 'dns.ENOTFOUND', 1],
    ['to a dead host', 'http://127.0.0.1:1/', 'ECONNREFUSED', 1],
  ])('%s is named', async (_, location, errorCode, wireRequests) => {
    const result = await ask(to(location))
    expect(result.wireRequests).toBe(wireRequests)
    if (errorCode.startsWith('dns.')) expect(result.errorCode).toMatch(/^dns\./)
    else expect(result.errorCode).toBe(errorCode)
  })

  test('to a huge address is followed', async () => {
    const server = await started(
      serveHttp((request, response) => {
        if (request.url === '/') response.writeHead(302, { Location: `/${'a'.repeat(10_000)}` }).end()
        else response.end(String(request.url?.length))
      }),
    )
    expect(Buffer.from((await newSession().execute(callOf(server.url))).body).toString()).toBe('10001')
  })

  test('between two servers without end is named', async () => {
    const servers = await Promise.all(
      [1, 0].map(other =>
        started(
          serveHttp((_, response) => {
            response.writeHead(307, { Location: servers[other]?.url }).end()
          }),
        ),
      ),
    )
    const result = await newSession().execute(
      callOf(servers[0]?.url ?? '', { method: 'POST', body: 'again' }),
    )
    expect(result).toMatchObject({ errorCode: 'tooManyRedirects', wireRequests: 11 })
  })
})

describe('cookies', () => {
  test('by the thousand, huge and anew with each answer, stay within bounds', async () => {
    let answers = 0
    let largestBytes = 0
    const server = await started(
      serveRaw((socket, text) => {
        largestBytes = Math.max(largestBytes, text.length)
        const end = text.endsWith('\r\n\r\n')
        if (!end) return
        answers++
        const huge = Array.from(
          { length: 50 },
          (_, n) => `Set-Cookie: h${answers}-${n}=${'x'.repeat(4_000)}\r\n`,
        )
        const many = Array.from({ length: 500 }, (_, n) => `Set-Cookie: c${answers}-${n}=${n}\r\n`)
        socket.write(`${ok}${huge.join('')}${many.join('')}Content-Length: 0\r\n\r\n`)
      }),
    )
    const session = newSession()
    for (let index = 0; index < 5; index++) {
      expect(await session.execute(callOf(server.url, { wantsHeaders: false }))).toMatchObject({
        errorCode: null,
      })
    }
    expect(session.cookie('c5-499', server.url)).toBe('499')
    expect(largestBytes).toBeLessThan(300_000)
  })
})

describe('TLS', () => {
  const authority = makeAuthority()
  const trusting = transportOf({
    verifyTls: true,
    secureContext: createSecureContext({ ca: authority.cert }),
  })
  const secure = (options: TlsOptions) =>
    started(
      listen(
        createTlsServer(options, socket => void socket.end(whole)),
        'https',
        '127.0.0.1',
      ),
    )
  const over = async (url: string, changes: CallChanges = {}) => {
    const wire = newWire()
    const result = await newSession(wire).execute(
      callOf(url.replace('127.0.0.1', 'localhost'), {
        transport: trusting,
        connectTimeoutMs: 5_000,
        ...changes,
      }),
    )
    await expect.poll(() => wire.connections).toBe(0)
    return result
  }

  test('of a trusted server works', async () => {
    const server = await secure(authority.issue('good'))
    expect(await over(server.url)).toMatchObject({ status: 200, errorCode: null })
  })

  test.each<[string, TlsOptions, RegExp]>([
    ['an expired certificate', authority.issue('old', ['localhost'], '21'), /^tls\.CERT_HAS_EXPIRED$/],
    ['a certificate for another host', authority.issue('o', ['other.example']), /^tls\..*ALTNAME/],
    ['a self-signed certificate', makeCertificate(), /^tls\.DEPTH_ZERO_SELF_SIGNED_CERT$/],
    ['an unknown authority', makeAuthority().issue('x'), /^tls\./],
    [
      'an old protocol',
      { ...authority.issue('v'), maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' },
      /^tls\./,
    ],
    ['no certificate at all', {}, /^tls\./],
  ])('with %s is named and nothing is sent', async (_, options, errorCode) => {
    const server = await secure(options)
    const result = await over(server.url)
    expect(result).toMatchObject({ status: 0, wireRequests: 0 })
    expect(result.errorCode).toMatch(errorCode)
  })

  test.each<[string, (socket: Socket) => void, RegExp]>([
    ['speaks plain HTTP', socket => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), /^tls\./],
    ['speaks nonsense', socket => void socket.end('\0'.repeat(1_000)), /^tls\./],
    ['closes in the handshake', socket => void socket.end(), /^tls\./],
    ['resets in the handshake', socket => void socket.resetAndDestroy(), /^tls\./],
    [
      'closes in the middle of the handshake',
      socket => void socket.end(Buffer.from([22, 3, 3, 0, 100, 2])),
      /^tls\./,
    ],
    ['sends an alert', socket => void socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 40])), /^tls\./],
  ])('with a server that %s is named and nothing is sent', async (_, answer, errorCode) => {
    const server = await started(serveRaw(answer))
    const result = await over(server.url.replace('http:', 'https:'))
    expect(result).toMatchObject({ status: 0, wireRequests: 0 })
    expect(result.errorCode).toMatch(errorCode)
  })

  test('with a server that says nothing ends by the connect time-out', async () => {
    const server = await started(serveRaw(() => {}))
    const url = server.url.replace('http:', 'https:')
    expect(await over(url, { connectTimeoutMs: 50 })).toMatchObject({
      status: 0,
      errorCode: 'timeout.connect',
      wireRequests: 0,
    })
  })
})
