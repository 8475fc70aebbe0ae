import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KnownHead } from './known-head.ts'
import { ResponseParser } from './response-parser.ts'

const wish = { wantsHeaders: false, wantsBody: true, maxBodyBytes: 1_000 }

/** What a parser makes of an answer that comes in pieces of so many bytes. */
function read(parser: ResponseParser, answer: string, known: KnownHead | null, pieceBytes: number) {
  parser.start(wish, false, known)
  const bytes = Buffer.from(answer)
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes)
    parser.feed(piece, piece.length)
  }
  const { status, contentLength, isChunked, keepsAlive, location, contentEncoding, charset } = parser.head
  return {
    head: { status, contentLength, isChunked, keepsAlive, location, contentEncoding, charset },
    setCookies: [...parser.head.setCookies],
    isDone: parser.isDone,
    fault: parser.fault,
    hasExcess: parser.hasExcess,
    body: parser.takeBody().toString(),
  }
}

const answers = [
  'HTTP/1.1 200 OK\r\nDate: 1\r\nContent-Length: 2\r\n\r\nab',
  'HTTP/1.1 200 OK\r\nDate: 2\r\nContent-Length: 2\r\n\r\ncd',
  'HTTP/1.1 200 OK\r\nDate: 2\r\nContent-Length: 3\r\nConnection: close\r\n\r\nefg',
  'HTTP/1.1 200 OK\r\nDate: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n',
  'HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nContent-Length: 1\r\n\r\nj',
  'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=gbk\r\nContent-Length: 1\r\n\r\nk',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nlm',
]

describe('heads that are known already', () => {
  test('are read like any other, whatever came before and however it comes', () => {
    const some = fc.array(
      fc.record({ answer: fc.constantFrom(...answers), pieceBytes: fc.integer({ min: 1, max: 90 }) }),
    )
    fc.assert(
      fc.property(some, sequence => {
        const known = new KnownHead()
        for (const { answer, pieceBytes } of sequence) {
          const remembering = read(new ResponseParser(), answer, known, pieceBytes)
          expect(remembering).toEqual(read(new ResponseParser(), answer, null, pieceBytes))
        }
      }),
    )
  })

  test('are recognised when they repeat, also after another one, and one with cookies never is', () => {
    const known = new KnownHead()
    const parser = new ResponseParser()
    const [first = '', second = ''] = answers
    read(parser, first, known, 90)
    expect(known.begins(Buffer.from(first), 0, first.length)).toBe(true)
    read(parser, second, known, 90)
    expect(known.begins(Buffer.from(second), 0, second.length)).toBe(true)
    expect(known.begins(Buffer.from(second), 0, 20)).toBe(false)
    const cookies = answers[5] ?? ''
    read(parser, cookies, known, 90)
    expect(known.begins(Buffer.from(cookies), 0, cookies.length)).toBe(false)
  })
})
