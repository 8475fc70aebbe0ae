/** Rules of a private HTTP cache (RFC 9111): what may be kept, how long it is fresh, and how it is asked about again; pure, used by cache-layer.ts. */
import type { HttpResult } from '../exchange.ts'
import { headerValue } from '../hops.ts'
import type { Freshness } from '../user-cache.ts'

type Headers = HttpResult['headers']

/** What a request says about caches. */
export interface RequestWish {
  /** Neither taken from the cache nor kept. */
  readonly bypasses: boolean
  /** Oldest age that will do, ms. */
  readonly maxAgeMs: number
}

/** Statuses that may be kept without being told so. */
const heuristicStatuses = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])
/** Those that may be kept when told so. */
const otherStatuses = new Set([302, 303, 307])
/** Headers by which the caller makes a conditional request itself, or asks for a part. */
const bypassing = /^(range|if-(match|none-match|modified-since|unmodified-since|range))$/i
/** Share of the time since the last change in which an answer is taken to be fresh, as browsers do (RFC 9111 §4.2.2). */
const heuristicShare01 = 0.1
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
/** Headers of a 304 that say nothing about the kept answer's content (RFC 9111 §3.2). */
const notMerged =
  /^(content-(length|encoding|range)|transfer-encoding|connection|keep-alive|te|trailer|upgrade)$/i

/** What the request's own headers demand. */
export function wishOf(headers: Headers): RequestWish {
  let bypasses = false
  let maxAgeMs = Number.POSITIVE_INFINITY
  for (const [name, value] of headers) {
    if (bypassing.test(name)) bypasses = true
    else if (/^cache-control$/i.test(name)) {
      const directives = directivesOf(value)
      if (directives.has('no-store')) bypasses = true
      if (directives.has('no-cache')) maxAgeMs = -1
      const maxAge = secondsOf(directives.get('max-age'))
      // An age of exactly 0 is possible within the same millisecond: 0 means asking again.
      if (maxAge !== null) maxAgeMs = Math.min(maxAgeMs, maxAge === 0 ? -1 : maxAge * 1_000)
    } else if (/^pragma$/i.test(name) && /no-cache/i.test(value)) maxAgeMs = -1
  }
  return { bypasses, maxAgeMs }
}

/** Whether answers by the method may change what lies at the address. */
export function isUnsafe(method: string): boolean {
  return !safeMethods.has(method)
}

/** How an answer to a GET may be kept; null when it may not, or when keeping it would be of no use. */
export function freshnessOf(
  answer: { status: number; headers: Headers },
  /** Value of a header as the request had it, empty when it had none. */
  requestHeader: (lowerName: string) => string,
  times: { sentAt: number; arrivedAt: number },
): Freshness | null {
  const { status, headers } = answer
  const directives = directivesOf(joined(headers, 'cache-control'))
  if (directives.has('no-store')) return null
  const vary = varyOf(headers, requestHeader)
  if (vary === null) return null
  const explicitMs = explicitLifetimeMs(headers, directives, times.arrivedAt)
  const mayKeep = heuristicStatuses.has(status) || (otherStatuses.has(status) && explicitMs !== null)
  if (!mayKeep) return null
  const etag = headerValue(headers, 'etag')
  const lastModified = headerValue(headers, 'last-modified')
  const lifetimeMs = directives.has('no-cache')
    ? 0
    : Math.max(0, explicitMs ?? heuristicLifetimeMs(headers, times.arrivedAt))
  if (lifetimeMs === 0 && etag === null && lastModified === null) return null
  return { madeAt: times.arrivedAt - ageMs(headers, times), lifetimeMs, etag, lastModified, vary }
}

/** Whether it can be used without asking. */
export function isFresh({ madeAt, lifetimeMs }: Freshness, wish: RequestWish, now: number): boolean {
  const age = Math.max(0, now - madeAt)
  return age < lifetimeMs && age <= wish.maxAgeMs
}

/** Whether it was chosen by the same request headers as this request has. */
export function isChosenBy({ vary }: Freshness, requestHeader: (lowerName: string) => string): boolean {
  return vary.every(([name, value]) => requestHeader(name) === value)
}

/** Headers that ask whether it still holds; none when there is nothing to ask by. */
export function questionOf({ etag, lastModified }: Freshness): [name: string, value: string][] {
  const question: [string, string][] = []
  if (etag !== null) question.push(['If-None-Match', etag])
  if (lastModified !== null) question.push(['If-Modified-Since', lastModified])
  return question
}

/** The kept headers as a 304 renews them. */
export function renewedHeaders(kept: Headers, renewal: Headers): Headers {
  const news = renewal.filter(([name]) => !notMerged.test(name))
  // An age that is not told anew is over.
  const names = new Set(['age', ...news.map(([name]) => name.toLowerCase())])
  return [...kept.filter(([name]) => !names.has(name.toLowerCase())), ...news]
}

function explicitLifetimeMs(
  headers: Headers,
  directives: Map<string, string>,
  arrivedAt: number,
): number | null {
  const maxAge = secondsOf(directives.get('max-age'))
  if (maxAge !== null) return maxAge * 1_000
  // A max-age that cannot be read, or two that differ: stale (RFC 9111 §4.2.1).
  if (directives.has('max-age')) return 0
  const expires = headerValue(headers, 'expires')
  if (expires === null) return null
  const expiresAt = Date.parse(expires)
  // `Expires: 0` and other nonsense mean the past (RFC 9111 §5.3).
  return /^\d+$/.test(expires) || Number.isNaN(expiresAt) ? 0 : expiresAt - dateOf(headers, arrivedAt)
}

function heuristicLifetimeMs(headers: Headers, arrivedAt: number): number {
  const lastModified = Date.parse(headerValue(headers, 'last-modified') ?? '')
  return Number.isNaN(lastModified) ? 0 : (dateOf(headers, arrivedAt) - lastModified) * heuristicShare01
}

/** RFC 9111 §4.2.3. */
function ageMs(headers: Headers, { sentAt, arrivedAt }: { sentAt: number; arrivedAt: number }): number {
  const apparent = Math.max(0, arrivedAt - dateOf(headers, arrivedAt))
  const told = (secondsOf(headerValue(headers, 'age') ?? undefined) ?? 0) * 1_000
  // Dates are whole seconds: what is less than one is no age.
  return Math.max(apparent < 1_000 ? 0 : apparent, told === 0 ? 0 : told + arrivedAt - sentAt)
}

function dateOf(headers: Headers, arrivedAt: number): number {
  const date = Date.parse(headerValue(headers, 'date') ?? '')
  return Number.isNaN(date) ? arrivedAt : date
}

/** null: it depends on everything. */
function varyOf(headers: Headers, requestHeader: (lowerName: string) => string): Freshness['vary'] | null {
  const names = joined(headers, 'vary')
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  if (names.includes('*')) return null
  return names.map(name => [name, requestHeader(name)] as const)
}

function directivesOf(value: string): Map<string, string> {
  const directives = new Map<string, string>()
  for (const [, name = '', quoted, plain] of value.matchAll(/([\w-]+)\s*(?:=\s*(?:"([^"]*)"|([^\s,]*)))?/g)) {
    const key = name.toLowerCase()
    const text = quoted ?? plain ?? ''
    directives.set(key, directives.has(key) && directives.get(key) !== text ? 'conflict' : text)
  }
  return directives
}

function secondsOf(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Math.min(Number(text), 2 ** 31) : null
}

function joined(headers: Headers, lowerName: string): string {
  return headers
    .filter(([name]) => name.length === lowerName.length && name.toLowerCase() === lowerName)
    .map(([, value]) => value)
    .join(', ')
}
