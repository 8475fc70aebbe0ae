/** HTTP/2 of our own beside node:http2's client: the same seeded requests to the same servers, and both have to see the same. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  type ClientHttp2Session,
  connect,
  constants,
  type IncomingHttpHeaders,
  type ServerOptions,
} from 'node:http2'
import { describe, expect, test } from 'vitest'
import type { HttpResult } from '../exchange.ts'
import { testHarness } from '../test-harness.ts'
import { callOf, transportOf } from '../test-servers.ts'
import { H2TestServer } from './test-servers.ts'

const { newSession, started, atEnd } = testHarness()

/** A request and what the server is to answer, all of it from one number. */
interface Case {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | null
}

/** Numbers below `limit`, always the same ones for a seed. */
function numbersOf(seed: number): (limit: number) => number {
  let state = seed
  return limit => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const bodySizes = [0, 1, 100, 16_383, 16_384, 16_385, 65_535, 65_536, 200_000, 1_048_576]

function casesOf(seed: number, count: number): Case[] {
  const next = numbersOf(seed)
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[next(items.length)] ?? items[0]
  return Array.from({ length: count }, (_, at) => {
    const method = pick(['GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'])
    const query = new URLSearchParams({
      at: String(at),
      status: pick(['200', '201', '204', '304', '404', '503']),
      size: String(bodySizes[next(bodySizes.length)]),
      headers: String(next(30)),
      long: String(pick([0, 0, 100, 5_000, 20_000])),
      trailers: String(next(2)),
      interim: String(next(3)),
      pieces: String(1 + next(4)),
    })
    const headers = Array.from(
      { length: next(20) },
      (__, index) =>
        [
          `x-sent-${index}`,
          'v'.repeat(index === 0 && next(4) === 0 ? 40_000 : next(300)) + String(next(1_000)),
        ] as const,
    )
    const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
    const body = hasBody ? Buffer.alloc(bodySizes[next(bodySizes.length)] ?? 0, at) : null
    return { method, path: `/?${query}`, headers, body }
  })
}

/** What the server saw of a request, without what differs by client. */
interface Seen {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string
}

const digest = (bytes: Uint8Array) => `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`

function sentHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const names = Object.keys(headers).filter(name => name.startsWith('x-sent-') || name === 'content-length')
  return Object.fromEntries(names.map(name => [name, String(headers[name])]))
}

/** Answers each request by what its query asks for. */
async function serve(kind: 'plain' | 'secure', options: ServerOptions, seen: Map<string, Seen>) {
  const server = await started(
    H2TestServer[kind](
      (stream, headers) => {
        const query = new URL(`http://x${headers[':path']}`).searchParams
        const number = (name: string) => Number(query.get(name))
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('end', () => {
          seen.set(String(query.get('at')), {
            method: String(headers[':method']),
            headers: sentHeaders(headers),
            body: digest(Buffer.concat(pieces)),
          })
          for (let count = 0; count < number('interim'); count++) stream.additionalHeaders({ ':status': 103 })
          const answer: Record<string, string | number> = { ':status': number('status') }
          for (let index = 0; index < number('headers'); index++)
            answer[`x-got-${index}`] = `value ${index % 7}`
          if (number('long') > 0) answer['x-long'] = 'l'.repeat(number('long'))
          const isBare = headers[':method'] === 'HEAD' || [204, 304].includes(number('status'))
          const hasTrailers = !isBare && number('trailers') === 1
          stream.respond(answer, { waitForTrailers: hasTrailers, endStream: isBare })
          if (hasTrailers) stream.on('wantTrailers', () => stream.sendTrailers({ 'x-trailer': 'last' }))
          if (isBare) return
          const count = number('pieces')
          for (let piece = 0; piece < count; piece++)
            stream.write(Buffer.alloc(Math.floor(number('size') / count), piece))
          stream.end()
        })
      },
      { ...options, maxSendHeaderBlockLength: 200_000 },
    ),
  )
  return server
}

/** What a client was answered. */
interface Got {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
}

const gotHeaders = (pairs: readonly (readonly [string, string])[]) =>
  pairs.filter(([name]) => name.startsWith('x-')).map(([name, value]) => `${name}: ${value}`)

async function askLibrary(session: ClientHttp2Session, { method, path, headers, body }: Case): Promise<Got> {
  const stream = session.request(
    {
      ':method': method,
      ':path': path,
      ...Object.fromEntries(headers),
      ...(body === null ? {} : { 'content-length': body.length }),
    },
    { endStream: body === null },
  )
  if (body !== null) stream.end(body)
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  const answered = once(stream, 'response')
  const closed = once(stream, 'close')
  const [answer] = (await answered) as [IncomingHttpHeaders]
  await closed
  const pairs = Object.entries(answer).map(([name, value]) => [name, String(value)] as const)
  return {
    status: Number(answer[':status']),
    headers: gotHeaders(pairs),
    body: digest(Buffer.concat(pieces)),
  }
}

const gotOf = (result: HttpResult): Got => ({
  status: result.status,
  headers: gotHeaders(result.headers),
  body: digest(result.body),
})

const { PADDING_STRATEGY_NONE, PADDING_STRATEGY_MAX } = constants
/** Typings lack PADDING_STRATEGY_ALIGNED. */
const alignedPadding = 1

describe.each<['plain' | 'secure', ServerOptions]>([
  ['plain', { paddingStrategy: PADDING_STRATEGY_NONE }],
  ['plain', { paddingStrategy: PADDING_STRATEGY_MAX, settings: { headerTableSize: 0 } }],
  ['plain', { settings: { headerTableSize: 200, initialWindowSize: 1_000 } }],
  [
    'secure',
    { paddingStrategy: alignedPadding, settings: { headerTableSize: 65_536, maxFrameSize: 100_000 } },
  ],
])('over a %s server with %o', (kind, options) => {
  test.each([1, 2])('random requests (seed %i) are seen and answered as those of node:http2', async seed => {
    const cases = casesOf(seed, 40)
    const seenOfLibrary = new Map<string, Seen>()
    const seenOfOurs = new Map<string, Seen>()
    const forLibrary = await serve(kind, options, seenOfLibrary)
    const forOurs = await serve(kind, options, seenOfOurs)
    const session = connect(forLibrary.url, { rejectUnauthorized: false, maxHeaderListPairs: 2_000 })
    atEnd(() => session.destroy())
    const user = newSession()
    const transport = transportOf({ httpVersion: '2' })
    // Many at once, up to ten.
    for (let at = 0; at < cases.length; at += 10) {
      const batch = cases.slice(at, at + 10)
      const [expected, results] = await Promise.all([
        Promise.all(batch.map(each => askLibrary(session, each))),
        Promise.all(
          batch.map(({ method, path, headers, body }) =>
            user.execute(
              callOf(forOurs.url + path, { transport, method, headers, body, maxBodyBytes: 10_000_000 }),
            ),
          ),
        ),
      ])
      expect(results.map(result => result.errorMessage)).toEqual(batch.map(() => ''))
      expect(results.map(gotOf)).toEqual(expected)
    }

    expect(Object.fromEntries(seenOfOurs)).toEqual(Object.fromEntries(seenOfLibrary))
    expect([seenOfOurs.size, forOurs.accepted]).toEqual([cases.length, 1])
  })
})

test('bodies larger than all windows pass both ways', async () => {
  const bytes = 40_000_000
  const server = await started(
    H2TestServer.secure(stream => {
      let came = 0
      stream.on('data', (piece: Buffer) => {
        came += piece.length
      })
      stream.on('end', () => {
        stream.respond({ ':status': came === bytes ? 200 : 400 })
        stream.end(Buffer.alloc(bytes))
      })
    }),
  )
  const call = { transport: transportOf({ httpVersion: '2' }), method: 'POST', body: Buffer.alloc(bytes) }
  const result = await newSession().execute(callOf(server.url, { ...call, wantsBody: false }))
  expect([result.status, result.errorCode]).toEqual([200, null])
  expect(result.receivedBytes).toBeGreaterThan(bytes)
  expect(result.sentBytes).toBeGreaterThan(bytes)
})
