/** The rules of RFC 6265 as tables: which cookies are kept, and where they are sent. */
import { describe, expect, test } from 'vitest'
import { CookieJar, type CookiePlace } from './cookies.ts'

const now = Date.UTC(2026, 0, 1)
const at = (url: string): CookiePlace => {
  const { hostname, pathname, protocol } = new URL(url)
  return { host: hostname, path: pathname, isTls: protocol === 'https:' }
}
const sentAfter = (setCookies: readonly string[], from: string, to: string, later = 0): string => {
  const jar = new CookieJar()
  for (const header of setCookies) jar.store(header, at(from), now)
  return jar.header(at(to), now + later)
}

describe('a cookie of https://www.shop.example/cart/item', () => {
  const from = 'https://www.shop.example/cart/item'
  test.each([
    ['a=1', from, 'a=1'],
    ['a=1', 'https://www.shop.example/cart', 'a=1'],
    ['a=1', 'https://www.shop.example/cart/', 'a=1'],
    ['a=1', 'https://www.shop.example/cartoon', ''],
    ['a=1', 'https://www.shop.example/', ''],
    ['a=1; Path=/', 'https://www.shop.example/', 'a=1'],
    ['a=1; Path=relative', 'https://www.shop.example/', ''],
    ['a=1; Path=/', 'https://shop.example/', ''],
    ['a=1; Path=/', 'https://sub.www.shop.example/', ''],
    ['a=1; Path=/; Domain=shop.example', 'https://shop.example/', 'a=1'],
    ['a=1; Path=/; Domain=.SHOP.example', 'https://api.shop.example/', 'a=1'],
    ['a=1; Path=/; Domain=shop.example', 'https://badshop.example/', ''],
    ['a=1; Path=/; Domain=other.example', from, ''],
    ['a=1; Path=/; Domain=example', from, ''],
    ['a=1; Path=/; Domain=deep.www.shop.example', from, ''],
    ['a=1; Path=/; Secure', 'https://www.shop.example/', 'a=1'],
    ['a=1; Path=/; Secure', 'http://www.shop.example/', ''],
    ['a=1; path=/; HttpOnly; SameSite=Lax', 'http://www.shop.example/', 'a=1'],
    ['__Host-a=1; Path=/; Secure', from, '__Host-a=1'],
    ['__Host-a=1; Path=/', from, ''],
    ['__Secure-a=1; Path=/', from, ''],
    ['a="x=y"; Path=/', from, 'a="x=y"'],
    ['justvalue; Path=/', from, 'justvalue'],
    ['=; Path=/', from, ''],
    ['a=b\u0001c; Path=/', from, ''],
    [`a=${'x'.repeat(5_000)}; Path=/`, from, ''],
  ])('%s goes to %s as "%s"', (header, to, expected) => {
    expect(sentAfter([header], from, to)).toBe(expected)
  })
})

describe('age', () => {
  const url = 'http://a.example/'
  test.each([
    ['a=1; Max-Age=10', 9_999, 'a=1'],
    ['a=1; Max-Age=10', 10_000, ''],
    ['a=1; Max-Age=0', 0, ''],
    ['a=1; Max-Age=-5', 0, ''],
    ['a=1; Max-Age=nonsense', 1e12, 'a=1'],
    ['a=1; Expires=Thu, 01 Jan 2026 00:00:10 GMT', 9_999, 'a=1'],
    ['a=1; Expires=Thu, 01-Jan-2026 00:00:10 GMT', 10_001, ''],
    ['a=1; Expires=nonsense', 1e12, 'a=1'],
    ['a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 9_999, 'a=1'],
  ])('%s after %d ms: "%s"', (header, later, expected) => {
    expect(sentAfter([header], url, url, later)).toBe(expected)
  })
})

test('a later value replaces the earlier one and an expired one removes it', () => {
  const url = 'http://a.example/'
  expect(sentAfter(['a=1', 'b=2', 'a=3'], url, url)).toBe('a=3; b=2')
  expect(sentAfter(['a=1', 'a=; Max-Age=0'], url, url)).toBe('')
})

test('longer paths go first', () => {
  const url = 'http://a.example/x/y'
  expect(sentAfter(['a=root; Path=/', 'a=deep; Path=/x'], url, url)).toBe('a=deep; a=root')
})

test('an insecure page cannot overwrite a secure cookie', () => {
  const jar = new CookieJar()
  jar.store('a=safe; Path=/; Secure', at('https://a.example/'), now)
  jar.store('a=evil; Path=/', at('http://a.example/'), now)
  expect(jar.header(at('https://a.example/'), now)).toBe('a=safe')
})

test('an address is no domain', () => {
  expect(sentAfter(['a=1; Domain=127.0.0.1'], 'http://127.0.0.1/', 'http://127.0.0.1/')).toBe('a=1')
  expect(sentAfter(['a=1; Domain=0.0.1'], 'http://127.0.0.1/', 'http://127.0.0.1/')).toBe('')
})

test('thousands of cookies do not make the jar grow: the oldest go', () => {
  const jar = new CookieJar()
  const url = 'http://a.example/'
  for (let index = 0; index < 5_000; index++) jar.store(`c${index}=1`, at(url), now)
  expect(jar.header(at(url), now).split('; ')).toHaveLength(180)
  expect(jar.find('c4999', at(url), now)).toBe('1')
  expect(jar.find('c0', at(url), now)).toBeNull()
})

test('huge cookies do not make the jar grow either', () => {
  const jar = new CookieJar()
  const url = 'http://a.example/'
  for (let index = 0; index < 500; index++) jar.store(`c${index}=${'x'.repeat(4_000)}`, at(url), now)
  expect(jar.header(at(url), now).length).toBeLessThan(262_144)
  expect(jar.find('c499', at(url), now)).toHaveLength(4_000)
})

test('a cleared jar sends nothing', () => {
  const jar = new CookieJar()
  jar.store('a=1', at('http://a.example/'), now)
  jar.clear()
  expect(jar.isEmpty).toBe(true)
  expect(jar.header(at('http://a.example/'), now)).toBe('')
})

describe('public suffixes', () => {
  test.each([
    ['https://shop.co.uk/', 'co.uk', 'https://other.co.uk/', ''],
    ['https://www.shop.co.uk/', 'shop.co.uk', 'https://api.shop.co.uk/', 'a=1'],
    ['https://shop.com.cn/', 'com.cn', 'https://other.com.cn/', ''],
    ['https://me.github.io/', 'github.io', 'https://you.github.io/', ''],
    ['https://www.ck/', 'ck', 'https://other.ck/', ''],
    ['https://a.b.kawasaki.jp/', 'b.kawasaki.jp', 'https://c.b.kawasaki.jp/', ''],
    ['https://a.city.kawasaki.jp/', 'city.kawasaki.jp', 'https://b.city.kawasaki.jp/', 'a=1'],
    ['https://shop.internal/', 'internal', 'https://other.internal/', ''],
  ])('a cookie of %s for %s goes to %s as "%s"', (from, domain, to, expected) => {
    expect(sentAfter([`a=1; Path=/; Domain=${domain}`], from, to)).toBe(expected)
  })
  test('a host that is a public suffix keeps its cookie to itself', () => {
    const setCookie = ['a=1; Path=/; Domain=github.io']
    expect(sentAfter(setCookie, 'https://github.io/', 'https://github.io/')).toBe('a=1')
    expect(sentAfter(setCookie, 'https://github.io/', 'https://you.github.io/')).toBe('')
    expect(sentAfter(['a=1; Domain=localhost'], 'http://localhost/', 'http://localhost/')).toBe('a=1')
  })
})

describe('RFC 6265bis', () => {
  const url = 'https://a.example/'
  test.each([
    ['a value that passes for a prefix', ['__Host-x; Path=/'], ''],
    ['a control character in an attribute', ['a=1; Path=/\u0001'], ''],
    ['an attribute that is too long', [`a=1; Path=/${'x'.repeat(1_100)}`], 'a=1'],
    ['a name of many bytes', [`${'字'.repeat(1_400)}=1`], ''],
    ['a cookie of the host beside one of its domain', ['a=1', 'a=2; Domain=a.example'], 'a=1; a=2'],
  ])('%s', (_, headers, expected) => {
    expect(sentAfter(headers, url, url)).toBe(expected)
  })
  test('no life is longer than 400 days', () => {
    const day = 86_400_000
    expect(sentAfter(['a=1; Max-Age=999999999'], url, url, 399 * day)).toBe('a=1')
    expect(sentAfter(['a=1; Max-Age=999999999'], url, url, 401 * day)).toBe('')
  })
  test('an insecure page cannot put a cookie before a secure one of its parent domain', () => {
    const jar = new CookieJar()
    jar.store('a=safe; Path=/; Secure; Domain=shop.example', at('https://www.shop.example/'), now)
    jar.store('a=evil; Path=/x', at('http://www.shop.example/x'), now)
    expect(jar.header(at('https://www.shop.example/x'), now)).toBe('a=safe')
  })
})
