/** The table of answers that the parser must read, each whole, byte by byte and split at every position. */
import { describe, expect, test } from 'vitest'
import { type AnswerWish, ResponseParser } from './response-parser.ts'

interface Outcome {
  status: number
  body: string
  fault: string | null
  isDone: boolean
  hasExcess: boolean
  keepsAlive: boolean
  headers: [string, string][]
}

interface Wish extends AnswerWish {
  isHead: boolean
}
const wishOf = (wish: Partial<Wish> = {}): Wish => ({
  isHead: false,
  wantsHeaders: true,
  wantsBody: true,
  maxBodyBytes: 1_000,
  ...wish,
})

/** Feeds the pieces through one reused buffer, as the wire does, and ends the connection when told. */
function parse(
  pieces: readonly Buffer[],
  wish: Wish,
  isClosed: boolean,
  parser = new ResponseParser(),
): Outcome {
  const shared = Buffer.alloc(65_536)
  parser.start(wish, wish.isHead)
  for (const piece of pieces) {
    if (parser.fault !== null) break
    piece.copy(shared)
    parser.feed(shared, piece.length)
    shared.fill(0x2a)
  }
  if (isClosed) parser.finish()
  const { head } = parser
  return {
    status: head.status,
    body: parser.takeBody().toString('latin1'),
    fault: parser.fault?.[0] ?? null,
    isDone: parser.isDone,
    hasExcess: parser.hasExcess,
    keepsAlive: head.keepsAlive,
    headers: head.headers,
  }
}

interface Case {
  name: string
  answer: string
  wish?: Partial<Wish>
  isClosed?: boolean
  expected: Partial<Outcome>
}
const ok = 'HTTP/1.1 200 OK\r\n'
const chunkedHead = `${ok}Transfer-Encoding: chunked\r\n\r\n`
const done = { isDone: true, fault: null }

const answers: Case[] = [
  {
    name: 'a body of known length',
    answer: `${ok}Content-Length: 5\r\nX-A: b\r\n\r\nhello`,
    expected: {
      ...done,
      status: 200,
      body: 'hello',
      keepsAlive: true,
      headers: [
        ['Content-Length', '5'],
        ['X-A', 'b'],
      ],
    },
  },
  { name: 'an empty body', answer: `${ok}content-length:0\r\n\r\n`, expected: { ...done, body: '' } },
  {
    name: 'a status line without reason and bare line feeds',
    answer: 'HTTP/1.1 404\nCONTENT-LENGTH:  2  \n\nno',
    expected: { ...done, status: 404, body: 'no' },
  },
  {
    name: 'chunks with extensions and trailers',
    answer: `${chunkedHead}5;a=b\r\nhello\r\n1\r\n \r\n6 \r\nworld!\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n`,
    expected: { ...done, body: 'hello world!' },
  },
  {
    name: 'chunk sizes in both cases and with leading zeros',
    answer: `${chunkedHead}00a\r\n0123456789\r\nB\r\n01234567890\r\n000\r\n\r\n`,
    expected: { ...done, body: '012345678901234567890' },
  },
  {
    name: 'chunking beside another coding and a length, which ends the connection',
    answer: `${ok}Content-Length: 3\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
    expected: { ...done, body: 'a', keepsAlive: false },
  },
  {
    name: 'a body that ends with the connection',
    answer: `${ok}\r\nall of it`,
    isClosed: true,
    expected: { ...done, body: 'all of it', keepsAlive: false },
  },
  {
    name: 'a transfer coding that ends with the connection',
    answer: `${ok}Transfer-Encoding: identity\r\nContent-Length: 1\r\n\r\nall`,
    isClosed: true,
    expected: { ...done, body: 'all' },
  },
  {
    name: 'no body after HEAD',
    answer: `${ok}Content-Length: 500\r\n\r\n`,
    wish: { isHead: true },
    expected: { ...done, body: '' },
  },
  { name: 'no body after 204', answer: 'HTTP/1.1 204 None\r\nContent-Length: 5\r\n\r\n', expected: done },
  { name: 'no body after 304', answer: 'HTTP/1.1 304 Same\r\nContent-Length: 5\r\n\r\n', expected: done },
  {
    name: 'interim answers before the final one',
    answer: `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n${ok}Content-Length: 1\r\n\r\na`,
    expected: { ...done, status: 200, body: 'a', headers: [['Content-Length', '1']] },
  },
  {
    name: 'connection: close',
    answer: `${ok}Connection: CLOSE\r\nContent-Length: 0\r\n\r\n`,
    expected: { ...done, keepsAlive: false },
  },
  {
    name: 'close among other connection options',
    answer: `${ok}Connection: Upgrade, close\r\nContent-Length: 0\r\n\r\n`,
    expected: { ...done, keepsAlive: false },
  },
  {
    name: 'HTTP/1.0, which closes',
    answer: 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n',
    expected: { ...done, keepsAlive: false },
  },
  {
    name: 'HTTP/1.0 with keep-alive',
    answer: 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n',
    expected: { ...done, keepsAlive: true },
  },
  {
    name: 'the same length twice',
    answer: `${ok}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`,
    expected: { ...done, body: 'a' },
  },
  {
    name: 'a folded header line',
    answer: `${ok}X-Long: one\r\n  two\r\nContent-Length: 0\r\n\r\n`,
    expected: {
      ...done,
      headers: [
        ['X-Long', 'one two'],
        ['Content-Length', '0'],
      ],
    },
  },
  {
    name: 'a body that nobody wants',
    answer: `${ok}Content-Length: 5\r\n\r\nhello`,
    wish: { wantsBody: false, wantsHeaders: false, maxBodyBytes: 1 },
    expected: { ...done, body: '', headers: [] },
  },
]

const broken: Case[] = [
  { name: 'nothing', answer: '', isClosed: true, expected: { fault: 'protocol.noAnswer' } },
  {
    name: 'something else than HTTP',
    answer: 'SSH-2.0-OpenSSH\r\n',
    expected: { fault: 'protocol.statusLine', status: 0 },
  },
  { name: 'HTTP/2 or later', answer: 'HTTP/2.0 200 OK\r\n\r\n', expected: { fault: 'protocol.statusLine' } },
  {
    name: 'a status of letters',
    answer: 'HTTP/1.1 abc OK\r\n\r\n',
    expected: { fault: 'protocol.statusLine' },
  },
  {
    name: 'a status of four digits',
    answer: 'HTTP/1.1 2000 OK\r\n\r\n',
    expected: { fault: 'protocol.statusLine' },
  },
  { name: 'a header without colon', answer: `${ok}nonsense\r\n\r\n`, expected: { fault: 'protocol.header' } },
  {
    name: 'a header without name',
    answer: `${ok}: nonsense\r\n\r\n`,
    expected: { fault: 'protocol.header' },
  },
  {
    name: 'a length that is no number',
    answer: `${ok}Content-Length: 5x\r\n\r\n`,
    expected: { fault: 'protocol.contentLength' },
  },
  {
    name: 'a negative length',
    answer: `${ok}Content-Length: -5\r\n\r\n`,
    expected: { fault: 'protocol.contentLength' },
  },
  {
    name: 'an absurd length',
    answer: `${ok}Content-Length: 99999999999999999999\r\n\r\n`,
    expected: { fault: 'protocol.contentLength' },
  },
  {
    name: 'two different lengths',
    answer: `${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`,
    expected: { fault: 'protocol.contentLength' },
  },
  {
    name: 'a switch of protocols unasked',
    answer: 'HTTP/1.1 101 Switching\r\n\r\n',
    expected: { fault: 'protocol.upgrade' },
  },
  { name: 'a chunk size of letters', answer: `${chunkedHead}xyz\r\n`, expected: { fault: 'protocol.chunk' } },
  {
    name: 'an endless chunk size',
    answer: `${chunkedHead}${'f'.repeat(20)}`,
    expected: { fault: 'protocol.chunk' },
  },
  { name: 'a chunk without size', answer: `${chunkedHead}\r\n`, expected: { fault: 'protocol.chunk' } },
  {
    name: 'a chunk longer than its size',
    answer: `${chunkedHead}2\r\nabc\r\n`,
    expected: { fault: 'protocol.chunk' },
  },
  {
    name: 'half a head',
    answer: `${ok}Content-Len`,
    isClosed: true,
    expected: { fault: 'protocol.incomplete' },
  },
  {
    name: 'half a body',
    answer: `${ok}Content-Length: 10\r\n\r\nhalf`,
    isClosed: true,
    expected: { fault: 'protocol.incomplete', status: 200, body: 'half' },
  },
  {
    name: 'half a chunked body',
    answer: `${chunkedHead}5\r\nhello\r\n`,
    isClosed: true,
    expected: { fault: 'protocol.incomplete', body: 'hello' },
  },
  {
    name: 'a length beyond the limit',
    answer: `${ok}Content-Length: 1001\r\n\r\n`,
    expected: { fault: 'bodyTooLarge' },
  },
  {
    name: 'chunks beyond the limit',
    answer: `${chunkedHead}3E9\r\n${'a'.repeat(1_001)}\r\n0\r\n\r\n`,
    expected: { fault: 'bodyTooLarge' },
  },
]

describe.each([
  ['reads', answers],
  ['refuses', broken],
] as const)('the parser %s', (_, cases) => {
  test.each(cases)('$name', ({ answer, wish, isClosed = false, expected }) => {
    const bytes = Buffer.from(answer, 'latin1')
    const wished = wishOf(wish)
    const whole = parse([bytes], wished, isClosed)
    expect(whole).toMatchObject(expected)
    const ofInterest = ({ hasExcess: _excess, ...rest }: Outcome) => rest
    for (let at = 1; at < bytes.length; at++) {
      const split = parse([bytes.subarray(0, at), bytes.subarray(at)], wished, isClosed)
      expect(split.fault, `split at ${at}`).toBe(whole.fault)
      if (whole.fault === null) expect(ofInterest(split), `split at ${at}`).toEqual(ofInterest(whole))
    }
    const single = parse(
      Array.from(bytes, byte => Buffer.from([byte])),
      wished,
      isClosed,
    )
    expect(single.fault).toBe(whole.fault)
    if (whole.fault === null) expect(ofInterest(single)).toEqual(ofInterest(whole))
  })
})

test('one parser reads answer after answer without a trace of the one before', () => {
  const parser = new ResponseParser()
  const read = (text: string) => parse([Buffer.from(text)], wishOf(), false, parser)
  expect(
    read(`${ok}Set-Cookie: a=b\r\nLocation: /x\r\nContent-Encoding: br\r\nConnection: close\r\n\r\n`).isDone,
  ).toBe(false)
  expect(read(`${ok}Content-Length: 2\r\n\r\nhi`)).toMatchObject({
    isDone: true,
    body: 'hi',
    keepsAlive: true,
  })
  expect(parser.head).toMatchObject({ location: null, contentEncoding: null, setCookies: [] })
})

test('bytes beyond the answer are noticed', () => {
  expect(parse([Buffer.from(`${ok}Content-Length: 1\r\n\r\nab`)], wishOf(), false)).toMatchObject({
    isDone: true,
    body: 'a',
    hasExcess: true,
  })
})

test('the time that the server keeps idle connections is read', () => {
  const parser = new ResponseParser()
  parse(
    [Buffer.from(`${ok}Keep-Alive: max=9, timeout=5\r\nContent-Length: 0\r\n\r\n`)],
    wishOf(),
    false,
    parser,
  )
  expect(parser.head.keepAliveTimeoutMs).toBe(5_000)
})

test.each([
  ['text/html', null],
  ['text/html; charset=UTF-8', 'utf-8'],
  ['text/html; charset="utf-8"', 'utf-8'],
  ['text/html;Charset = GBK', 'gbk'],
  ['text/html; charset=gb18030; q=1', 'gb18030'],
  ['charset=utf-8', 'utf-8'],
  ['multipart/mixed; boundary=x', null],
])('of the content type %s the character set is %s', (type, charset) => {
  const parser = new ResponseParser()
  parse([Buffer.from(`${ok}Content-Type: ${type}\r\nContent-Length: 0\r\n\r\n`)], wishOf(), false, parser)
  expect(parser.head.charset).toBe(charset)
})

test('all Set-Cookie headers are kept apart', () => {
  const parser = new ResponseParser()
  parse(
    [Buffer.from(`${ok}Set-Cookie: a=1\r\nset-cookie: b=2\r\nContent-Length: 0\r\n\r\n`)],
    wishOf(),
    false,
    parser,
  )
  expect(parser.head.setCookies).toEqual(['a=1', 'b=2'])
})

test('a head without end is refused at 256 KiB', () => {
  const piece = Buffer.from(`X: ${'a'.repeat(10_000)}\r\n`)
  const outcome = parse([Buffer.from(ok), ...Array.from({ length: 30 }, () => piece)], wishOf(), false)
  expect(outcome.fault).toBe('protocol.headerTooLarge')
})

test('more than 2,000 headers are refused', () => {
  const outcome = parse([Buffer.from(`${ok}${'a: b\r\n'.repeat(2_001)}\r\n`)], wishOf(), false)
  expect(outcome.fault).toBe('protocol.headerCount')
})

test('connection options with endless blanks are read in one go', () => {
  const answer = `HTTP/1.1 200 OK\r\nConnection: a${' '.repeat(60_000)}b , close\r\nContent-Length: 0\r\n\r\n`
  expect(parse([Buffer.from(answer)], wishOf(), false)).toMatchObject({ isDone: true, keepsAlive: false })
})
