/** The HTTP client against servers that misbehave: each fault ends as one counted, named outcome, and the next request works. */
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { HttpSession } from './session.ts'
import { testHarness } from './test-harness.ts'
import { callOf, serveHttp, serveRaw } from './test-servers.ts'

const { ask, newWire, started } = testHarness()
const ok = 'HTTP/1.1 200 OK\r\n'
const whole = `${ok}Content-Length: 2\r\n\r\nok`

describe('an answer', () => {
  test.each<[string, string, string, number]>([
    ['that never ends its header', `${ok}X-A: b\r\n`, 'protocol.incomplete', 200],
    ['with half its body', `${ok}Content-Length: 10\r\n\r\nhalf`, 'protocol.incomplete', 200],
    ['with bad chunks', `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 'protocol.chunk', 200],
    ['with a bad length', `${ok}Content-Length: ten\r\n\r\n`, 'protocol.contentLength', 200],
    ['that is not HTTP', 'hello there, this is not HTTP at all\r\n', 'protocol.statusLine', 0],
    ['of nothing', '', 'protocol.noAnswer', 0],
  ])('%s', async (_, bytes, errorCode, status) => {
    expect(await ask(socket => socket.end(bytes, 'latin1'))).toMatchObject({
      errorCode,
      status,
      wireRequests: 1,
    })
  })

  test('with an endless header', async () => {
    const result = await ask(socket => {
      socket.write(ok)
      const pour = (): void => {
        while (socket.writable && socket.write(`X-More: ${'a'.repeat(10_000)}\r\n`));
      }
      socket.on('drain', pour)
      pour()
    })
    expect(result.errorCode).toBe('protocol.headerTooLarge')
  })

  test('with an endless body', async () => {
    const result = await ask(socket => {
      socket.write(`${ok}\r\n`)
      const pour = (): void => {
        while (socket.writable && socket.write('a'.repeat(60_000)));
      }
      socket.on('drain', pour)
      pour()
    })
    expect(result).toMatchObject({ errorCode: 'bodyTooLarge', status: 200 })
  })

  test('with thousands of cookies', async () => {
    const cookies = Array.from({ length: 1_500 }, (_, index) => `Set-Cookie: c${index}=x\r\n`).join('')
    const result = await ask(socket => socket.write(`${ok}${cookies}Content-Length: 0\r\n\r\n`))
    expect(result).toMatchObject({ errorCode: null, status: 200 })
  })

  test('that comes byte by byte', async () => {
    const result = await ask(socket => {
      const bytes = Array.from(Buffer.from(whole), byte => Buffer.from([byte]))
      const next = (): void => {
        const byte = bytes.shift()
        if (byte !== undefined) socket.write(byte, () => setImmediate(next))
      }
      socket.setNoDelay(true)
      next()
    })
    expect([result.status, Buffer.from(result.body).toString()]).toEqual([200, 'ok'])
  })

  test('longer than it says is read as it says, and the connection is not used again', async () => {
    const server = await started(serveRaw(socket => socket.write(`${whole} and more`)))
    const session = new HttpSession({ wire: newWire() })
    for (let index = 0; index < 2; index++) {
      const result = await session.execute(callOf(server.url))
      expect([result.errorCode, Buffer.from(result.body).toString()]).toEqual([null, 'ok'])
    }
    expect(server.accepted).toBe(2)
  })
})

describe('time-outs', () => {
  test('end a request without answer', async () => {
    const result = await ask(() => {}, { responseTimeoutMs: 50 })
    expect(result).toMatchObject({ status: 0, errorCode: 'timeout.response', wireRequests: 1 })
  })

  test('end a request whose answer stops half-way', async () => {
    const result = await ask(socket => socket.write(`${ok}Content-Length: 10\r\n\r\nhalf`), {
      responseTimeoutMs: 50,
    })
    expect(result).toMatchObject({ status: 200, errorCode: 'timeout.response' })
  })

  test('apply to each request of a kept connection', async () => {
    let requests = 0
    const server = await started(
      serveRaw(socket => {
        if (++requests <= 3) socket.write(whole)
      }),
    )
    const session = new HttpSession({ wire: newWire() })
    const codes: (string | null)[] = []
    for (const responseTimeoutMs of [5_000, 60, 0, 60]) {
      codes.push((await session.execute(callOf(server.url, { responseTimeoutMs }))).errorCode)
    }
    expect(codes).toEqual([null, null, null, 'timeout.response'])
    expect(server.accepted).toBe(1)
  })

  test('end a connection that is not made', async () => {
    // A TLS handshake that the server never answers takes the place of packets lost on the way.
    const server = await started(serveRaw(() => {}))
    const wire = newWire()
    const result = await new HttpSession({ wire }).execute(
      callOf(server.url.replace('http:', 'https:'), { connectTimeoutMs: 50 }),
    )
    expect(result).toMatchObject({ status: 0, errorCode: 'timeout.connect', wireRequests: 0 })
    expect([wire.sent, wire.connections]).toEqual([0, 0])
  })
})

describe('a connection', () => {
  test('refused is named and nothing was sent', async () => {
    const server = await serveHttp(() => {})
    await server.close()
    const wire = newWire()
    const result = await new HttpSession({ wire }).execute(callOf(server.url))
    expect(result).toMatchObject({ status: 0, errorCode: 'ECONNREFUSED', wireRequests: 0, sentBytes: 0 })
    expect(result.errorMessage).toContain('ECONNREFUSED')
    expect(wire.sent).toBe(0)
  })

  test('to a name that does not exist is named', async () => {
    const result = await new HttpSession({ wire: newWire() }).execute(callOf('http://no-such-host.invalid/'))
    expect(result.errorCode).toMatch(/^dns\./)
  })

  test('reset during the answer is named', async () => {
    const result = await ask(socket => {
      socket.write(`${ok}Content-Length: 10\r\n\r\nhalf`, () => socket.resetAndDestroy())
    })
    expect(result.errorCode).toMatch(/^(ECONNRESET|protocol\.incomplete)$/)
  })

  test('reset without an answer is named and not tried again when it was new', async () => {
    const server = await started(serveRaw(socket => socket.resetAndDestroy()))
    const wire = newWire()
    const result = await new HttpSession({ wire }).execute(callOf(server.url))
    expect(result).toMatchObject({ status: 0, errorCode: 'ECONNRESET', wireRequests: 1 })
    expect([wire.sent, server.accepted]).toEqual([1, 1])
  })
})

test.each([
  ['closed', (socket: Socket) => socket.destroy()],
  ['reset', (socket: Socket) => socket.resetAndDestroy()],
])('a connection %s as soon as it is made ends in one outcome', async (_, end) => {
  const server = await started(serveRaw(() => {}, end))
  const wire = newWire()
  const result = await new HttpSession({ wire }).execute(callOf(server.url))
  expect(result.errorCode).toMatch(/^(ECONNRESET|EPIPE|protocol\.noAnswer)$/)
  expect(result.wireRequests).toBe(wire.sent)
  expect(server.accepted).toBe(1)
})

describe('a kept connection that the server closes on the next request', () => {
  const closingOnSecond = () => {
    let requests = 0
    return serveRaw(socket => {
      requests++
      if (requests === 2) socket.resetAndDestroy()
      else socket.write(whole)
    })
  }

  test('is replaced once for an idempotent request, and both sendings are counted', async () => {
    const server = await started(closingOnSecond())
    const wire = newWire()
    const session = new HttpSession({ wire })
    await session.execute(callOf(server.url))
    expect(await session.execute(callOf(server.url))).toMatchObject({
      status: 200,
      errorCode: null,
      wireRequests: 2,
    })
    expect([wire.sent, server.accepted]).toEqual([3, 2])
  })

  test('fails a POST, which may have been processed', async () => {
    const server = await started(closingOnSecond())
    const wire = newWire()
    const session = new HttpSession({ wire })
    await session.execute(callOf(server.url))
    expect(await session.execute(callOf(server.url, { method: 'POST', body: 'x' }))).toMatchObject({
      status: 0,
      errorCode: 'ECONNRESET',
      wireRequests: 1,
    })
    expect(wire.sent).toBe(2)
  })
})

test('a connection closed between requests is replaced without any loss', async () => {
  const server = await started(
    serveRaw(socket => {
      socket.write(`${ok}Content-Length: 2\r\n\r\nok`)
      socket.end()
    }),
  )
  const wire = newWire()
  const session = new HttpSession({ wire })
  await session.execute(callOf(server.url))
  await expect.poll(() => wire.connections).toBe(0)
  expect(await session.execute(callOf(server.url, { method: 'POST' }))).toMatchObject({
    status: 200,
    wireRequests: 1,
  })
  expect(wire.sent).toBe(2)
})

test('a connection that the server said it would close soon is not used again', async () => {
  const server = await started(
    serveRaw(socket => socket.write(`${ok}Keep-Alive: timeout=0\r\nContent-Length: 0\r\n\r\n`)),
  )
  const session = new HttpSession({ wire: newWire() })
  await session.execute(callOf(server.url))
  await session.execute(callOf(server.url))
  expect(server.accepted).toBe(2)
})

describe('a signal', () => {
  test('ends requests under way, however many share it', async () => {
    const server = await started(serveRaw(() => {}))
    const wire = newWire()
    const stop = new AbortController()
    const pending = Array.from({ length: 20 }, () =>
      new HttpSession({ wire }).execute(callOf(server.url), stop.signal),
    )
    await expect.poll(() => wire.sent).toBe(20)
    stop.abort()
    for (const result of await Promise.all(pending)) {
      expect(result).toMatchObject({ status: 0, errorCode: 'aborted', wireRequests: 1 })
    }
    expect(wire.connections).toBe(0)
  })

  test('ends requests that are still connecting or queued, which are not sent', async () => {
    const server = await started(serveRaw(socket => socket.write(whole)))
    const wire = newWire()
    const session = new HttpSession({ wire })
    const stop = new AbortController()
    const connecting = session.execute(callOf(server.url), stop.signal)
    stop.abort()
    expect(await connecting).toMatchObject({ errorCode: 'aborted', wireRequests: 0 })
    await session.execute(callOf(server.url))
    const second = new AbortController()
    const queued = session.execute(callOf(server.url), second.signal)
    second.abort()
    expect(await queued).toMatchObject({ errorCode: 'aborted', wireRequests: 0 })
    expect(wire.sent).toBe(1)
  })

  test('of one of two signals ends only what was begun with it, also after other requests in between', async () => {
    let isHolding = true
    const server = await started(
      serveRaw(socket => {
        if (!isHolding) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      }),
    )
    const wire = newWire()
    const session = new HttpSession({ wire })
    const [first, second] = [new AbortController(), new AbortController()]
    const one = session.execute(callOf(server.url), first.signal)
    const two = session.execute(callOf(server.url), second.signal)
    await expect.poll(() => wire.sent).toBe(2)
    second.abort()
    expect((await two).errorCode).toBe('aborted')
    isHolding = false
    expect((await session.execute(callOf(server.url))).errorCode).toBeNull()
    first.abort()
    expect((await one).errorCode).toBe('aborted')
  })
  test('reaches a user again that closed its connections', async () => {
    const server = await started(serveRaw(() => {}))
    const wire = newWire()
    const session = new HttpSession({ wire })
    const stop = new AbortController()
    const closed = session.execute(callOf(server.url), stop.signal)
    session.closeConnections()
    expect((await closed).errorCode).toBe('aborted')
    const again = session.execute(callOf(server.url), stop.signal)
    stop.abort()
    expect((await again).errorCode).toBe('aborted')
  })
  test('that has fired already ends a request before it begins', async () => {
    const wire = newWire()
    const result = await new HttpSession({ wire }).execute(callOf('http://127.0.0.1:1/'), AbortSignal.abort())
    expect(result).toMatchObject({ errorCode: 'aborted', wireRequests: 0, durationUs: 0 })
  })
})

test.each([
  ['an address that is none', 'nonsense', {}, 'invalidUrl'],
  ['a scheme we do not speak', 'ftp://127.0.0.1/', {}, 'invalidUrl'],
  [
    'a header with a line break',
    'http://127.0.0.1:1/',
    { headers: [['X-A', 'a\r\nb']] as const },
    'invalidRequest',
  ],
])('%s is an outcome, not an exception', async (_, url, changes, errorCode) => {
  const result = await new HttpSession({ wire: newWire() }).execute(callOf(url, changes))
  expect(result).toMatchObject({ status: 0, errorCode, wireRequests: 0 })
})
