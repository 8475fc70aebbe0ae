import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createWire, type Wire } from '../../wire/wire.ts'
import { failureText } from '../definition/failures.ts'
import type { HttpResult } from '../exchange.ts'
import { HttpSession } from '../session.ts'
import { movingBody } from '../test-harness.ts'
import { callOf, serveHttp, serveHttps, serveRaw, timingOf, transportOf } from '../test-servers.ts'
import { H2TestServer, serveFrames } from './test-servers.ts'

const h2 = transportOf({ httpVersion: '2' })
const auto = transportOf({ httpVersion: 'auto' })
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function open(journal: number[] = []): { wire: Wire; session: HttpSession; user: () => HttpSession } {
  const wire = createWire({ beforeFlush: total => void journal.push(total) })
  closing.push(() => wire.close())
  return { wire, session: new HttpSession({ wire }), user: () => new HttpSession({ wire }) }
}
type OnStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void
async function plain(onStream: OnStream, options = {}): Promise<H2TestServer> {
  const server = await H2TestServer.plain(onStream, options)
  closing.push(() => server.close())
  return server
}
async function secure(onStream: OnStream, options = {}): Promise<H2TestServer> {
  const server = await H2TestServer.secure(onStream, options)
  closing.push(() => server.close())
  return server
}
const answer =
  (body: string | Buffer = 'ok', headers: Record<string, string | number> = {}) =>
  (stream: ServerHttp2Stream) => {
    stream.respond({ ':status': 200, ...headers })
    stream.end(body)
  }
const text = (result: HttpResult) => Buffer.from(result.body).toString()

describe('over HTTP/2 a user', () => {
  test('sends by prior knowledge without TLS, on one connection', async () => {
    const seen: IncomingHttpHeaders[] = []
    const server = await plain((stream, headers) => {
      seen.push(headers)
      stream.respond({ ':status': 201, 'x-tag': 'ä', 'content-type': 'text/plain; charset=UTF-8' })
      stream.end('hello')
    })
    const { session, wire } = open()
    const first = await session.execute(
      callOf(`${server.url}/a?b=c`, {
        transport: h2,
        headers: [
          ['X-One', 'ü'],
          ['X-One', '2'],
          ['Connection', 'keep-alive'],
          ['Host', 'shop.example'],
        ],
      }),
    )
    const second = await session.execute(callOf(`${server.url}/d`, { transport: h2 }))
    expect(first).toMatchObject({
      status: 201,
      errorCode: null,
      wireRequests: 1,
      url: `${server.url}/a?b=c`,
      charset: 'utf-8',
    })
    expect(text(first)).toBe('hello')
    expect(first.headers).toContainEqual(['content-type', 'text/plain; charset=UTF-8'])
    expect(first.sentHead).toContain('GET /a?b=c HTTP/2\r\n:method: GET\r\n')
    expect(first.sentHead).toContain('x-one: ü\r\n')
    expect(seen[0]).toMatchObject({ ':authority': 'shop.example', ':path': '/a?b=c', 'user-agent': 'Pone' })
    expect(Buffer.from(String(seen[0]?.['x-one']), 'latin1').toString()).toBe('ü, 2')
    expect(timingOf(first).connectUs).not.toBeNull()
    expect(timingOf(first).tlsUs).toBeNull()
    expect(timingOf(first).firstByteUs).toBeGreaterThan(0)
    expect(timingOf(second).connectUs).toBeNull()
    expect(server.accepted).toBe(1)
    expect(wire.sent).toBe(2)
    expect(wire.connections).toBe(1)
  })

  test('sends over TLS when the server offers it by ALPN', async () => {
    const server = await secure(answer())
    const { session } = open()
    const result = await session.execute(callOf(`${server.url}/`, { transport: h2 }))
    expect(result).toMatchObject({ status: 200, errorCode: null })
    expect(timingOf(result).tlsUs).toBeGreaterThan(0)
  })

  test('is told when HTTP/2 is asked for and not offered', async () => {
    const server = await serveHttps((_request, response) => response.end('one'))
    closing.push(() => server.close())
    const { session } = open()
    const result = await session.execute(callOf(`${server.url}/`, { transport: h2 }))
    expect(result).toMatchObject({ status: 0, errorCode: 'protocol.alpn', wireRequests: 0 })
  })

  test('falls back to HTTP/1.1 under auto, and later users know', async () => {
    const server = await serveHttps((request, response) => response.end(request.httpVersion))
    const old = await serveHttp((request, response) => response.end(request.httpVersion))
    closing.push(() => server.close())
    closing.push(() => old.close())
    const { user, wire } = open()
    const call = callOf(`${server.url}/`, { transport: auto })
    const atOnce = await Promise.all([1, 2, 3].map(() => user().execute(call)))
    expect(atOnce.map(text)).toEqual(['1.1', '1.1', '1.1'])
    expect(server.accepted).toBe(4)
    expect(text(await user().execute(call))).toBe('1.1')
    expect(server.accepted).toBe(5)
    expect(text(await user().execute(callOf(`${old.url}/`, { transport: auto })))).toBe('1.1')
    expect(wire.sent).toBe(5)
  })

  test('takes HTTP/2 under auto where it is offered, each user on its own connection', async () => {
    const server = await secure(answer('two'), { allowHTTP1: true })
    const { user } = open()
    const results = await Promise.all(
      [1, 2, 3].map(() => user().execute(callOf(`${server.url}/`, { transport: auto }))),
    )
    expect(results.map(text)).toEqual(['two', 'two', 'two'])
    expect(server.accepted).toBe(3)
  })

  test('goes on trying under auto when the server was down at first', async () => {
    const server = await secure(answer('two'))
    const { url, port } = server
    await server.close()
    const { user } = open()
    const call = callOf(`${url}/`, { transport: auto })
    const down = await Promise.all([1, 2].map(() => user().execute(call)))
    expect(down.map(result => result.errorCode)).toEqual(['ECONNREFUSED', 'ECONNREFUSED'])
    const again = await H2TestServer.secure(answer('two'))
    closing.push(() => again.close())
    expect(port).toBeGreaterThan(0)
    expect(text(await user().execute(callOf(`${again.url}/`, { transport: auto })))).toBe('two')
  })

  test('sends bodies of every kind and gets them in full', async () => {
    const server = await plain((stream, headers) => {
      let bytes = 0
      stream.on('data', chunk => (bytes += chunk.length))
      stream.on('end', () => answer(`${headers['content-length'] ?? 'none'} ${bytes}`)(stream))
    })
    const { session } = open()
    const big = Buffer.alloc(3_000_000, 'x')
    const source = {
      sizeBytes: null,
      async *open() {
        for (let at = 0; at < 10; at++) yield big.subarray(0, 100_000)
      },
      preview: () => '',
    }
    const post = (body: string | Buffer | typeof source) =>
      session.execute(callOf(`${server.url}/`, { transport: h2, method: 'POST', body }))
    expect(text(await post('ä€'))).toBe('5 5')
    const large = await post(big)
    expect(text(large)).toBe('3000000 3000000')
    expect(large.sentBytes).toBeGreaterThan(3_000_000)
    expect(large.sentBytes).toBeLessThan(3_010_000)
    expect(text(await post(source))).toBe('none 1000000')
    expect(text(await session.execute(callOf(`${server.url}/`, { transport: h2, method: 'POST' })))).toBe(
      '0 0',
    )
    expect(await post({ ...source, sizeBytes: 7 } as unknown as typeof source)).toMatchObject({
      errorCode: 'requestBody.size',
    })
  })

  test('lets a body be longer on its way than the response time-out as long as it moves', async () => {
    const server = await plain(stream => void stream.on('end', () => answer('whole')(stream)).resume())
    const call = { transport: h2, method: 'POST', body: movingBody(500), responseTimeoutMs: 400 }
    const result = await open().session.execute(callOf(`${server.url}/`, call))
    expect([result.errorCode, text(result)]).toEqual([null, 'whole'])
  })

  test('keeps cookies, follows redirects between versions and decodes', async () => {
    const old = await serveHttp((request, response) => response.end(`1.1 ${request.headers.cookie}`))
    closing.push(() => old.close())
    const server = await plain((stream, headers) => {
      const path = headers[':path']
      if (path === '/set') {
        stream.respond({ ':status': 302, 'set-cookie': ['a=1; Path=/', 'b=2; Path=/'], location: '/next' })
        stream.end()
      } else if (path === '/out') {
        stream.respond({ ':status': 307, location: `${old.url}/` })
        stream.end()
      } else if (path === '/loop') {
        stream.respond({ ':status': 302, location: '/loop' })
        stream.end()
      } else answer(gzipSync(`zip ${headers.cookie}`), { 'content-encoding': 'gzip' })(stream)
    })
    const { session, wire } = open()
    const result = await session.execute(callOf(`${server.url}/set`, { transport: h2, wantsHeaders: false }))
    expect(result).toMatchObject({ status: 200, wireRequests: 2, url: `${server.url}/next`, headers: [] })
    expect(text(result)).toBe('zip a=1; b=2')
    expect(session.cookie('b', `${server.url}/`)).toBe('2')
    expect(await session.execute(callOf(`${server.url}/loop`, { transport: h2 }))).toMatchObject({
      errorCode: 'tooManyRedirects',
      wireRequests: 11,
    })
    expect(
      await session.execute(callOf(`${server.url}/set`, { transport: h2, followRedirects: false })),
    ).toMatchObject({
      status: 302,
      wireRequests: 1,
    })
    expect(wire.sent).toBe(14)
  })

  test('waits for a free stream when the server limits them', async () => {
    let underWay = 0
    let most = 0
    const server = await plain(
      stream => {
        most = Math.max(most, ++underWay)
        setImmediate(() => {
          underWay--
          answer()(stream)
        })
      },
      { settings: { maxConcurrentStreams: 3 } },
    )
    const { session } = open()
    await session.execute(callOf(`${server.url}/`, { transport: h2 }))
    const results = await Promise.all(
      Array.from({ length: 40 }, () => session.execute(callOf(`${server.url}/`, { transport: h2 }))),
    )
    expect(results.every(result => result.status === 200 && result.wireRequests === 1)).toBe(true)
    expect(most).toBe(3)
    expect(server.accepted).toBe(1)
  })

  test('is not kept waiting for ever where no stream is allowed', async () => {
    const server = await plain(answer(), { settings: { maxConcurrentStreams: 0 } })
    const { session } = open()
    await session.execute(callOf(`${server.url}/`, { transport: h2, responseTimeoutMs: 200 }))
    const result = await session.execute(callOf(`${server.url}/`, { transport: h2, responseTimeoutMs: 200 }))
    expect(result).toMatchObject({ errorCode: 'timeout.stream', wireRequests: 0 })
  })

  test('is not kept waiting for ever by what it began before the connection was open', async () => {
    const noStreams = Buffer.from('000006040000000000000300000000', 'hex')
    const server = await serveRaw(
      () => {},
      socket => void socket.write(noStreams),
    )
    closing.push(() => server.close())
    const { session } = open()
    // More than may be opened before the server has told its limit.
    const call = callOf(`${server.url}/`, { transport: h2, responseTimeoutMs: 200 })
    const results = await Promise.all(Array.from({ length: 120 }, () => session.execute(call)))
    const codes = results.map(result => result.errorCode)
    expect(codes.every(code => code === 'timeout.response' || code === 'timeout.stream')).toBe(true)
    expect(codes).toContain('timeout.stream')
  })

  test('runs a thousand requests at once over a few users, counted exactly', async () => {
    const server = await plain((stream, headers) => answer(`${headers[':path']}`.repeat(50))(stream))
    const journal: number[] = []
    const { user, wire } = open(journal)
    const users = Array.from({ length: 4 }, user)
    const results = await Promise.all(
      users.flatMap((each, index) =>
        Array.from({ length: 250 }, (_, call) =>
          each.execute(callOf(`${server.url}/${index}-${call}`, { transport: h2 })),
        ),
      ),
    )
    expect(results.every(result => text(result) === new URL(result.url).pathname.repeat(50))).toBe(true)
    expect(server.requests).toBe(1_000)
    expect(wire.sent).toBe(1_000)
    expect(journal.at(-1)).toBe(1_000)
    expect(server.accepted).toBe(4)
  })

  test('has every byte of its connection on some request’s account', async () => {
    const server = await plain(answer(Buffer.alloc(5_000)))
    const { session } = open()
    const one = await session.execute(callOf(`${server.url}/`, { transport: h2 }))
    const rest = await Promise.all(
      Array.from({ length: 20 }, () => session.execute(callOf(`${server.url}/`, { transport: h2 }))),
    )
    const [serverSession] = server.sessions
    const read = serverSession?.socket.bytesRead ?? 0
    const written = serverSession?.socket.bytesWritten ?? 0
    const all = [one, ...rest]
    const sent = all.reduce((sum, result) => sum + result.sentBytes, 0)
    const received = all.reduce((sum, result) => sum + result.receivedBytes, 0)
    expect(received).toBeGreaterThanOrEqual(21 * 5_000)
    // What came or went after the last answer's end is on nobody's account: at most a few small frames.
    expect(received).toBeLessThanOrEqual(written)
    expect(written - received).toBeLessThan(100)
    expect(Math.abs(read - sent)).toBeLessThan(100)
  })
})

describe('an HTTP/2 server that misbehaves', () => {
  test('resets streams: the code is named', async () => {
    const server = await plain((stream, headers) => {
      if (headers[':path'] === '/part') {
        stream.respond({ ':status': 200 })
        stream.write('x')
        stream.once('drain', () => undefined)
      }
      stream.close(Number(new URL(`http://x${headers[':path']}`).searchParams.get('code') ?? 2))
    })
    const { session } = open()
    const codeOf = async (path: string) =>
      (await session.execute(callOf(server.url + path, { transport: h2 }))).errorCode
    expect(await codeOf('/?code=2')).toBe('h2.INTERNAL_ERROR')
    expect(await codeOf('/?code=11')).toBe('h2.ENHANCE_YOUR_CALM')
    expect(await codeOf('/part?code=8')).toBe('h2.CANCEL')
    expect(await codeOf('/?code=4660')).toBe('h2.0x1234')
    expect(server.accepted).toBe(1)
  })

  test('refuses a stream: it is sent once more, whatever the method', async () => {
    let refusals = 1
    const server = await plain(stream => (refusals-- > 0 ? stream.close(7) : answer()(stream)))
    const { session, wire } = open()
    const call = callOf(`${server.url}/`, { transport: h2, method: 'POST', body: 'x' })
    expect(await session.execute(call)).toMatchObject({ status: 200, wireRequests: 2 })
    refusals = 2
    expect(await session.execute(call)).toMatchObject({ errorCode: 'h2.REFUSED_STREAM', wireRequests: 2 })
    expect(server.requests).toBe(4)
    expect(wire.sent).toBe(4)
  })

  test('goes away in good order: what is under way is answered, what follows gets a new connection', async () => {
    const server = await plain((stream, headers) => {
      if (headers[':path'] !== '/last') return answer()(stream)
      stream.session?.goaway(0, stream.id)
      stream.respond({ ':status': 200 })
      setImmediate(() => stream.end('bye'))
    })
    const { session } = open()
    const call = callOf(`${server.url}/last`, { transport: h2 })
    expect(text(await session.execute(call))).toBe('bye')
    expect(text(await session.execute(callOf(`${server.url}/`, { transport: h2 })))).toBe('ok')
    expect(server.accepted).toBe(2)
  })

  test('goes away before it touched a request: that one is sent once more on a new connection', async () => {
    const server = await plain(stream => {
      if (stream.id === 1) answer()(stream)
      else stream.session?.goaway(0, 1)
    })
    const { session } = open()
    await session.execute(callOf(`${server.url}/`, { transport: h2 }))
    const call = callOf(`${server.url}/`, { transport: h2, method: 'POST', body: 'x' })
    expect(await session.execute(call)).toMatchObject({ status: 200, wireRequests: 2 })
    expect(server.accepted).toBe(2)
  })

  test('goes away before a request was sent: that one may be repeated still', async () => {
    const server = await plain(
      stream => {
        answer()(stream)
        if (server.requests === 2) stream.session?.goaway(0, stream.id)
      },
      { settings: { maxConcurrentStreams: 1 } },
    )
    const { session } = open()
    const call = callOf(`${server.url}/`, { transport: h2, method: 'POST' })
    await session.execute(call)
    // The second and the third wait when the server goes away; the new connection refuses one, as its limit is not known yet.
    const results = await Promise.all([1, 2, 3].map(() => session.execute(call)))
    expect(results.map(result => [result.status, result.wireRequests])).toEqual([
      [200, 1],
      [200, 1],
      [200, 2],
    ])
    expect([server.requests, server.accepted]).toEqual([4, 2])
  })

  test('goes away with an error: what is under way fails by its name', async () => {
    const server = await plain(stream => stream.session?.goaway(11, stream.id))
    const { session } = open()
    const results = await Promise.all(
      [1, 2].map(() => session.execute(callOf(`${server.url}/`, { transport: h2 }))),
    )
    expect(results[0]).toMatchObject({ errorCode: 'h2.ENHANCE_YOUR_CALM', wireRequests: 1 })
    expect(results.every(result => result.errorCode !== null)).toBe(true)
  })

  test('dies: every request on the connection fails, is counted, and the next finds a new connection', async () => {
    const held: ServerHttp2Stream[] = []
    const server = await plain(stream => {
      held.push(stream)
      if (held.length === 10) held[0]?.session?.destroy()
      if (held.length > 10) answer()(stream)
    })
    const { session, wire } = open()
    const results = await Promise.all(
      Array.from({ length: 10 }, () => session.execute(callOf(`${server.url}/`, { transport: h2 }))),
    )
    const codes = new Set(results.map(result => result.errorCode))
    expect([...codes].every(code => code !== null && /^(protocol|ECONN|h2)/.test(code))).toBe(true)
    expect(results.reduce((sum, result) => sum + result.wireRequests, 0)).toBe(wire.sent)
    expect(await session.execute(callOf(`${server.url}/`, { transport: h2 }))).toMatchObject({ status: 200 })
    expect(server.requests).toBe(wire.sent)
    expect(wire.connections).toBe(1)
  })

  test('closes a kept connection while the next request is on its way: that one is sent once more', async () => {
    let requests = 0
    const server = await plain(stream => {
      if (++requests === 2) stream.session?.socket.destroy()
      else answer()(stream)
    })
    const { session } = open()
    await session.execute(callOf(`${server.url}/`, { transport: h2 }))
    expect(await session.execute(callOf(`${server.url}/`, { transport: h2 }))).toMatchObject({
      status: 200,
      wireRequests: 2,
    })
    expect(server.requests).toBe(3)
  })

  test('never answers, answers too much, or in the wrong length', async () => {
    const server = await plain((stream, headers) => {
      if (headers[':path'] === '/never') return
      stream.respond({ ':status': 200 }, { endStream: false })
      if (headers[':path'] === '/half') return void stream.write('x')
      stream.end(Buffer.alloc(2_000_000))
    })
    const { session } = open()
    const ask = (path: string, changes = {}) =>
      session.execute(callOf(server.url + path, { transport: h2, responseTimeoutMs: 100, ...changes }))
    const codeOf = async (path: string, changes = {}) => (await ask(path, changes)).errorCode
    expect(await codeOf('/never')).toBe('timeout.response')
    expect(await codeOf('/half')).toBe('timeout.response')
    const tooLarge = await ask('/big', { responseTimeoutMs: 20_000 })
    expect(tooLarge).toMatchObject({
      errorCode: 'bodyTooLarge',
      errorMessage: failureText('bodyTooLarge', { bytes: 1_048_576 }),
    })
    expect(await codeOf('/big', { responseTimeoutMs: 20_000, wantsBody: false })).toBeNull()
    expect(server.accepted).toBe(1)
  })

  test('goes silent: the next request does not wait for the dead connection', async () => {
    let isSilent = false
    const server = await plain(stream => {
      if (server.accepted > 1) return answer()(stream)
      if (!isSilent) answer()(stream)
      isSilent = true
    })
    const { session } = open()
    const call = callOf(`${server.url}/`, { transport: h2, responseTimeoutMs: 300 })
    expect((await session.execute(call)).status).toBe(200)
    expect((await session.execute(call)).errorCode).toBe('timeout.response')
    expect((await session.execute(call)).status).toBe(200)
    expect(server.accepted).toBe(2)
  })

  test('answers before it has read the body', async () => {
    const server = await plain(stream => {
      stream.respond({ ':status': 413 })
      stream.end('no')
    })
    const { session } = open()
    const call = callOf(`${server.url}/`, { transport: h2, method: 'POST', body: Buffer.alloc(5_000_000) })
    expect(await session.execute(call)).toMatchObject({ status: 413, errorCode: null })
    expect(await session.execute(call)).toMatchObject({ status: 413, errorCode: null })
    expect(server.accepted).toBe(1)
  })

  test('sends headers without measure', async () => {
    const server = await plain(stream => {
      const headers: Record<string, string> = { ':status': '200' }
      for (let count = 0; count < 3_000; count++) headers[`x-${count}`] = 'y'
      stream.respond(headers)
      stream.end('ok')
    })
    const large = await plain(
      stream => {
        stream.respond({ ':status': 200, 'x-large': 'y'.repeat(300_000) })
        stream.end('ok')
      },
      { maxSendHeaderBlockLength: 1_000_000 },
    )
    const { session } = open()
    for (const url of [server.url, large.url]) {
      const result = await session.execute(callOf(`${url}/`, { transport: h2, responseTimeoutMs: 2_000 }))
      expect(result.errorCode).toMatch(/^(h2|protocol)\./)
    }
  })

  const half = Buffer.concat([
    // The head of an answer with status 200, and a piece of its body.
    Buffer.from([0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88]),
    Buffer.from([0, 0, 4, 0, 0, 0, 0, 0, 1]),
    Buffer.from('half'),
  ])
  const end = Buffer.from([0, 0, 0, 0, 1, 0, 0, 0, 1])
  const resetWithoutError = Buffer.from([0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  test.each([
    ['in the middle is no answer', [half, resetWithoutError], 'protocol.incomplete'],
    ['after the end changes nothing', [half, end, resetWithoutError], null],
    ['that does not come leaves the end what it is', [half, end], null],
  ])('resets without an error, which %s', async (_what, frames, errorCode) => {
    const bandwidth = { downBytesPerSecond: 1_000_000, upBytesPerSecond: 1_000_000 }
    for (const limits of [{}, { bandwidth }]) {
      const server = await serveFrames(Buffer.concat(frames))
      closing.push(() => server.close())
      const transport = transportOf({ httpVersion: '2', ...limits })
      const result = await open().session.execute(callOf(`${server.url}/`, { transport }))
      expect([result.status, result.errorCode, result.wireRequests]).toEqual([200, errorCode, 1])
    }
  })

  test('sends frames that cannot be, or ends at once', async () => {
    const frames = {
      tooLong: Buffer.from([0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1]),
      headersOnNoStream: Buffer.from([0, 0, 1, 1, 4, 0, 0, 0, 0, 0x88]),
      brokenHeaders: Buffer.from([0, 0, 2, 1, 4, 0, 0, 0, 1, 0xff, 0xff]),
      unknownSettingsLength: Buffer.from([0, 0, 1, 4, 0, 0, 0, 0, 0, 0]),
    }
    for (const frame of Object.values(frames)) {
      const server = await serveRaw(socket =>
        socket.end(Buffer.concat([Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]), frame])),
      )
      const { session } = open()
      const result = await session.execute(
        callOf(`${server.url}/`, { transport: h2, responseTimeoutMs: 5_000 }),
      )
      expect(result.errorCode).toMatch(/^(h2|protocol)\./)
      expect(result.wireRequests).toBeLessThanOrEqual(2)
      await server.close()
    }
    const server = await serveRaw(
      () => undefined,
      socket => void socket.end(),
    )
    closing.push(() => server.close())
    const { session, wire } = open()
    const result = await session.execute(callOf(`${server.url}/`, { transport: h2 }))
    expect(result.errorCode).toMatch(/^(ECONNRESET|protocol\.noAnswer)$/)
    expect(result.wireRequests).toBe(wire.sent)
  })

  test('speaks no HTTP/2 at all', async () => {
    const server = await serveRaw(socket => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
    closing.push(() => server.close())
    const { session } = open()
    const result = await session.execute(callOf(`${server.url}/`, { transport: h2 }))
    expect(result).toMatchObject({ status: 0, errorCode: 'protocol.h2' })
  })
})

describe('ending HTTP/2 requests', () => {
  test('a signal ends its own as aborted and leaves the others', async () => {
    const server = await plain((stream, headers) => {
      if (headers[':path'] === '/a') answer()(stream)
      else stop.abort()
    })
    const { session } = open()
    const stop = new AbortController()
    await session.execute(callOf(`${server.url}/a`, { transport: h2 }))
    const [cut, whole] = await Promise.all([
      session.execute(callOf(`${server.url}/hang`, { transport: h2 }), stop.signal),
      session.execute(callOf(`${server.url}/a`, { transport: h2 })),
    ])
    expect(cut).toMatchObject({ errorCode: 'aborted', wireRequests: 1 })
    expect(whole.status).toBe(200)
    expect(await session.execute(callOf(`${server.url}/a`, { transport: h2 }), stop.signal)).toMatchObject({
      errorCode: 'aborted',
      wireRequests: 0,
    })
  })

  test('closing the user’s connections or the wire ends all as aborted', async () => {
    const { session, wire, user } = open()
    const server = await plain(() => session.closeConnections())
    const call = callOf(`${server.url}/`, { transport: h2 })
    expect(await session.execute(call)).toMatchObject({ errorCode: 'aborted', wireRequests: 1 })
    const other = await plain(() => wire.close())
    expect(await user().execute(callOf(`${other.url}/`, { transport: h2 }))).toMatchObject({
      errorCode: 'aborted',
    })
    expect(wire.connections).toBe(0)
  })

  test('in the very turn in which they are written loses none on the way to the server', async () => {
    const { user, wire } = open()
    const users = Array.from({ length: 20 }, user)
    const { promise: allCame, resolve } = Promise.withResolvers<void>()
    const server = await plain((stream, headers) => {
      if (headers[':path'] === '/first') answer()(stream)
      if (server.requests === 2 * users.length) resolve()
    })
    await Promise.all(users.map(each => each.execute(callOf(`${server.url}/first`, { transport: h2 }))))
    const call = callOf(`${server.url}/cut`, { transport: h2 })
    const results = Promise.all(users.map(each => each.execute(call)))
    setImmediate(() => wire.close())
    expect(new Set((await results).map(result => result.errorCode))).toEqual(new Set(['aborted']))
    await allCame
    expect(server.requests).toBe(wire.sent)
  })

  test('over a line with limits still knows its bytes', async () => {
    const server = await plain(answer(Buffer.alloc(20_000)))
    const { session } = open()
    const bandwidth = { downBytesPerSecond: 10_000_000, upBytesPerSecond: 10_000_000 }
    const transport = transportOf({ httpVersion: '2', bandwidth })
    const result = await session.execute(callOf(`${server.url}/`, { transport }))
    expect(result.errorCode).toBeNull()
    expect(result.receivedBytes).toBeGreaterThan(20_050)
    expect(result.sentBytes).toBeGreaterThan(50)
  })

  test('without keep-alive every request has its own connection', async () => {
    const server = await plain(answer())
    const { session, wire } = open()
    const transport = transportOf({ httpVersion: '2', keepAlive: false })
    for (let count = 0; count < 3; count++) {
      expect(await session.execute(callOf(`${server.url}/`, { transport }))).toMatchObject({ status: 200 })
    }
    expect(server.accepted).toBe(3)
    expect(wire.connections).toBe(0)
  })
})
