import { expect, test } from 'vitest'
import { answerHard, hardRouteOf } from './routes.ts'
import { HardSessions } from './session.ts'

const taken = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

/** A visitor with its cookie, and the hidden fields of the sign-in page. */
function visit() {
  const sessions = new HardSessions()
  const send = (method: string, path: string, { body = '', headers = {} } = {}) =>
    answerHard({ method, url: new URL(path, 'http://shop'), headers: { cookie, ...headers }, body }, sessions)
  let cookie = ''
  const start = send('GET', '/hard/')
  cookie = String(start.headers['set-cookie']).split(';')[0] ?? ''
  const form = {
    _csrf: taken(start.body, '_csrf'),
    __VIEWSTATE: taken(start.body, '__VIEWSTATE'),
    account: 'ann',
    password: 'x',
  }
  const signIn = (changes: Partial<typeof form>) =>
    send('POST', '/hard/sign-in', { body: new URLSearchParams({ ...form, ...changes }).toString() })
  return { send, signIn }
}

test('who brings back the hidden fields is signed in and redirected, with a cookie that is URL-encoded', () => {
  const { signIn } = visit()
  expect(signIn({})).toMatchObject({
    status: 302,
    headers: { location: '/hard/goods', 'set-cookie': expect.stringMatching(/^XSRF-TOKEN=[\w%]+%3D/) },
  })
})

test.each([
  ['_csrf', { _csrf: 'x' }],
  ['__VIEWSTATE', { __VIEWSTATE: 'x' }],
  ['account or password', { password: '' }],
])('a sign-in with a wrong %s is refused', (name, changes) => {
  const answer = visit().signIn(changes)
  expect([answer.status, answer.body]).toEqual([403, expect.stringContaining(name)])
})

test.each([
  ['POST', '/hard/api/token', 'x-csrf-token'],
  ['POST', '/hard/api/token/refresh', 'refreshToken'],
  ['GET', '/hard/api/goods/1', 'token'],
  ['POST', '/hard/api/cart', 'token'],
  ['GET', '/hard/checkout', 'cart'],
  ['POST', '/hard/checkout', '_csrf'],
  ['GET', '/hard/orders/1', 'order number'],
])('%s %s without the values of answers before is refused', (method, path, what) => {
  const { send, signIn } = visit()
  signIn({})
  const answer = send(method, path)
  expect([answer.status, answer.body]).toEqual([403, expect.stringContaining(what)])
})

test('a nonce is valid once', () => {
  const { send, signIn } = visit()
  const xsrf = decodeURIComponent(/=([^;]+)/.exec(String(signIn({}).headers['set-cookie']))?.[1] ?? '')
  const page = send('GET', '/hard/goods').body
  const headers = {
    'x-csrf-token': /csrf-token" content="([^"]+)/.exec(page)?.[1] ?? '',
    'x-xsrf-token': xsrf,
  }
  const body = JSON.stringify({ nonce: /nonce: "([^"]+)/.exec(page)?.[1] })
  const statusOf = () => send('POST', '/hard/api/token', { headers, body }).status
  expect([statusOf(), statusOf()]).toEqual([200, 403])
})

test('who is not signed in is sent to the first page', () => {
  expect(visit().send('GET', '/hard/goods')).toMatchObject({ status: 302, headers: { location: '/hard/' } })
})

test('requests are counted by routes of a fixed set', () => {
  expect(
    [
      ['GET', '/hard'],
      ['GET', '/hard/api/goods/x'],
      ['GET', '/hard/api/orders/7'],
      ['PUT', '/hard/x'],
      ['GET', '/hardware'],
    ].map(([method = '', path = '']) => hardRouteOf(method, path)),
  ).toEqual([
    'GET /hard/',
    'GET /hard/api/goods/:ref',
    'GET /hard/api/orders/:number',
    'GET /hard/other',
    null,
  ])
})
