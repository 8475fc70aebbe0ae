import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createWire } from '../../wire/wire.ts'
import { cacheLayer } from '../cache/cache-layer.ts'
import { failureText } from '../definition/failures.ts'
import { H2TestServer } from '../h2/test-servers.ts'
import { HttpSession } from '../session.ts'
import { type CallChanges, callOf, serveHttp, serveHttps, transportOf } from '../test-servers.ts'
import { maxResources } from './resource-fetch.ts'
import { resourceLayer } from './resource-layer.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** What lies at each path: content type and text; what is not there is not found. */
type Site = Record<string, readonly [contentType: string, text: string]>

function openUser() {
  const wire = createWire({ beforeFlush: () => undefined })
  closing.push(() => wire.close())
  return { wire, session: new HttpSession({ wire }) }
}

type Answer = (request: IncomingMessage, response: ServerResponse, send: () => void) => void

async function open(site: Site, answer: Answer = (_request, _response, send) => send()) {
  const seen: IncomingMessage[] = []
  const server = await serveHttp((request, response) => {
    seen.push(request)
    const [contentType, text] = site[request.url ?? ''] ?? []
    response.statusCode = text === undefined ? 404 : 200
    if (contentType !== undefined) response.setHeader('Content-Type', contentType)
    answer(request, response, () => response.end(text))
  })
  closing.push(() => server.close())
  const user = openUser()
  const layers = [resourceLayer({ parallelPerHost: 3 })]
  const get = (path: string, changes: CallChanges = {}) =>
    user.session.execute(callOf(server.url + path, { layers, ...changes }))
  return { seen, server, get, ...user }
}
const html = (text: string) => ['text/html; charset=utf-8', text] as const
const css = (text: string) => ['text/css', text] as const
const file = ['image/png', 'x'.repeat(100)] as const

describe('a page with what it embeds', () => {
  test('is one sample: figures are sums, and each address is fetched once', async () => {
    const site: Site = {
      '/shop/': html(
        '<base href="/s/"><link rel=stylesheet href=a.css><img src=b.png><img src="b.png#x"><script src=c.js></script><img src="data:,x"><a href=no>',
      ),
      '/s/a.css': css('@import "d.css"; p{background:url(img/e.png)}'),
      '/s/d.css': css('q{background:url(never.png)}'),
      '/s/img/e.png': file,
      '/s/b.png': file,
      '/s/c.js': ['text/javascript', ''],
    }
    const { get, seen, wire, server } = await open(site)
    const headers = [
      ['X-Pone-Run', 'r1'],
      ['Content-Language', 'zh'],
    ] as const
    const page = await get('/shop/', { headers })
    expect(page).toMatchObject({ status: 200, errorCode: null, wireRequests: 6 })
    expect(seen).toHaveLength(6)
    expect(new Set(seen.map(request => request.url))).toEqual(new Set(Object.keys(site)))
    expect(wire.sent).toBe(6)
    const resources = page.resources ?? []
    expect(resources).toHaveLength(5)
    expect(page.receivedBytes).toBeGreaterThan(resources.reduce((sum, each) => sum + each.receivedBytes, 0))
    expect(page.durationUs).toBeGreaterThanOrEqual(Math.max(...resources.map(each => each.durationUs)))
    const image = seen.find(request => request.url === '/s/b.png')
    expect(image?.headers).toMatchObject({ 'x-pone-run': 'r1', referer: `${server.url}/shop/` })
    expect(image?.headers['content-language']).toBeUndefined()
    expect(server.accepted).toBeLessThanOrEqual(3)
  })

  test('uses so many connections to a host as allowed, and no more', async () => {
    const images = Array.from({ length: 12 }, (_, index) => `/${index}.png`)
    const held: (() => void)[] = []
    let most = 0
    const { get, server } = await open(
      {
        '/': html(images.map(src => `<img src=${src}>`).join('')),
        ...Object.fromEntries(images.map(src => [src, file])),
      },
      (request, _response, send) => {
        if (request.url === '/') return send()
        held.push(send)
        most = Math.max(most, held.length)
        // Lets go when no more can come.
        if (held.length === 3) for (const each of held.splice(0)) each()
      },
    )
    expect(await get('/')).toMatchObject({ errorCode: null, wireRequests: 13 })
    expect(most).toBe(3)
    expect(server.accepted).toBe(3)
  })

  test('fails when a resource does, telling the kind and, apart from it, the address', async () => {
    const { get, server } = await open({
      '/': html('<img src=gone.png><img src=here.png>'),
      '/here.png': file,
    })
    const page = await get('/')
    expect(page).toMatchObject({
      status: 200,
      errorCode: 'resource',
      errorMessage: failureText('resourceFailed', { code: 'HTTP 404' }),
      wireRequests: 3,
    })
    expect(page.resources).toContainEqual(
      expect.objectContaining({ url: `${server.url}/gone.png`, status: 404, errorCode: null }),
    )
  })

  test('keeps credentials from other hosts, and cookies where they belong', async () => {
    const other = await open({ '/b.png': file })
    const { get, seen } = await open(
      {
        '/': html(`<img src=a.png><img src="${other.server.url.replace('127.0.0.1', 'localhost')}/b.png">`),
        '/a.png': file,
      },
      (request, response, send) => {
        if (request.url === '/') response.setHeader('Set-Cookie', 'sid=1')
        send()
      },
    )
    const page = await get('/', { headers: [['Authorization', 'Bearer t']] })
    expect(page.errorCode).toBeNull()
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer t', cookie: 'sid=1' })
    expect(other.seen[0]?.headers.authorization).toBeUndefined()
    expect(other.seen[0]?.headers.cookie).toBeUndefined()
  })

  test('is limited, and not read where the answer is no page', async () => {
    const many = Array.from({ length: maxResources + 50 }, (_, index) => `<img src=/a.png?${index}>`).join('')
    const { get, seen } = await open(
      { '/many': html(many), '/text': ['text/plain', '<img src=a>'] },
      (request, response, send) => {
        if (request.url?.startsWith('/a.png') === true) response.statusCode = 200
        send()
      },
    )
    expect((await get('/many')).resources).toHaveLength(maxResources)
    expect(await get('/text')).toMatchObject({ wireRequests: 1 })
    expect((await get('/none')).resources).toBeUndefined()
    expect(seen).toHaveLength(maxResources + 3)
  })

  test('gives only what the step wants of the page', async () => {
    const { get } = await open({ '/': html('<img src=a.png>'), '/a.png': file })
    const page = await get('/', { wantsHeaders: false, wantsBody: false })
    expect(page).toMatchObject({ headers: [], sentHead: '', wireRequests: 2 })
    expect(page.body).toHaveLength(0)
  })

  test('comes from the cache the second time', async () => {
    const { get, seen, wire } = await open(
      {
        '/': html('<link rel=stylesheet href=a.css><img src=b.png>'),
        '/a.css': css('p{background:url(c.png)}'),
        '/b.png': file,
        '/c.png': file,
      },
      (request, response, send) => {
        response.setHeader('Cache-Control', request.url === '/' ? 'no-store' : 'max-age=600')
        send()
      },
    )
    const layers = [resourceLayer({ parallelPerHost: 6 }), cacheLayer({ headers: false, bodies: true })]
    expect(await get('/', { layers })).toMatchObject({ errorCode: null, wireRequests: 4 })
    const again = await get('/', { layers })
    expect(again).toMatchObject({ errorCode: null, wireRequests: 1 })
    expect(again.resources).toHaveLength(3)
    expect(seen).toHaveLength(5)
    expect(wire.sent).toBe(5)
  })

  test('ends with the signal', async () => {
    const stop = new AbortController()
    const { server, session } = await open(
      { '/': html('<img src=a.png><img src=b.png>') },
      (request, _response, send) => {
        if (request.url === '/') send()
        else stop.abort()
      },
    )
    const call = callOf(`${server.url}/`, { layers: [resourceLayer({ parallelPerHost: 1 })] })
    expect(await session.execute(call, stop.signal)).toMatchObject({ errorCode: 'aborted', wireRequests: 2 })
  })

  test('goes over streams of one connection by HTTP/2', async () => {
    const images = Array.from({ length: 30 }, (_, index) => `<img src=${index}.png>`).join('')
    const held: (() => void)[] = []
    const server = await H2TestServer.secure((stream, headers) => {
      stream.respond({ ':status': 200, 'content-type': headers[':path'] === '/' ? 'text/html' : 'image/png' })
      if (headers[':path'] === '/') return void stream.end(images)
      held.push(() => stream.end('x'))
      if (held.length === 30) for (const each of held) each()
    })
    closing.push(() => server.close())
    const { session, wire } = openUser()
    const call = callOf(`${server.url}/`, {
      layers: [resourceLayer({ parallelPerHost: 2 })],
      transport: transportOf({ httpVersion: 'auto' }),
    })
    expect(await session.execute(call)).toMatchObject({ errorCode: null, wireRequests: 31 })
    expect(server.accepted).toBe(1)
    expect(wire.sent).toBe(31)
  })

  test('takes at most its connections where auto finds HTTP/1.1', async () => {
    const server = await serveHttps((request, response) => {
      response.setHeader('content-type', request.url === '/' ? 'text/html' : 'image/png')
      response.end('<img src=a><img src=b><img src=c>')
    })
    closing.push(() => server.close())
    const { session } = openUser()
    const call = callOf(`${server.url}/`, {
      layers: [resourceLayer({ parallelPerHost: 2 })],
      transport: transportOf({ httpVersion: 'auto' }),
    })
    expect(await session.execute(call)).toMatchObject({ errorCode: null, wireRequests: 4 })
    // One to find out the version, two to send on.
    expect(server.accepted).toBe(3)
  })
})
