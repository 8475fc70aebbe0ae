/** What goes into the request line and headers, and what a redirect changes. */
import { describe, expect, test } from 'vitest'
import type { HttpCall } from './exchange.ts'
import { OriginTable, targetOf } from './origin.ts'
import { isRedirect, redirected } from './redirect.ts'
import { headFrame, invalidPart, requestHead } from './request-head.ts'

describe('the target of', () => {
  test.each([
    ['http://a.example', '/'],
    ['http://a.example?q=1', '/?q=1'],
    ['http://a.example#top', '/'],
    ['http://a.example/a/../b?x=1#y', '/a/../b?x=1'],
    ['http://a.example/%41?q=%20', '/%41?q=%20'],
    ['http://a.example/a b?c=<"d">', '/a%20b?c=%3C%22d%22%3E'],
    ['http://a.example/路径?键=值', '/%E8%B7%AF%E5%BE%84?%E9%94%AE=%E5%80%BC'],
    ['http://a.example/\r\nX: y', '/%0D%0AX:%20y'],
    ['http://a.example/?u=http://b.example/', '/?u=http://b.example/'],
    ['http://a.example/\ud800', '/%EF%BF%BD'],
  ])('%s is %s', (url, target) => {
    expect(targetOf(url)).toBe(target)
  })
})

describe('the origin of', () => {
  const table = new OriginTable()
  test.each([
    [
      'http://a.example/x',
      { key: 'http://a.example', host: 'a.example', port: 80, isTls: false, hostHeader: 'a.example' },
    ],
    [
      'HTTPS://A.example:8443?x',
      { host: 'a.example', port: 8_443, isTls: true, hostHeader: 'a.example:8443' },
    ],
    ['http://[::1]:80/', { host: '::1', port: 80, isIp: true, hostHeader: '[::1]' }],
    ['http://u%40x:p@a.example/', { key: 'http://a.example', authorization: `Basic ${btoa('u@x:p')}` }],
    ['http://例子.example/', { host: 'xn--fsqu00a.example' }],
  ])('%s', (url, expected) => {
    expect(table.find(url)).toMatchObject(expected)
  })
  test.each([
    '',
    'a.example',
    '/path',
    'ftp://a.example/',
    'http://',
    'http://a.example:99999/',
    'http:///x',
  ])('"%s" is none', url => {
    expect(table.find(url)).toBeNull()
  })
})

describe('the head', () => {
  const origin = new OriginTable().find('http://u:p@a.example:81')
  const headOf = (headers: HttpCall['headers'], changes = {}) => {
    if (origin === null) throw new Error('origin expected')
    const { target, bodyBytes, cookies, ...parts } = {
      method: 'GET',
      target: '/x',
      origin,
      bodyBytes: null,
      cookies: '',
      keepAlive: true,
      compression: false,
      proxy: null,
      headers,
      ...changes,
    }
    return requestHead(headFrame(parts), target, { cookies, bodyBytes })
  }
  test('has what HTTP needs', () => {
    expect(headOf([['X-A', '1']])).toBe(
      'GET /x HTTP/1.1\r\nHost: a.example:81\r\nX-A: 1\r\nUser-Agent: Pone\r\nAccept: */*\r\nAuthorization: Basic dTpw\r\n\r\n',
    )
  })
  test('leaves the caller its own headers and joins the cookies', () => {
    const head = headOf(
      [
        ['host', 'other.example'],
        ['USER-AGENT', 'me'],
        ['accept', 'text/html'],
        ['Authorization', 'Bearer t'],
        ['Cookie', 'own=1'],
        ['accept-encoding', 'gzip'],
        ['Connection', 'Upgrade'],
      ],
      { cookies: 'jar=2', keepAlive: false, compression: true },
    )
    expect(head).toBe(
      'GET /x HTTP/1.1\r\nHost: other.example\r\nUSER-AGENT: me\r\naccept: text/html\r\nAuthorization: Bearer t\r\naccept-encoding: gzip\r\nConnection: Upgrade\r\nCookie: own=1; jar=2\r\n\r\n',
    )
  })
  test('tells the true length whatever the caller says', () => {
    const head = headOf(
      [
        ['Content-Length', '9'],
        ['Transfer-Encoding', 'chunked'],
      ],
      { method: 'POST', bodyBytes: 3 },
    )
    expect(head).toContain('Content-Length: 3\r\n')
    expect(head).not.toMatch(/chunked|: 9/)
    expect(headOf([], { method: 'POST' })).toContain('Content-Length: 0\r\n')
    expect(headOf([], { method: 'DELETE' })).not.toContain('Content-Length')
  })
  test.each([
    [{ method: 'GET x' }, /invalidMethod.*GET x/],
    [{ method: '' }, /invalidMethod/],
    [{ headers: [['X A', '1']] as const }, /name/],
    [{ headers: [['X-A', '1\r\nEvil: 2']] as const }, /X-A/],
  ])('cannot carry %j', (changes, message) => {
    expect(invalidPart({ method: 'GET', headers: [], ...changes })).toMatch(message)
  })
})

describe('a redirect', () => {
  const request = {
    method: 'POST',
    url: 'http://a.example/old/page?x=1',
    headers: [
      ['Authorization', 'secret'],
      ['Content-Type', 'text/plain'],
      ['X-A', '1'],
    ],
    body: 'text',
  } as const
  test.each([
    [301, 'POST', 'GET', null],
    [302, 'POST', 'GET', null],
    [303, 'POST', 'GET', null],
    [307, 'POST', 'POST', 'text'],
    [308, 'POST', 'POST', 'text'],
    [301, 'PUT', 'PUT', 'text'],
    [302, 'DELETE', 'DELETE', 'text'],
    [303, 'DELETE', 'GET', null],
    [303, 'HEAD', 'HEAD', 'text'],
    [302, 'HEAD', 'HEAD', 'text'],
  ])('%d turns %s into %s', (status, from, method, body) => {
    expect(redirected({ ...request, method: from }, status, '/new')).toMatchObject({ method, body })
  })
  test.each([
    ['/new#part', 'http://a.example/new'],
    ['next', 'http://a.example/old/next'],
    ['?y=2', 'http://a.example/old/page?y=2'],
    ['//b.example/c', 'http://b.example/c'],
    ['https://b.example', 'https://b.example/'],
  ])('to %s leads to %s', (location, url) => {
    expect(redirected(request, 307, location)?.url).toBe(url)
  })
  test.each(['ftp://b.example/', 'javascript:alert(1)', 'http://'])('to %s cannot be followed', location => {
    expect(redirected(request, 302, location)).toBeNull()
  })
  test('keeps credentials on the same site and drops them elsewhere', () => {
    const names = (location: string) => redirected(request, 307, location)?.headers.map(([name]) => name)
    expect(names('/new')).toEqual(['Authorization', 'Content-Type', 'X-A'])
    expect(names('http://a.example:81/')).toEqual(['Content-Type', 'X-A'])
    expect(names('https://a.example/')).toEqual(['Content-Type', 'X-A'])
    expect(redirected({ ...request, url: 'http://u:p@a.example/' }, 302, '/x')?.url).toBe(
      'http://u:p@a.example/x',
    )
    expect(redirected({ ...request, url: 'http://u:p@a.example/' }, 302, 'http://b.example/')?.url).toBe(
      'http://b.example/',
    )
  })
  test('becoming GET loses the headers of the body', () => {
    expect(redirected(request, 303, '/')?.headers.map(([name]) => name)).toEqual(['Authorization', 'X-A'])
  })
  test('needs a location and one of five statuses', () => {
    expect(isRedirect(302, null)).toBe(false)
    expect(isRedirect(300, '/x')).toBe(false)
    expect(isRedirect(304, '/x')).toBe(false)
    expect(isRedirect(308, '/x')).toBe(true)
  })
})
