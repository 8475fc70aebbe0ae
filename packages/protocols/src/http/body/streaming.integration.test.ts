/** Bodies that are read while they are sent, against real servers: whole, chunked, answered early, refused, and sources that fail. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import type { BodySource, HttpResult } from '../exchange.ts'
import { HttpSession } from '../session.ts'
import { movingBody, testHarness } from '../test-harness.ts'
import { callOf, serveHttp, serveHttps, serveRaw } from '../test-servers.ts'
import { chunkedSource, fileSource } from './body-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'pone-streaming-'))
afterAll(() => rmSync(folder, { recursive: true }))
const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 253))
const path = join(folder, 'body.bin')
writeFileSync(path, bytes)
const file = fileSource(path, bytes.length, 'body.bin')

const { started, newWire } = testHarness()
const textOf = (result: HttpResult): string => Buffer.from(result.body).toString()
/** Answers with what arrived: framing, size, and whether it is the file. */
const told = async (request: IncomingMessage): Promise<string> => {
  const body = await buffer(request)
  const framing = request.headers['transfer-encoding'] ?? request.headers['content-length'] ?? 'none'
  return `${request.method} ${framing} ${body.length} ${body.equals(bytes)}`
}
/** A source that tells whether it is open. */
function watched(
  pieces: number,
  pieceBytes: number,
): BodySource & { open: () => AsyncGenerator<Buffer>; opened: number; closed: number } {
  return {
    sizeBytes: pieces * pieceBytes,
    opened: 0,
    closed: 0,
    async *open() {
      this.opened++
      try {
        for (let piece = 0; piece < pieces; piece++) yield Buffer.alloc(pieceBytes, 97)
      } finally {
        this.closed++
      }
    },
    preview: () => '',
  }
}

describe('a streamed body', () => {
  test('arrives byte for byte, with its length or in chunks, on one connection', async () => {
    const server = await started(
      serveHttp((request, response) => void told(request).then(text => response.end(text))),
    )
    const wire = newWire()
    const session = new HttpSession({ wire })
    const sized = await session.execute(callOf(server.url, { method: 'POST', body: file }))
    expect([textOf(sized), sized.errorCode]).toEqual([`POST ${bytes.length} ${bytes.length} true`, null])
    expect(sized.sentBytes).toBe(Buffer.byteLength(sized.sentHead) + bytes.length)
    const chunked = await session.execute(callOf(server.url, { method: 'PUT', body: chunkedSource(file) }))
    expect(textOf(chunked)).toBe(`PUT chunked ${bytes.length} true`)
    expect(chunked.sentBytes).toBeGreaterThan(Buffer.byteLength(chunked.sentHead) + bytes.length)
    const text = await session.execute(
      callOf(server.url, { method: 'POST', body: chunkedSource('short 文') }),
    )
    expect(textOf(text)).toBe('POST chunked 9 false')
    expect([server.accepted, wire.sent]).toEqual([1, 3])
  })

  test('arrives over TLS too', async () => {
    const server = await started(
      serveHttps((request, response) => void told(request).then(text => response.end(text))),
    )
    const session = new HttpSession({ wire: newWire() })
    for (const body of [file, chunkedSource(file)]) {
      const result = await session.execute(callOf(server.url, { method: 'POST', body }))
      expect(textOf(result)).toMatch(new RegExp(`^POST (chunked|${bytes.length}) ${bytes.length} true$`))
    }
    expect(server.accepted).toBe(1)
  })

  test('is read anew after a redirect that keeps the method', async () => {
    const server = await started(
      serveHttp((request, response) => {
        void told(request).then(text => {
          if (request.url === '/from') response.writeHead(307, { Location: '/to' }).end()
          else response.end(text)
        })
      }),
    )
    const result = await new HttpSession({ wire: newWire() }).execute(
      callOf(`${server.url}/from`, { method: 'POST', body: file }),
    )
    expect([textOf(result), result.wireRequests]).toEqual([`POST ${bytes.length} ${bytes.length} true`, 2])
    expect(result.sentBytes).toBeGreaterThan(2 * bytes.length)
  })

  test('that is answered early ends with the answer, and its connection', async () => {
    const source = watched(2_000, 65_536)
    const server = await started(
      serveRaw((socket, text) => {
        if (text.startsWith('POST')) {
          socket.pause()
          socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno')
        } else if (text.startsWith('GET')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      }),
    )
    const wire = newWire()
    const session = new HttpSession({ wire })
    const result = await session.execute(callOf(server.url, { method: 'POST', body: source }))
    expect(result).toMatchObject({ status: 413, errorCode: null, wireRequests: 1 })
    expect(result.sentBytes).toBeLessThan(source.sizeBytes ?? 0)
    expect(wire.connections).toBe(0)
    await expect.poll(() => [source.opened, source.closed]).toEqual([1, 1])
    expect((await session.execute(callOf(server.url))).status).toBe(200)
    expect(server.accepted).toBe(2)
  })

  test('that the server stops reading ends by the response time-out', async () => {
    const source = watched(2_000, 65_536)
    const server = await started(serveRaw(socket => void socket.pause()))
    const result = await new HttpSession({ wire: newWire() }).execute(
      callOf(server.url, { method: 'POST', body: source, responseTimeoutMs: 100 }),
    )
    expect(result).toMatchObject({ status: 0, errorCode: 'timeout.response', wireRequests: 1 })
    await expect.poll(() => source.closed).toBe(1)
  })

  test('longer on its way than the response time-out arrives as long as it moves', async () => {
    const server = await started(
      serveHttp((request, response) => void told(request).then(text => response.end(text))),
    )
    const result = await new HttpSession({ wire: newWire() }).execute(
      callOf(server.url, { method: 'POST', body: movingBody(500), responseTimeoutMs: 400 }),
    )
    expect(result).toMatchObject({ status: 200, errorCode: null })
  })

  test('ends with its signal and closes its source', async () => {
    const source = watched(2_000, 65_536)
    const server = await started(serveRaw(socket => void socket.pause()))
    const wire = newWire()
    const stop = new AbortController()
    const pending = new HttpSession({ wire }).execute(
      callOf(server.url, { method: 'POST', body: source }),
      stop.signal,
    )
    await expect.poll(() => source.opened).toBe(1)
    stop.abort()
    expect(await pending).toMatchObject({ errorCode: 'aborted', wireRequests: 1 })
    await expect.poll(() => source.closed).toBe(1)
    expect(wire.connections).toBe(0)
  })

  test('reset by the server in the middle is named', async () => {
    const server = await started(
      serveRaw(socket => {
        socket.resetAndDestroy()
      }),
    )
    const result = await new HttpSession({ wire: newWire() }).execute(
      callOf(server.url, { method: 'POST', body: watched(2_000, 65_536) }),
    )
    expect(result).toMatchObject({ status: 0, wireRequests: 1 })
    expect(result.errorCode).toMatch(/^(ECONNRESET|EPIPE)$/)
  })
})

test('a file that is not there is told when it is opened', () => {
  expect(() => fileSource(join(folder, 'none'), 10, 'none')).toThrow('ENOENT')
})

describe('a source that', () => {
  test.each<[string, BodySource, string]>([
    ['became shorter', fileSource(path, bytes.length + 1, 'b'), 'requestBody.size'],
    ['became longer', fileSource(path, bytes.length - 1, 'b'), 'requestBody.size'],
    [
      'throws',
      {
        sizeBytes: null,
        async *open() {
          yield Buffer.from('begin')
          throw new Error('broken')
        },
        preview: () => '',
      },
      'requestBody.unreadable',
    ],
  ])('%s fails the request by name', async (_, body, errorCode) => {
    const server = await started(
      serveHttp(
        (request, response) =>
          void told(request).then(
            text => response.end(text),
            () => response.destroy(),
          ),
      ),
    )
    const wire = newWire()
    const result = await new HttpSession({ wire }).execute(callOf(server.url, { method: 'POST', body }))
    expect(result).toMatchObject({ status: 0, errorCode, wireRequests: 1 })
    expect([wire.sent, wire.connections]).toEqual([1, 0])
  })
})

test('a file is not opened before the connection stands', async () => {
  const server = await serveHttp(() => {})
  await server.close()
  const source = watched(1, 1)
  const result = await new HttpSession({ wire: newWire() }).execute(
    callOf(server.url, { method: 'POST', body: source }),
  )
  expect([result.errorCode, source.opened, existsSync(path)]).toEqual(['ECONNREFUSED', 0, true])
})
