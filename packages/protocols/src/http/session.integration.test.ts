/** The HTTP client against real servers on loopback: what it sends, what it makes of the answer, and that the wire counts what the server receives. */

import { text as readText } from 'node:stream/consumers'
import * as zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { failureText } from './definition/failures.ts'
import type { HttpCall, HttpResult, Layer } from './exchange.ts'
import { HttpMemory } from './http-memory.ts'
import { HttpSession } from './session.ts'
import { testHarness } from './test-harness.ts'
import { callOf, serveHttp, serveHttps, timingOf, transportOf } from './test-servers.ts'

const { started, newWire } = testHarness()
const bodyOf = (result: HttpResult): string => Buffer.from(result.body).toString()

describe('a session', () => {
  test.each<[string, Layer]>([
    [
      'throws',
      () => {
        throw new RangeError('too deep')
      },
    ],
    ['rejects', () => Promise.reject(new RangeError('too deep'))],
  ])('gives a request up whose layer %s', async (_how, layer) => {
    const session = new HttpSession({ wire: newWire() })
    const result = await session.execute(callOf('http://127.0.0.1:1/', { layers: [layer] }))
    expect(result).toMatchObject({
      status: 0,
      errorCode: 'internal',
      errorMessage: failureText('requestNotSent', { detail: 'too deep' }),
      wireRequests: 0,
    })
  })
  test('keeps one connection and its cookies over requests', async () => {
    const server = await started(
      serveHttp((request, response) => {
        response.setHeader('Set-Cookie', [`n=${request.url?.slice(1)}; Path=/`, 'other=x'])
        response.end(request.headers.cookie ?? 'none')
      }),
    )
    const wire = newWire()
    const session = new HttpSession({ wire })
    expect(bodyOf(await session.execute(callOf(`${server.url}/1`)))).toBe('none')
    expect(bodyOf(await session.execute(callOf(`${server.url}/2`)))).toBe('n=1; other=x')
    expect(session.cookie('n', server.url)).toBe('2')
    session.clearCookies()
    expect(bodyOf(await session.execute(callOf(`${server.url}/3`)))).toBe('none')
    expect([server.accepted, wire.sent, wire.connections]).toEqual([1, 3, 1])
    session.closeConnections()
    expect(wire.connections).toBe(0)
  })

  test('opens a new connection for each request when keep-alive is off', async () => {
    const server = await started(serveHttp((request, response) => response.end(request.headers.connection)))
    const session = new HttpSession({ wire: newWire() })
    for (let index = 0; index < 3; index++) {
      expect(
        bodyOf(await session.execute(callOf(server.url, { transport: transportOf({ keepAlive: false }) }))),
      ).toBe('close')
    }
    expect(server.accepted).toBe(3)
  })

  test('measures the parts of a first request and only the answer of the next', async () => {
    const server = await started(serveHttp((_, response) => response.end('ok'), 'localhost'))
    const session = new HttpSession({ wire: newWire() })
    const url = `http://localhost:${server.port}/`
    const first = await session.execute(callOf(url))
    expect(timingOf(first)).toMatchObject({
      dnsUs: expect.any(Number),
      connectUs: expect.any(Number),
      tlsUs: null,
    })
    const { dnsUs, connectUs, firstByteUs, transferUs } = timingOf(first)
    expect((dnsUs ?? 0) + (connectUs ?? 0) + (firstByteUs ?? 0) + (transferUs ?? 0)).toBeLessThanOrEqual(
      first.durationUs + 4,
    )
    const second = await session.execute(callOf(url))
    expect(timingOf(second)).toMatchObject({ dnsUs: null, connectUs: null, tlsUs: null })
    expect((timingOf(second).firstByteUs ?? 0) + (timingOf(second).transferUs ?? 0)).toBeCloseTo(
      second.durationUs,
      -1,
    )
  })

  test('talks over IPv6', async () => {
    const server = await started(serveHttp((request, response) => response.end(request.headers.host), '::1'))
    const result = await new HttpSession({ wire: newWire() }).execute(callOf(server.url))
    expect(bodyOf(result)).toBe(`[::1]:${server.port}`)
  })

  test('sends bodies of text, bytes and none byte for byte', async () => {
    const server = await started(
      serveHttp((request, response) => {
        void readText(request).then(body => response.end(`${request.headers['content-length']} ${body}`))
      }),
    )
    const session = new HttpSession({ wire: newWire() })
    const post = async (body: HttpCall['body']) => {
      const result = await session.execute(callOf(server.url, { method: 'POST', body }))
      return [bodyOf(result), result.sentBytes - Buffer.byteLength(result.sentHead)]
    }
    expect(await post('plain')).toEqual(['5 plain', 5])
    expect(await post('中文 ü')).toEqual(['9 中文 ü', 9])
    expect(await post(Buffer.from('bytes ü'))).toEqual(['8 bytes ü', 8])
    expect(await post(null)).toEqual(['0 ', 0])
    expect((await post('x'.repeat(3_000_000)))[1]).toBe(3_000_000)
    expect(server.accepted).toBe(1)
  })

  test('counts bytes on the wire, wanted or not', async () => {
    const server = await started(serveHttp((_, response) => response.end('x'.repeat(200_000))))
    const session = new HttpSession({ wire: newWire() })
    const wanted = await session.execute(callOf(server.url))
    const dropped = await session.execute(callOf(server.url, { wantsBody: false, wantsHeaders: false }))
    expect(wanted.body.length).toBe(200_000)
    expect(dropped.receivedBytes).toBe(wanted.receivedBytes)
    expect(dropped).toMatchObject({ status: 200, errorCode: null, headers: [], sentHead: '' })
    expect(dropped.body.length).toBe(0)
  })

  test('sends user info of the address as Basic authorization', async () => {
    const server = await started(
      serveHttp((request, response) => response.end(request.headers.authorization)),
    )
    const url = server.url.replace('//', '//user:p%40ss@')
    expect(bodyOf(await new HttpSession({ wire: newWire() }).execute(callOf(url)))).toBe(
      `Basic ${btoa('user:p@ss')}`,
    )
  })

  test('reads HEAD answers and chunked ones on one connection', async () => {
    const server = await started(
      serveHttp((_, response) => {
        response.write('part one, ')
        response.end('part two')
      }),
    )
    const session = new HttpSession({ wire: newWire() })
    expect((await session.execute(callOf(server.url, { method: 'HEAD' }))).body.length).toBe(0)
    expect(bodyOf(await session.execute(callOf(server.url)))).toBe('part one, part two')
    expect(server.accepted).toBe(1)
  })
})

describe('compression', () => {
  const codings = {
    gzip: zlib.gzipSync,
    deflate: zlib.deflateSync,
    br: zlib.brotliCompressSync,
    zstd: zlib.zstdCompressSync,
  }
  const plain = 'compressible '.repeat(20_000)
  test.each(Object.entries(codings))('%s is decoded', async (name, compress) => {
    const server = await started(
      serveHttp((request, response) => {
        expect(request.headers['accept-encoding']).toContain(name)
        response.writeHead(200, { 'Content-Encoding': name }).end(compress(plain))
      }),
    )
    const result = await new HttpSession({ wire: newWire() }).execute(callOf(server.url))
    expect(result.errorCode).toBeNull()
    expect(bodyOf(result)).toBe(plain)
    expect(result.receivedBytes).toBeLessThan(plain.length / 10)
  })

  test('raw deflate and several codings are decoded too', async () => {
    const server = await started(
      serveHttp((request, response) => {
        if (request.url === '/raw') {
          response.writeHead(200, { 'Content-Encoding': 'deflate' }).end(zlib.deflateRawSync(plain))
        } else {
          const body = zlib.brotliCompressSync(zlib.gzipSync(plain))
          response.writeHead(200, { 'Content-Encoding': 'gzip, br' }).end(body)
        }
      }),
    )
    const session = new HttpSession({ wire: newWire() })
    expect(bodyOf(await session.execute(callOf(`${server.url}/raw`)))).toBe(plain)
    expect(bodyOf(await session.execute(callOf(`${server.url}/two`)))).toBe(plain)
  })

  test('a bomb, damaged data and switched-off decoding are told apart', async () => {
    const server = await started(
      serveHttp((request, response) => {
        const body =
          request.url === '/bomb' ? zlib.gzipSync(Buffer.alloc(50_000_000)) : Buffer.from('not gzip')
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body)
      }),
    )
    const session = new HttpSession({ wire: newWire() })
    expect(await session.execute(callOf(`${server.url}/bomb`))).toMatchObject({
      status: 200,
      errorCode: 'bodyTooLarge',
    })
    expect((await session.execute(callOf(`${server.url}/bad`))).errorCode).toBe('protocol.encoding')
    const asIs = await session.execute(callOf(`${server.url}/bad`, { compression: false }))
    expect([asIs.errorCode, bodyOf(asIs)]).toEqual([null, 'not gzip'])
  })
})

describe('redirects', () => {
  test('are followed with cookies, and every hop is counted', async () => {
    const received: string[] = []
    const server = await started(
      serveHttp((request, response) => {
        received.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`)
        if (request.url === '/login') {
          response.writeHead(302, { Location: '/home', 'Set-Cookie': 'sid=1; Path=/' }).end()
        } else response.end('welcome')
      }),
    )
    const wire = newWire()
    const session = new HttpSession({ wire })
    const result = await session.execute(callOf(`${server.url}/login`, { method: 'POST', body: 'a=b' }))
    expect(received).toEqual(['POST /login ', 'GET /home sid=1'])
    expect(result).toMatchObject({ status: 200, url: `${server.url}/home`, wireRequests: 2 })
    expect(bodyOf(result)).toBe('welcome')
    expect(wire.sent).toBe(2)
  })

  test('are an answer like others when not to be followed', async () => {
    const server = await started(
      serveHttp((_, response) => response.writeHead(302, { Location: '/x' }).end()),
    )
    const session = new HttpSession({ wire: newWire() })
    expect(await session.execute(callOf(server.url, { followRedirects: false }))).toMatchObject({
      status: 302,
      errorCode: null,
      wireRequests: 1,
    })
  })

  test('give back the memory that their bodies took', async () => {
    const server = await started(
      serveHttp((request, response) => {
        if (request.url !== '/') return void response.end('there')
        response.writeHead(302, { location: '/there' })
        response.write('x'.repeat(100_000))
        setImmediate(() => response.end('y'.repeat(100_000)))
      }),
    )
    const wire = newWire()
    const session = new HttpSession({ wire })
    const call = callOf(`${server.url}/`, { transport: transportOf({ keepAlive: false }) })
    expect(bodyOf(await session.execute(call))).toBe('there')
    expect(wire.memory.of(HttpMemory).bodyMemory.heldBytes).toBe(0)
  })
  test('in a loop end after ten', async () => {
    const server = await started(serveHttp((_, response) => response.writeHead(307, { Location: '/' }).end()))
    const wire = newWire()
    expect(await new HttpSession({ wire }).execute(callOf(server.url))).toMatchObject({
      status: 307,
      errorCode: 'tooManyRedirects',
      wireRequests: 11,
    })
    expect(wire.sent).toBe(11)
  })

  test('to another server leave the credentials behind', async () => {
    const target = await started(
      serveHttp((request, response) => response.end(request.headers.authorization ?? 'none')),
    )
    const server = await started(
      serveHttp((_, response) => response.writeHead(302, { Location: `${target.url}/` }).end()),
    )
    const session = new HttpSession({ wire: newWire() })
    const result = await session.execute(
      callOf(server.url, { headers: [['Authorization', 'Bearer secret']] }),
    )
    expect(bodyOf(result)).toBe('none')
  })
})

describe('TLS', () => {
  test('works without verification, and sessions are resumed', async () => {
    const server = await started(
      serveHttps((request, response) => {
        const socket = request.socket as unknown as { isSessionReused(): boolean; servername: string | false }
        response.end(`${socket.isSessionReused()} ${socket.servername}`)
      }),
    )
    const session = new HttpSession({ wire: newWire() })
    const call = callOf(`https://localhost:${server.port}/`)
    const first = await session.execute(call)
    expect([bodyOf(first), timingOf(first).tlsUs]).toEqual(['false localhost', expect.any(Number)])
    expect(bodyOf(await session.execute(call))).toBe('false localhost')
    expect(server.accepted).toBe(1)
    const closing = callOf(call.url, { transport: transportOf({ keepAlive: false }) })
    expect(bodyOf(await session.execute(closing))).toBe('false localhost')
    expect(bodyOf(await session.execute(closing))).toBe('true localhost')
  })

  test('reads large answers over many records', async () => {
    const server = await started(serveHttps((_, response) => response.end('x'.repeat(900_000))))
    const result = await new HttpSession({ wire: newWire() }).execute(callOf(server.url))
    expect(result.body.length).toBe(900_000)
  })

  test('an unknown certificate is refused when it is verified, and nothing is sent', async () => {
    const server = await started(serveHttps((_, response) => response.end('x')))
    const wire = newWire()
    const result = await new HttpSession({ wire }).execute(
      callOf(server.url, { transport: transportOf({ verifyTls: true }) }),
    )
    expect(result).toMatchObject({ status: 0, errorCode: 'tls.DEPTH_ZERO_SELF_SIGNED_CERT', wireRequests: 0 })
    expect(wire.sent).toBe(0)
  })

  test('a server that speaks plain HTTP is named', async () => {
    const server = await started(serveHttp((_, response) => response.end('x')))
    const result = await new HttpSession({ wire: newWire() }).execute(
      callOf(server.url.replace('http:', 'https:')),
    )
    expect(result.errorCode).toMatch(/^tls\./)
  })
})

describe('the wire', () => {
  test('counts what a hundred users send as the server does', async () => {
    let received = 0
    const server = await started(
      serveHttp((_, response) => {
        received++
        response.end('ok')
      }),
    )
    const wire = newWire()
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const session = new HttpSession({ wire })
        const results: HttpResult[] = []
        for (let index = 0; index < 20; index++) results.push(await session.execute(callOf(server.url)))
        session.closeConnections()
        return results
      }),
    )
    expect(outcomes.flat().filter(result => result.status === 200)).toHaveLength(2_000)
    expect([received, wire.sent, wire.connections]).toEqual([2_000, 2_000, 0])
    expect(server.accepted).toBe(100)
  })

  test('announces the count once per turn and before the server can have received anything', async () => {
    let received = 0
    const announced: { total: number; received: number }[] = []
    const server = await started(
      serveHttp((_, response) => {
        received++
        response.end()
      }),
    )
    const wire = newWire(total => announced.push({ total, received }))
    const sessions = Array.from({ length: 10 }, () => new HttpSession({ wire }))
    await Promise.all(sessions.map(session => session.execute(callOf(server.url))))
    const before = announced.length
    await Promise.all(sessions.map(session => session.execute(callOf(server.url))))
    expect(announced.slice(before)).toEqual([{ total: 20, received: 10 }])
    for (const each of announced) expect(each.total).toBeGreaterThan(each.received)
  })

  test('sends nothing any more once it is closed', async () => {
    const server = await started(serveHttp((_, response) => response.end()))
    const wire = newWire()
    const session = new HttpSession({ wire })
    await session.execute(callOf(server.url))
    wire.close()
    expect((await session.execute(callOf(server.url))).errorCode).toBe('aborted')
    expect([wire.sent, wire.connections]).toEqual([1, 0])
  })
})
