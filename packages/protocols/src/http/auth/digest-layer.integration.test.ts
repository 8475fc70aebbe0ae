/** Digest against a server that checks every proof by itself: how often users are asked, and what is counted. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { createWire } from '../../wire/wire.ts'
import { chunkedSource } from '../body/body-source.ts'
import type { HttpCall, HttpResult } from '../exchange.ts'
import { HttpSession } from '../session.ts'
import { type CallChanges, callOf, serveHttp, type TestServer } from '../test-servers.ts'
import { readChallenges } from './challenges.ts'
import { digestLayer } from './digest-layer.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const hashNames: Record<string, string> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' }

/** A server that lets in ann with the password pw. */
class DigestServer {
  readonly seen: string[] = []
  algorithm = 'MD5'
  qop: string | null = 'auth'
  /** Uses that a nonce is good for. */
  maxUses = Number.POSITIVE_INFINITY
  saysStale = true
  nextNonce = false
  #serial = 0
  readonly #counts = new Map<string, number>()

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const problem = this.#problemOf(request, body)
    this.seen.push(`${request.method} ${request.url} ${problem ?? 'ok'}`)
    if (problem === null) {
      if (request.url === '/from') return void response.writeHead(307, { Location: '/to?x=1' }).end()
      if (this.nextNonce) response.setHeader('Authentication-Info', `nextnonce="${this.#newNonce()}"`)
      return void response.end(`hello ${body.length}`)
    }
    const parts = [`realm="r, s"`, `nonce="${this.#newNonce()}"`, `algorithm=${this.algorithm}`, 'opaque="o"']
    if (this.qop !== null) parts.push(`qop="${this.qop}"`)
    if (problem === 'stale' && this.saysStale) parts.push('stale=true')
    response.writeHead(401, { 'WWW-Authenticate': ['Basic realm="r"', `Digest ${parts.join(', ')}`] })
    response.end('who are you?')
  }

  #newNonce(): string {
    const nonce = `nonce-${++this.#serial}`
    this.#counts.set(nonce, 0)
    return nonce
  }

  #problemOf(request: IncomingMessage, body: Buffer): string | null {
    const header = request.headers.authorization
    if (header === undefined) return 'asked'
    const params = readChallenges(header)[0]?.params ?? new Map<string, string>()
    const of = (name: string) => params.get(name) ?? ''
    const count = this.#counts.get(of('nonce'))
    if (count === undefined) return 'unknown nonce'
    if (of('uri') !== request.url) return 'wrong uri'
    const base = this.algorithm.replace('-sess', '')
    const hash = (text: string | Buffer) =>
      createHash(hashNames[base] ?? '')
        .update(text)
        .digest('hex')
    const secret = hash('ann:r, s:pw')
    const ha1 = this.algorithm === base ? secret : hash(`${secret}:${of('nonce')}:${of('cnonce')}`)
    const integrity = of('qop') === 'auth-int' ? `:${hash(body)}` : ''
    const ha2 = hash(`${request.method}:${request.url}${integrity}`)
    const middle = this.qop === null ? '' : `:${of('nc')}:${of('cnonce')}:${of('qop')}`
    if (of('response') !== hash(`${ha1}:${of('nonce')}${middle}:${ha2}`)) return 'wrong proof'
    if (this.qop !== null && Number.parseInt(of('nc'), 16) !== count + 1) return 'wrong count'
    if (count >= this.maxUses) return 'stale'
    this.#counts.set(of('nonce'), count + 1)
    return null
  }
}

async function setUp(changes: Partial<DigestServer> = {}) {
  const digest = Object.assign(new DigestServer(), changes)
  const server: TestServer = await serveHttp((request, response) => void digest.answer(request, response))
  cleanups.push(() => server.close())
  const wire = createWire({ beforeFlush: () => {} })
  cleanups.push(() => wire.close())
  const layer = digestLayer()
  const user = () => {
    const session = new HttpSession({ wire })
    const send = (path: string, changed: CallChanges = {}, password = 'pw'): Promise<HttpResult> => {
      const call: HttpCall = {
        ...callOf(server.url + path, { layers: [layer], ...changed }),
        auth: { kind: 'digest', user: 'ann', password },
      }
      return session.execute(call)
    }
    return { session, send }
  }
  return { digest, server, wire, user }
}

describe('digest', () => {
  test.each(['MD5', 'MD5-sess', 'SHA-256', 'SHA-256-sess', 'SHA-512-256'])(
    '%s asks once and is answered at once from then on',
    async algorithm => {
      const { digest, wire, user } = await setUp({ algorithm })
      const { send } = user()
      const first = await send('/a')
      expect(first).toMatchObject({ status: 200, errorCode: null, wireRequests: 2 })
      expect(Buffer.from(first.body).toString()).toBe('hello 0')
      expect((await send('/b?x=y%20z')).wireRequests).toBe(1)
      expect((await send('/c', { wantsHeaders: false })).headers).toEqual([])
      expect(digest.seen).toEqual(['GET /a asked', 'GET /a ok', 'GET /b?x=y%20z ok', 'GET /c ok'])
      expect(wire.sent).toBe(4)
    },
  )

  test.each<[string, CallChanges]>([
    ['none', {}],
    ['text', { body: 'some text 文' }],
    ['a source', { body: chunkedSource('some text 文') }],
  ])('auth-int covers the body: %s', async (_, changes) => {
    const { user } = await setUp({ qop: 'auth-int' })
    expect((await user().send('/', { method: 'POST', ...changes })).status).toBe(200)
  })

  test('auth is preferred, and no qop is fine', async () => {
    for (const qop of ['auth-int,auth', null]) {
      const { digest, user } = await setUp({ qop })
      const { send } = user()
      await send('/a')
      expect((await send('/b')).wireRequests).toBe(1)
      expect(digest.seen.at(-1)).toBe('GET /b ok')
    }
  })

  test.each([true, false])(
    'a nonce that wore out is replaced within the call, said (%s) or not',
    async saysStale => {
      const { digest, user } = await setUp({ maxUses: 2, saysStale })
      const { send } = user()
      const statuses: number[] = []
      for (let index = 0; index < 5; index++) statuses.push((await send('/')).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200])
      expect(digest.seen.filter(line => line.endsWith('stale'))).toHaveLength(2)
    },
  )

  test('the nonce that the server wants next is taken', async () => {
    const { digest, user } = await setUp({ maxUses: 1, nextNonce: true })
    const { send } = user()
    for (let index = 0; index < 4; index++) expect((await send('/')).status).toBe(200)
    expect(digest.seen).toHaveLength(5)
  })

  test('a wrong password is refused after one try, every time', async () => {
    const { digest, user } = await setUp()
    const { send } = user()
    for (let index = 0; index < 2; index++) {
      expect(await send('/', {}, 'no')).toMatchObject({ status: 401, errorCode: null, wireRequests: 2 })
    }
    expect(digest.seen.map(line => line.slice(6))).toEqual(['asked', 'wrong proof', 'asked', 'wrong proof'])
    expect((await send('/')).status).toBe(200)
  })

  test('each user counts by itself, and a new person is asked again', async () => {
    const { digest, user } = await setUp()
    const ann = user()
    const bob = user()
    await Promise.all([ann.send('/1'), bob.send('/1')])
    await Promise.all([ann.send('/2'), bob.send('/2')])
    expect(digest.seen.filter(line => line.endsWith('asked'))).toHaveLength(2)
    ann.session.closeConnections()
    expect((await ann.send('/3')).wireRequests).toBe(2)
  })

  test('each hop of a redirect has its own proof', async () => {
    const { digest, user } = await setUp()
    const result = await user().send('/from', { method: 'POST', body: 'abc' })
    expect(Buffer.from(result.body).toString()).toBe('hello 3')
    expect(result.wireRequests).toBe(3)
    expect(digest.seen).toEqual(['POST /from asked', 'POST /from ok', 'POST /to?x=1 ok'])
    const stays = await user().send('/from', { followRedirects: false })
    expect(stays.status).toBe(307)
  })

  test('another server gets no proof', async () => {
    const { user, digest } = await setUp()
    const elsewhere = await serveHttp((request, response) =>
      response
        .writeHead(401, { 'WWW-Authenticate': 'Digest realm="x", nonce="y"' })
        .end(request.headers.authorization ?? 'nothing'),
    )
    cleanups.push(() => elsewhere.close())
    const answer = digest.answer.bind(digest)
    digest.answer = async (request, response) => {
      if (request.headers.authorization === undefined) return answer(request, response)
      response.writeHead(302, { Location: `${elsewhere.url}/x` }).end()
    }
    const result = await user().send('/')
    expect([result.status, Buffer.from(result.body).toString()]).toEqual([401, 'nothing'])
  })

  test('a failure on the way is the outcome, with all that was sent', async () => {
    const { digest, user } = await setUp()
    const answer = digest.answer.bind(digest)
    digest.answer = async (request, response) => {
      if (request.headers.authorization === undefined) return answer(request, response)
      request.socket.destroy()
    }
    const result = await user().send('/', { method: 'POST', body: 'x' })
    expect(result).toMatchObject({ status: 0, wireRequests: 2 })
    expect(result.errorCode).not.toBeNull()
  })
})
