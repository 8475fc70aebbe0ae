/** OAuth2 client credentials against a token server: how often it is asked, by whom the asking counts, and how its refusals are named. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { createWire } from '../../wire/wire.ts'
import type { ClientCredentials } from '../credentials.ts'
import type { HttpCall } from '../exchange.ts'
import { HttpSession } from '../session.ts'
import { callOf, serveHttp } from '../test-servers.ts'
import { clientCredentialsLayer } from './client-credentials-layer.ts'
import { TokenStore } from './token-store.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void

/** A server that issues tokens at /token and accepts only the last one at every other address. */
class TokenServer {
  asked: string[] = []
  headers: IncomingMessage['headers'][] = []
  requests = 0
  expiresIn: unknown = 3_600
  valid = ''
  asking = 0
  mostAsking = 0
  give: Answer = (_request, _body, response) => {
    this.valid = `t${this.asked.length}`
    const answer = { access_token: this.valid, token_type: 'Bearer', expires_in: this.expiresIn }
    response.end(JSON.stringify(answer))
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++
    if (request.url !== '/token') {
      const isIn = request.headers.authorization === `Bearer ${this.valid}`
      return void response.writeHead(isIn ? 200 : 401).end()
    }
    this.mostAsking = Math.max(this.mostAsking, ++this.asking)
    const body = await readText(request)
    this.asked.push(body)
    this.headers.push(request.headers)
    // Others may come while this one waits.
    await new Promise(resolve => setImmediate(resolve))
    this.asking--
    this.give(request, body, response)
  }
}

async function setUp() {
  const tokens = new TokenServer()
  const server = await serveHttp((request, response) => void tokens.answer(request, response))
  cleanups.push(() => server.close())
  const wire = createWire({ beforeFlush: () => {} })
  cleanups.push(() => wire.close())
  const clock = { now: 1_000 }
  const layer = clientCredentialsLayer(new TokenStore(() => clock.now), [['x-pone-run', 'r1']])
  const user = () => {
    const session = new HttpSession({ wire })
    return (changes: Partial<ClientCredentials> = {}) => {
      const auth: ClientCredentials = {
        kind: 'oauth2',
        tokenUrl: `${server.url}/token`,
        clientId: 'my id',
        clientSecret: 's:é',
        scope: '',
        clientAuthentication: 'header',
        ...changes,
      }
      const call: HttpCall = {
        ...callOf(`${server.url}/`, { layers: [layer], wantsHeaders: false, wantsBody: false }),
        auth,
      }
      return session.execute(call)
    }
  }
  return { tokens, server, wire, clock, user }
}

describe('a token', () => {
  test('is asked for once, by the first of many users, whose request it counts to', async () => {
    const { tokens, wire, user } = await setUp()
    const results = await Promise.all(Array.from({ length: 50 }, () => user()()))
    expect(results.map(result => result.status)).toEqual(Array(50).fill(200))
    const counts = results.map(result => result.wireRequests).sort((a, b) => a - b)
    expect(counts).toEqual([...Array<number>(49).fill(1), 2])
    expect([tokens.asked.length, tokens.requests, wire.sent]).toEqual([1, 51, 51])
  })

  test.each<[Partial<ClientCredentials>, string, string | undefined]>([
    [{}, 'grant_type=client_credentials', `Basic ${btoa('my+id:s%3A%C3%A9')}`],
    [
      { clientAuthentication: 'body', scope: 'a b' },
      'grant_type=client_credentials&scope=a+b&client_id=my+id&client_secret=s%3A%C3%A9',
      undefined,
    ],
  ])('is asked for with %j', async (changes, body, authorization) => {
    const { tokens, user } = await setUp()
    await user()(changes)
    expect(tokens.asked).toEqual([body])
    expect(tokens.headers[0]).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'x-pone-run': 'r1',
    })
    expect(tokens.headers[0]?.authorization).toBe(authorization)
  })

  test('is another one for another scope', async () => {
    const { tokens, user } = await setUp()
    await user()({ scope: 'a' })
    await user()({ scope: 'b' })
    expect(tokens.asked).toHaveLength(2)
  })

  test.each([
    [100, 89_000, 1],
    [100, 91_000, 2],
    [3_600, 3_569_000, 1],
    [3_600, 3_571_000, 2],
    ['3600', 3_571_000, 2],
    [undefined, 1e12, 1],
  ])('that lives for %s s is asked for again after %i ms: %i', async (expiresIn, laterMs, asked) => {
    const { tokens, clock, user } = await setUp()
    tokens.expiresIn = expiresIn
    const send = user()
    await send()
    clock.now += laterMs
    expect((await send()).status).toBe(200)
    expect(tokens.asked).toHaveLength(asked)
  })

  test('that still holds serves the others while one renews it', async () => {
    const { tokens, clock, user } = await setUp()
    tokens.expiresIn = 100
    await user()()
    clock.now += 95_000
    const { valid } = tokens
    tokens.give = (_request, _body, response) => {
      response.end(JSON.stringify({ access_token: valid, token_type: 'bearer' }))
    }
    const results = await Promise.all(Array.from({ length: 10 }, () => user()()))
    expect(results.map(result => result.status)).toEqual(Array(10).fill(200))
    expect(tokens.asked).toHaveLength(2)
  })

  test('that a server refuses is renewed once for all who have it', async () => {
    const { tokens, clock, wire, user } = await setUp()
    const users = Array.from({ length: 20 }, () => user())
    await Promise.all(users.map(send => send()))
    clock.now += 1
    tokens.valid = 'another'
    const results = await Promise.all(users.map(send => send()))
    expect(results.map(result => result.status)).toEqual(Array(20).fill(200))
    expect(tokens.asked).toHaveLength(2)
    expect(results.reduce((sum, result) => sum + result.wireRequests, 0)).toBe(41)
    expect(wire.sent).toBe(tokens.requests)
  })

  test('that is refused when new is not renewed', async () => {
    const { tokens, user } = await setUp()
    tokens.give = (_request, _body, response) => {
      response.end(JSON.stringify({ access_token: 'wrong', token_type: 'bearer' }))
    }
    expect(await user()()).toMatchObject({ status: 401, errorCode: null, wireRequests: 2 })
    expect(tokens.asked).toHaveLength(1)
  })
})

describe('a token server that', () => {
  test.each<[string, Answer, string]>([
    [
      'refuses',
      (_request, _body, response) => response.writeHead(401).end('{"error":"invalid_client"}'),
      'oauth2.invalid_client',
    ],
    ['fails', (_request, _body, response) => response.writeHead(500).end('<html>'), 'oauth2.HTTP 500'],
    [
      'names an odd error',
      (_request, _body, response) => response.writeHead(400).end('{"error":"a b\\nc"}'),
      'oauth2.HTTP 400',
    ],
    [
      'redirects',
      (_request, _body, response) => response.writeHead(302, { Location: '/' }).end(),
      'oauth2.HTTP 302',
    ],
    ['says nothing', (_request, _body, response) => response.end(), 'oauth2.badAnswer'],
    [
      'gives a token of several lines',
      (_request, _body, response) => response.end('{"access_token":"a\\r\\nX: y"}'),
      'oauth2.badAnswer',
    ],
    [
      'gives another kind of token',
      (_request, _body, response) => response.end('{"access_token":"a","token_type":"mac"}'),
      'oauth2.tokenType',
    ],
    ['hangs up', request => request.socket.resetAndDestroy(), 'oauth2.ECONNRESET'],
  ])('%s is named', async (_, give, errorCode) => {
    const { tokens, wire, user } = await setUp()
    tokens.give = give
    const results = await Promise.all(Array.from({ length: 5 }, () => user()()))
    for (const result of results) expect(result.errorCode).toBe(errorCode)
    expect(results.reduce((sum, result) => sum + result.wireRequests, 0)).toBe(wire.sent)
    expect([tokens.asked.length, tokens.mostAsking]).toEqual([1, 1])
  })

  test('is not there is named, and asked again by the next request', async () => {
    const { tokens, user } = await setUp()
    const gone = await serveHttp(() => {})
    await gone.close()
    const send = user()
    const tokenUrl = `${gone.url}/token`
    expect(await send({ tokenUrl })).toMatchObject({ errorCode: 'oauth2.ECONNREFUSED', wireRequests: 0 })
    expect(await send({ tokenUrl: 'nonsense' })).toMatchObject({ errorCode: 'oauth2.invalidUrl' })
    tokens.give = (_request, _body, response) => response.writeHead(503).end()
    await send()
    await send()
    expect([tokens.asked.length, tokens.mostAsking]).toEqual([2, 1])
  })
})
