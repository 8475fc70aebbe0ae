import { describe, expect, test } from 'vitest'
import { type CacheEntry, maxCacheBytes, maxCacheEntries, UserCache } from '../user-cache.ts'
import { freshnessOf, isChosenBy, isFresh, questionOf, renewedHeaders, wishOf } from './policy.ts'
import { SharedBodies } from './shared-bodies.ts'

const now = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT')
const date = (offsetSeconds: number) => new Date(now + offsetSeconds * 1_000).toUTCString()
const none = (_lowerName: string) => ''
type Pairs = [string, string][]

/** Seconds that an answer stays fresh; null = not kept. */
function freshSeconds(headers: Pairs, status = 200, requestHeader = none): number | null {
  const freshness = freshnessOf({ status, headers }, requestHeader, { sentAt: now, arrivedAt: now })
  return freshness === null ? null : (freshness.madeAt + freshness.lifetimeMs - now) / 1_000
}

describe('an answer is kept', () => {
  const rows: [what: string, headers: Pairs, status: number, seconds: number | null][] = [
    ['for its max-age', [['Cache-Control', 'public, max-age=60']], 200, 60],
    ['for a quoted max-age', [['cache-control', 'max-age="60"']], 200, 60],
    [
      'for max-age before Expires',
      [
        ['Cache-Control', 'max-age=60'],
        ['Expires', date(5)],
      ],
      200,
      60,
    ],
    ['not for s-maxage, which is for shared caches', [['Cache-Control', 's-maxage=60, max-age=5']], 200, 5],
    ['though private', [['Cache-Control', 'private, max-age=9']], 200, 9],
    [
      'until it expires',
      [
        ['Expires', date(30)],
        ['Date', date(0)],
      ],
      200,
      30,
    ],
    [
      'until it expires by the server’s clock',
      [
        ['Expires', date(1_030)],
        ['Date', date(1_000)],
      ],
      200,
      30,
    ],
    [
      'less the age it came with',
      [
        ['Cache-Control', 'max-age=60'],
        ['Age', '20'],
      ],
      200,
      40,
    ],
    [
      'less the age that its date shows',
      [
        ['Cache-Control', 'max-age=60'],
        ['Date', date(-15)],
      ],
      200,
      45,
    ],
    [
      'for a tenth of the time since its last change',
      [
        ['Last-Modified', date(-1_000)],
        ['Date', date(0)],
      ],
      200,
      100,
    ],
    ['as not found too', [['Cache-Control', 'max-age=60']], 404, 60],
    ['as moved for good, by a tenth', [['Last-Modified', date(-100)]], 301, 10],
    ['as found when told so', [['Cache-Control', 'max-age=60']], 302, 60],
    [
      'to be asked about each time with no-cache',
      [
        ['Cache-Control', 'no-cache, max-age=60'],
        ['ETag', '"a"'],
      ],
      200,
      0,
    ],
    ['to be asked about when it has only a tag', [['ETag', '"a"']], 200, 0],
    [
      'to be asked about when it expired',
      [
        ['Expires', '0'],
        ['ETag', '"a"'],
      ],
      200,
      0,
    ],
    [
      'to be asked about when max-age is nonsense',
      [
        ['Cache-Control', 'max-age=x'],
        ['ETag', '"a"'],
      ],
      200,
      0,
    ],
    [
      'to be asked about when two max-ages differ',
      [
        ['Cache-Control', 'max-age=5'],
        ['Cache-Control', 'max-age=6'],
        ['ETag', '"a"'],
      ],
      200,
      0,
    ],
  ]
  test.each(rows)('%s', (_what, headers, status, seconds) => {
    expect(freshSeconds(headers, status)).toBe(seconds)
  })
  const never: [what: string, headers: Pairs, status: number][] = [
    ['with no-store', [['Cache-Control', 'no-store, max-age=60']], 200],
    [
      'when it depends on everything',
      [
        ['Cache-Control', 'max-age=60'],
        ['Vary', '*'],
      ],
      200,
    ],
    ['as found without being told so', [['Last-Modified', date(-100)]], 302],
    ['as a server error', [['Cache-Control', 'max-age=60']], 500],
    ['as a part', [['Cache-Control', 'max-age=60']], 206],
    ['without anything to ask by or a time', [], 200],
    ['with max-age 0 and nothing to ask by', [['Cache-Control', 'max-age=0']], 200],
  ]
  test.each(never)('never %s', (_what, headers, status) => {
    expect(freshSeconds(headers, status)).toBeNull()
  })
})

describe('a kept answer', () => {
  const keep = (headers: Pairs, requestHeader = none) => {
    const freshness = freshnessOf({ status: 200, headers }, requestHeader, { sentAt: now, arrivedAt: now })
    if (freshness === null) throw new Error('not kept')
    return freshness
  }
  test('is fresh up to its time, and not for a request that wants it younger', () => {
    const kept = keep([['Cache-Control', 'max-age=60']])
    const any = wishOf([])
    expect(isFresh(kept, any, now + 59_999)).toBe(true)
    expect(isFresh(kept, any, now + 60_000)).toBe(false)
    expect(isFresh(kept, wishOf([['cache-control', 'max-age=10']]), now + 20_000)).toBe(false)
    expect(isFresh(kept, wishOf([['cache-control', 'max-age=0']]), now)).toBe(false)
    expect(isFresh(kept, wishOf([['Cache-Control', 'no-cache']]), now)).toBe(false)
    expect(isFresh(kept, wishOf([['Pragma', 'no-cache']]), now)).toBe(false)
  })
  test('is passed by when the request does a cache’s work itself', () => {
    for (const [name, value] of [
      ['Cache-Control', 'no-store'],
      ['Range', 'bytes=0-1'],
      ['If-None-Match', '"a"'],
      ['if-modified-since', date(0)],
    ] as const) {
      expect(wishOf([[name, value]]).bypasses).toBe(true)
    }
    expect(wishOf([['X-If', 'a']]).bypasses).toBe(false)
  })
  test('serves only requests with the headers that it was chosen by', () => {
    const speaks = (language: string) => (name: string) => (name === 'accept-language' ? language : '')
    const kept = keep(
      [
        ['Cache-Control', 'max-age=60'],
        ['Vary', 'Accept-Language, X-None'],
      ],
      speaks('zh'),
    )
    expect(isChosenBy(kept, speaks('zh'))).toBe(true)
    expect(isChosenBy(kept, speaks('en'))).toBe(false)
  })
  test('is asked about by tag and time, and renewed by what a 304 says', () => {
    const headers: Pairs = [
      ['ETag', 'W/"a"'],
      ['Last-Modified', date(-9)],
      ['X-Own', '1'],
      ['Age', '5'],
      ['Content-Length', '3'],
    ]
    expect(questionOf(keep(headers))).toEqual([
      ['If-None-Match', 'W/"a"'],
      ['If-Modified-Since', date(-9)],
    ])
    expect(
      renewedHeaders(headers, [
        ['X-Own', '2'],
        ['Content-Length', '0'],
      ]),
    ).toEqual([
      ['ETag', 'W/"a"'],
      ['Last-Modified', date(-9)],
      ['Content-Length', '3'],
      ['X-Own', '2'],
    ])
  })
})

describe('a user’s cache', () => {
  const entry = (bytes: number): CacheEntry => ({
    status: 200,
    headers: [],
    body: new Uint8Array(bytes),
    charset: null,
    freshness: { madeAt: 0, lifetimeMs: 1, etag: null, lastModified: null, vary: [] },
  })
  test('drops what was not used for longest, by number and by size', () => {
    const cache = new UserCache()
    for (let index = 0; index < maxCacheEntries; index++) cache.put(`u${index}`, entry(1))
    expect(cache.find('u0')).toBeDefined()
    cache.put('new', entry(1))
    expect(cache.size).toBe(maxCacheEntries)
    expect(cache.find('u1')).toBeUndefined()
    expect(cache.find('u0')).toBeDefined()
    for (let index = 0; index < 8; index++) cache.put(`big${index}`, entry(maxCacheBytes / 4))
    expect(cache.size).toBe(4)
    expect(cache.find('big7')).toBeDefined()
    cache.put('big7', entry(maxCacheBytes / 4 + 1))
    expect(cache.find('big7')).toBeUndefined()
    cache.clear()
    expect(cache.size).toBe(0)
  })
  test('counts headers, which a server may make as large as bodies', () => {
    const cache = new UserCache()
    const large: CacheEntry = { ...entry(0), headers: [['x', 'y'.repeat(maxCacheBytes / 4 - 1)]] }
    for (let index = 0; index < 8; index++) cache.put(`u${index}`, large)
    expect(cache.size).toBe(4)
    cache.put('u7', { ...large, headers: [...large.headers, ['more', '']] })
    expect(cache.find('u7')).toBeUndefined()
    cache.clear()
    cache.put('u', large)
    expect(cache.size).toBe(1)
  })
  test('shares equal bodies with other users', () => {
    const shared = new SharedBodies()
    const first = shared.share('u', Buffer.from('abc'))
    expect(shared.share('u', Buffer.from('abc'))).toBe(first)
    expect(shared.share('u', Buffer.from('abd'))).not.toBe(first)
  })
  test('shares so much that addresses without end, or without a body, take no memory without end', () => {
    const shared = new SharedBodies()
    const nothing = new Uint8Array(0)
    for (let index = 0; index < 200_000; index++) shared.share(`http://target/${index}`, nothing)
    expect(shared.size).toBeLessThan(160_000)
  })
})
