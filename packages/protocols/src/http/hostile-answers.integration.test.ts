/** Answers that no server should give: each becomes one counted outcome with a name, at once or by the response time-out. */
import * as zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pour, testHarness } from './test-harness.ts'
import { callOf, serveRaw } from './test-servers.ts'

const { ask, newSession, started } = testHarness()
const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`
const long = 'a'.repeat(300_000)

describe('a whole answer', () => {
  test.each<[string, string, string, number]>([
    ['HTTP/0.9', '<html>hello</html>', 'protocol.statusLine', 0],
    ['a preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'protocol.statusLine', 0],
    ['settings of HTTP/2', '\0\0\0\u0004\0\0\0\0\0', 'protocol.statusLine', 0],
    ['a later version', 'HTTP/3.0 200 OK\r\n\r\n', 'protocol.statusLine', 0],
    ['a status of no number', 'HTTP/1.1 abc OK\r\n\r\n', 'protocol.statusLine', 0],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n', 'protocol.statusLine', 0],
    ['a status of two digits', 'HTTP/1.1 20\r\n\r\n', 'protocol.statusLine', 0],
    ['NUL bytes for a head', '\0'.repeat(100), 'protocol.statusLine', 0],
    ['one of another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'protocol.statusLine', 0],
    ['a line without a name', `${ok}: value\r\n\r\n`, 'protocol.header', 200],
    ['a line without a colon', `${ok}nonsense\r\n\r\n`, 'protocol.header', 200],
    ['two lengths', `${ok}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`, 'protocol.contentLength', 200],
    ['a negative length', `${ok}Content-Length: -2\r\n\r\nok`, 'protocol.contentLength', 200],
    ['a list of lengths', `${ok}Content-Length: 2, 3\r\n\r\nok`, 'protocol.contentLength', 200],
    ['a length in hex', `${ok}Content-Length: 0x2\r\n\r\nok`, 'protocol.contentLength', 200],
    [
      'a length beyond all numbers',
      `${ok}Content-Length: ${'9'.repeat(400)}\r\n\r\nok`,
      'protocol.contentLength',
      200,
    ],
    ['a length beyond the limit', `${ok}Content-Length: 9007199254740991\r\n\r\nok`, 'bodyTooLarge', 200],
    ['an unasked upgrade', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n', 'protocol.upgrade', 101],
    ['one huge header', `${ok}X-A: ${long}\r\n\r\n`, 'protocol.headerTooLarge', 0],
    ['one huge status line', `HTTP/1.1 200 ${long}\r\n\r\n`, 'protocol.headerTooLarge', 0],
    ['too many headers', `${ok}${'a: b\r\n'.repeat(3_000)}\r\n`, 'protocol.headerCount', 200],
    ['chunks of no size', `${chunked}zz\r\n`, 'protocol.chunk', 200],
    ['a chunk of empty size', `${chunked}\r\nabc\r\n`, 'protocol.chunk', 200],
    ['a chunk of negative size', `${chunked}-1\r\n`, 'protocol.chunk', 200],
    ['a chunk larger than all numbers', `${chunked}fffffffffffffffff\r\n`, 'protocol.chunk', 200],
    ['a chunk without its end', `${chunked}3\r\nabcd\r\n0\r\n\r\n`, 'protocol.chunk', 200],
    ['a chunk longer than it says', `${chunked}1\r\nabc\r\n0\r\n\r\n`, 'protocol.chunk', 200],
    ['an endless chunk extension', `${chunked}3;${long}`, 'protocol.chunk', 200],
    ['endless trailers', `${chunked}0\r\n${'a: b\r\n'.repeat(20_000)}`, 'protocol.chunk', 200],
    ['one endless trailer', `${chunked}0\r\na: ${long}`, 'protocol.chunk', 200],
    ['chunks without the last one', `${chunked}3\r\nabc\r\n`, 'protocol.incomplete', 200],
    ['a chunk cut short', `${chunked}30\r\nabc`, 'protocol.incomplete', 200],
    ['a body cut short', `${ok}Content-Length: 10\r\n\r\nhalf`, 'protocol.incomplete', 200],
    ['only interim ones', 'HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n', 'protocol.noAnswer', 0],
  ])('of %s', async (_, bytes, errorCode, status) => {
    const result = await ask(socket => socket.end(bytes, 'latin1'))
    expect(result).toMatchObject({ errorCode, wireRequests: 1 })
    if (status > 0) expect(result.status).toBe(status)
    expect(result.errorMessage).not.toBe('')
  })

  test.each<[string, string, string]>([
    ['LF alone ends lines', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok', 'ok'],
    ['LF alone ends chunks’ sizes', `${chunked}2\nok\r\n0\n\n`, 'ok'],
    ['folded lines', `${ok}X-A: b\r\n c\r\nContent-Length: 2\r\n\r\nok`, 'ok'],
    ['equal lengths', `${ok}Content-Length: 2\r\ncontent-length: 2\r\n\r\nok`, 'ok'],
    [
      'a length beside chunks',
      `${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`,
      'ok',
    ],
    ['interim ones before', `HTTP/1.1 100 Continue\r\n\r\n${ok}Content-Length: 2\r\n\r\nok`, 'ok'],
    ['NUL bytes in values', `${ok}X-A: a\0b\r\nContent-Length: 2\r\n\r\nok`, 'ok'],
    ['extensions and trailers', `${chunked}2;a="b;c"\r\nok\r\n0;x\r\nT: 1\r\n\r\n`, 'ok'],
    ['no length', `${ok}\r\nok`, 'ok'],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nok', 'ok'],
  ])('with %s is read all the same', async (_, bytes, body) => {
    const result = await ask(socket => socket.end(bytes, 'latin1'))
    expect([result.errorCode, result.status, Buffer.from(result.body).toString()]).toEqual([null, 200, body])
  })

  test('whose length and chunks disagree ends its connection', async () => {
    const server = await started(
      serveRaw(socket => {
        socket.write(`${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`)
      }),
    )
    const session = newSession()
    for (let index = 0; index < 2; index++) await session.execute(callOf(server.url))
    expect(server.accepted).toBe(2)
  })
})

describe('without end', () => {
  test.each<[string, string, string | Buffer, string]>([
    ['headers', ok, `X-More: ${'a'.repeat(10_000)}\r\n`, 'protocol.headerTooLarge'],
    ['one header', `${ok}X-A: `, 'a'.repeat(10_000), 'protocol.headerTooLarge'],
    ['a status line', 'HTTP/1.1 200 ', 'a'.repeat(10_000), 'protocol.headerTooLarge'],
    ['interim answers', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(10), 'protocol.interim'],
    ['a body', `${ok}\r\n`, 'a'.repeat(60_000), 'bodyTooLarge'],
    ['chunks of a byte', chunked, '1\r\na\r\n'.repeat(5_000), 'bodyTooLarge'],
    ['a chunk', `${chunked}fffffffffff\r\n`, 'a'.repeat(60_000), 'bodyTooLarge'],
    ['a chunk extension', `${chunked}3;`, 'a'.repeat(60_000), 'protocol.chunk'],
    ['trailers', `${chunked}0\r\n`, 'a: b\r\n'.repeat(1_000), 'protocol.chunk'],
  ])('%s', async (_, begin, more, errorCode) => {
    const result = await ask(socket => {
      socket.write(begin)
      pour(socket, more)
    })
    expect(result).toMatchObject({ errorCode, wireRequests: 1 })
  })

  test.each<[string, boolean | 'ifSmall']>([
    ['nobody wants', false],
    ['is wanted only if small', 'ifSmall'],
  ])('a body that %s is counted up to the response time-out', async (_, wantsBody) => {
    const result = await ask(
      socket => {
        socket.write(`${ok}\r\n`)
        pour(socket, 'a'.repeat(60_000))
      },
      { wantsBody, responseTimeoutMs: 100 },
    )
    expect(result).toMatchObject({ status: 200, errorCode: 'timeout.response' })
    expect(result.body).toHaveLength(0)
    expect(result.receivedBytes).toBeGreaterThan(60_000)
  })

  test.each<[string, string]>([
    ['headers', `${ok}X-A: `],
    ['a body', `${ok}\r\n`],
    ['chunks', `${chunked}fffffff\r\n`],
    ['interim answers', 'HTTP/1.1 100 '],
  ])('byte by byte, %s end by the response time-out', async (_, begin) => {
    const result = await ask(
      socket => {
        socket.write(begin)
        const drip = () => {
          if (socket.writable) socket.write('a', () => setImmediate(drip))
        }
        drip()
      },
      { responseTimeoutMs: 100, maxBodyBytes: 1e9, wantsBody: false },
    )
    expect(result.errorCode).toMatch(/^(timeout\.response|protocol\.headerTooLarge)$/)
  })
})

describe('a coded body', () => {
  const bomb = zlib.gzipSync(Buffer.alloc(50_000_000))
  const answer = (encoding: string, body: Buffer) =>
    Buffer.concat([
      Buffer.from(`${ok}Content-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`),
      body,
    ])
  const text = Buffer.from('text '.repeat(1_000))
  test.each<[string, string, Buffer, string]>([
    ['that is no gzip', 'gzip', text, 'protocol.encoding'],
    ['that is no deflate', 'deflate', Buffer.from('\xff\xff\xff', 'latin1'), 'protocol.encoding'],
    ['that is no br', 'br', Buffer.alloc(100, 255), 'protocol.encoding'],
    ['that is no zstd', 'zstd', text, 'protocol.encoding'],
    ['cut within gzip', 'gzip', zlib.gzipSync(text).subarray(0, 20), 'protocol.encoding'],
    ['cut within br', 'br', zlib.brotliCompressSync(text).subarray(0, 10), 'protocol.encoding'],
    ['cut within zstd', 'zstd', zlib.zstdCompressSync(text).subarray(0, 10), 'protocol.encoding'],
    ['that explodes', 'gzip', bomb, 'bodyTooLarge'],
    ['that explodes twice', 'gzip, gzip', zlib.gzipSync(bomb), 'bodyTooLarge'],
    ['that explodes by br', 'br', zlib.brotliCompressSync(Buffer.alloc(5_000_000)), 'bodyTooLarge'],
    ['that explodes by zstd', 'zstd', zlib.zstdCompressSync(Buffer.alloc(5_000_000)), 'bodyTooLarge'],
    ['coded too often', 'gzip, gzip, gzip, gzip', text, 'protocol.encoding'],
  ])('%s', async (_, encoding, body, errorCode) => {
    const bytes = answer(encoding, body)
    expect(await ask(socket => socket.write(bytes))).toMatchObject({ errorCode, status: 200 })
    const unwanted = await ask(socket => socket.write(bytes), { wantsBody: false })
    expect(unwanted).toMatchObject({ errorCode: null, status: 200 })
  })
})
