import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createWire } from '../../wire/wire.ts'
import type { HttpResult } from '../exchange.ts'
import { H2TestServer } from '../h2/test-servers.ts'
import { HttpSession } from '../session.ts'
import { type CallChanges, callOf, serveHttp, type TestServer, transportOf } from '../test-servers.ts'
import { cacheLayer } from './cache-layer.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const whole = [cacheLayer({ headers: true, bodies: true })]
const lean = [cacheLayer({ headers: false, bodies: false })]

/** A server and a user before it; `seen` are the requests that came. */
async function open(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: IncomingMessage[] = []
  const server: TestServer = await serveHttp((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  const wire = createWire({ beforeFlush: () => undefined })
  closing.push(
    () => server.close(),
    () => wire.close(),
  )
  const session = new HttpSession({ wire })
  const get = (path: string, changes: CallChanges = {}) =>
    session.execute(callOf(server.url + path, { layers: whole, ...changes }))
  return { seen, server, wire, session, get }
}
const text = (result: HttpResult) => Buffer.from(result.body).toString()

describe('a user with a cache', () => {
  test('asks once for what stays fresh, and answers the rest without the wire', async () => {
    const { seen, wire, get, session } = await open((_request, response) => {
      response.setHeader('Cache-Control', 'max-age=600')
      response.setHeader('Content-Type', 'text/plain; charset=utf-8')
      response.end('hello')
    })
    const first = await get('/a#x')
    const second = await get('/a')
    expect(first.fromCache).toBeUndefined()
    expect(second).toMatchObject({
      status: 200,
      errorCode: null,
      fromCache: 'fresh',
      wireRequests: 0,
      durationUs: 0,
      sentBytes: 0,
      receivedBytes: 0,
      charset: 'utf-8',
    })
    expect(text(second)).toBe('hello')
    expect(second.headers).toContainEqual(['Content-Type', 'text/plain; charset=utf-8'])
    const head = await get('/a', { method: 'HEAD' })
    expect(head).toMatchObject({ fromCache: 'fresh', status: 200 })
    expect(text(head)).toBe('')
    session.clearCache()
    expect((await get('/a')).fromCache).toBeUndefined()
    expect(seen).toHaveLength(2)
    expect(wire.sent).toBe(2)
  })

  test('asks whether a stale answer still holds', async () => {
    const { seen, get } = await open((request, response) => {
      response.setHeader('ETag', '"v1"')
      response.setHeader('Cache-Control', 'no-cache')
      response.setHeader('X-Count', String(seen.length))
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
      else response.end('body')
    })
    await get('/a')
    const again = await get('/a')
    expect(again).toMatchObject({ status: 200, fromCache: 'revalidated', wireRequests: 1 })
    expect(text(again)).toBe('body')
    expect(again.headers).toContainEqual(['X-Count', '2'])
    expect((await get('/a')).fromCache).toBe('revalidated')
    expect(seen).toHaveLength(3)
  })

  test('keeps no bodies where nobody reads them, and fetches anew where somebody does', async () => {
    const { seen, get } = await open((_request, response) => {
      response.setHeader('Cache-Control', 'max-age=600')
      response.end('hello')
    })
    await get('/a', { layers: lean, wantsBody: false, wantsHeaders: false })
    const sampled = await get('/a', { layers: lean })
    expect(sampled).toMatchObject({ fromCache: 'fresh', status: 200 })
    expect(text(sampled)).toBe('')
    const read = await get('/a')
    expect(text(read)).toBe('hello')
    expect(text(await get('/a'))).toBe('hello')
    expect(seen).toHaveLength(2)
  })

  test('forgets what an unsafe request changes', async () => {
    const { seen, get } = await open((request, response) => {
      response.setHeader('Cache-Control', 'max-age=600')
      if (request.method === 'POST') response.setHeader('Location', '/b')
      response.statusCode = request.url === '/c' && request.method === 'DELETE' ? 500 : 200
      response.end('x')
    })
    for (const path of ['/a', '/b', '/c']) await get(path)
    await get('/a', { method: 'POST', body: 'x' })
    await get('/c', { method: 'DELETE' })
    const after = [await get('/a'), await get('/b'), await get('/c')].map(result => result.fromCache)
    expect(after).toEqual([undefined, undefined, 'fresh'])
    expect(seen).toHaveLength(7)
  })

  test('follows kept redirects without the wire, and keeps answers of other languages and cookies apart', async () => {
    const { seen, get } = await open((request, response) => {
      response.setHeader('Cache-Control', 'max-age=600')
      if (request.url === '/old') {
        response.writeHead(301, { Location: '/new' }).end()
        return
      }
      if (request.url === '/login') response.setHeader('Set-Cookie', 'a=1')
      response.setHeader('Vary', 'Accept-Language, Cookie')
      response.end(request.headers['accept-language'] ?? 'none')
    })
    const first = await get('/old')
    const again = await get('/old')
    expect(first).toMatchObject({ status: 200, wireRequests: 2 })
    expect(again).toMatchObject({ status: 200, wireRequests: 0, fromCache: 'fresh', url: first.url })
    expect(text(await get('/new', { headers: [['Accept-Language', 'zh']] }))).toBe('zh')
    expect((await get('/new', { headers: [['Accept-Language', 'zh']] })).fromCache).toBe('fresh')
    await get('/login')
    expect((await get('/new', { headers: [['Accept-Language', 'zh']] })).fromCache).toBeUndefined()
    expect(seen).toHaveLength(5)
  })

  test('works over HTTP/2 too', async () => {
    const server = await H2TestServer.plain(stream => {
      stream.respond({ ':status': 200, 'cache-control': 'max-age=600' })
      stream.end('two')
    })
    const wire = createWire({ beforeFlush: () => undefined })
    closing.push(
      () => server.close(),
      () => wire.close(),
    )
    const session = new HttpSession({ wire })
    const call = callOf(`${server.url}/`, { layers: whole, transport: transportOf({ httpVersion: '2' }) })
    expect(text(await session.execute(call))).toBe('two')
    expect(await session.execute(call)).toMatchObject({ fromCache: 'fresh', wireRequests: 0 })
    expect(server.requests).toBe(1)
  })
})
