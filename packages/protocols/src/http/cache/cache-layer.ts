/**
 * Answers requests from the user's cache as a browser does. An answer that is still fresh is given without the wire: the sample counts as
 * passed with no duration, no bytes and 0 requests on the wire, and says `fromCache: fresh`. One that has to be asked about costs a
 * request; when the server says that it still holds, the sample has the kept answer, and says `fromCache: revalidated`.
 */
import type { HttpCall, HttpResult, Layer, LayerSession } from '../exchange.ts'
import { followHops, HopOptions, headerValue, unsentResult } from '../hops.ts'
import type { CacheEntry } from '../user-cache.ts'
import { freshnessOf, isChosenBy, isFresh, isUnsafe, questionOf, renewedHeaders, wishOf } from './policy.ts'
import { SharedBodies } from './shared-bodies.ts'

/** What later readers of a step's answers need; the rest is not kept, so that users stay small. */
export interface CacheNeeds {
  readonly headers: boolean
  readonly bodies: boolean
}

type Next = (call: HttpCall) => Promise<HttpResult>

/** Headers that the client itself reads from kept answers, and those that a 304 may leave as they were. */
const ownHeaders = /^(content-type|location|cache-control|expires|vary)$/i
/** No body below this size is ever dropped, and hardly an answer without one is larger. */
const droppedFromBytes = 32_768
const noBytes = new Uint8Array(0)

/** The layer of one step. Redirects are followed here, as each hop can be in the cache. */
export function cacheLayer(needs: CacheNeeds): Layer {
  const hopOptions = new HopOptions()
  const shared = new SharedBodies()
  return (call, session, next) =>
    followHops(call, hopOptions, hop =>
      hop.options.method === 'GET' || hop.options.method === 'HEAD'
        ? readThrough(hop, { session, next, needs, shared })
        : writeThrough(hop, session, next),
    )
}

interface Surroundings {
  session: LayerSession
  next: Next
  needs: CacheNeeds
  shared: SharedBodies
}

async function readThrough(call: HttpCall, around: Surroundings): Promise<HttpResult> {
  const { session, next, needs, shared } = around
  const wish = wishOf(call.headers)
  if (wish.bypasses) return next(call)
  const key = keyOf(call.url)
  const requestHeader = requestHeaderOf(call, session)
  const isHead = call.options.method === 'HEAD'
  const needsBody = needs.bodies && call.options.wantsBody !== false && !isHead
  let kept = session.cache.find(key)
  if (kept !== undefined && ((needsBody && kept.body === null) || !isChosenBy(kept.freshness, requestHeader)))
    kept = undefined
  const sentAt = Date.now()
  if (kept !== undefined && isFresh(kept.freshness, wish, sentAt)) return freshResult(call, kept, isHead)
  const question = kept === undefined ? [] : questionOf(kept.freshness)
  const result = await next(
    question.length === 0 ? call : { ...call, headers: [...call.headers, ...question] },
  )
  if (result.errorCode !== null) return result
  const times = { sentAt, arrivedAt: Date.now() }
  if (kept !== undefined && question.length > 0 && result.status === 304) {
    const headers = renewedHeaders(kept.headers, result.headers)
    const freshness = freshnessOf(
      { status: kept.status, headers: validated(kept, headers) },
      requestHeader,
      times,
    )
    const renewed = { ...kept, headers: needs.headers ? headers : kept.headers }
    if (freshness === null) session.cache.drop(key)
    else session.cache.put(key, { ...renewed, freshness })
    return withContent(result, { ...renewed, headers }, isHead, 'revalidated')
  }
  if (isHead) return result
  const freshness = hasLostBody(call, result) ? null : freshnessOf(result, requestHeader, times)
  if (freshness === null) session.cache.drop(key)
  else {
    session.cache.put(key, {
      status: result.status,
      headers: needs.headers ? result.headers : result.headers.filter(([name]) => ownHeaders.test(name)),
      body: needsBody ? shared.share(key, result.body) : null,
      charset: result.charset,
      freshness,
    })
  }
  return result
}

/** What changes an address makes that untrue which is kept of it (RFC 9111 §4.4). */
async function writeThrough(call: HttpCall, session: LayerSession, next: Next): Promise<HttpResult> {
  const result = await next(call)
  const isDone = result.errorCode === null && result.status >= 200 && result.status < 400
  if (!isDone || !isUnsafe(call.options.method)) return result
  session.cache.drop(keyOf(call.url))
  for (const name of ['location', 'content-location']) {
    const value = headerValue(result.headers, name)
    const at = value === null ? null : URL.parse(value, call.url)
    if (at !== null && at.origin === URL.parse(call.url)?.origin) session.cache.drop(keyOf(at.href))
  }
  return result
}

function freshResult(call: HttpCall, kept: CacheEntry, isHead: boolean): HttpResult {
  const result = unsentResult(call.url, '', '')
  result.errorCode = null
  return withContent(result, kept, isHead, 'fresh')
}

function withContent(
  result: HttpResult,
  { status, headers, body, charset }: CacheEntry,
  isHead: boolean,
  fromCache: 'fresh' | 'revalidated',
): HttpResult {
  return { ...result, status, headers, body: isHead ? noBytes : (body ?? noBytes), charset, fromCache }
}

/** A body that was wanted only if small may have been dropped; then the answer is not kept whole. */
function hasLostBody({ options }: HttpCall, { body, receivedBytes }: HttpResult): boolean {
  return options.wantsBody === 'ifSmall' && body.length === 0 && receivedBytes > droppedFromBytes
}

/** A 304 need not repeat what it was asked by. */
function validated(kept: CacheEntry, headers: HttpResult['headers']): HttpResult['headers'] {
  const { etag, lastModified } = kept.freshness
  const added: [string, string][] = []
  if (etag !== null && headerValue(headers, 'etag') === null) added.push(['etag', etag])
  if (lastModified !== null && headerValue(headers, 'last-modified') === null) {
    added.push(['last-modified', lastModified])
  }
  return [...headers, ...added]
}

function requestHeaderOf(call: HttpCall, session: LayerSession): (lowerName: string) => string {
  return lowerName => {
    const own = headerValue(call.headers, lowerName) ?? ''
    return lowerName === 'cookie' ? `${own}; ${session.cookieHeader(call.url)}` : own
  }
}

function keyOf(url: string): string {
  const hash = url.indexOf('#')
  return hash < 0 ? url : url.slice(0, hash)
}
