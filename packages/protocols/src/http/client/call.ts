/** Compiles an HTTP request step into a builder of ready calls; a request without variables is built once. */

import type { Scope, Trace } from '../../protocol.ts'
import { cacheLayer } from '../cache/cache-layer.ts'
import { absoluteUrl, isAbsoluteUrl } from '../definition/absolute-url.ts'
import type { HttpRequest } from '../definition/request.ts'
import type { CallOptions, HttpCall, Layer } from '../exchange.ts'
import { resourceLayer } from '../resources/resource-layer.ts'
import { compileAuth } from './auth.ts'
import { compileBody } from './body.ts'
import type { HttpContext } from './context.ts'
import { arePairsConstant, encode, joinPairs, pairsOf } from './pairs.ts'

/** Largest decoded body that checkpoints, extractors and scripts may look at. */
const maxBodyBytes = 64 * 1024 ** 2
/** The same of one that is only taken for a sample; a larger one is left out of it. */
const maxSampleBodyBytes = 8 * 1024 ** 2

/** @see https://www.w3.org/TR/trace-context/#traceparent-header */
const traceHeader = 'traceparent'

const traced = (call: HttpCall, { id, traceparent }: Trace): HttpCall => ({
  ...call,
  headers: [...call.headers, [traceHeader, traceparent]],
  traceId: id,
})

/** Builds calls: one with what the step itself needs of the answer, one with all of it for a sample. */
export type CallBuilder = (scope: Scope, wantsAll: boolean) => HttpCall

/** Puts a query behind the address's own; a fragment, which is never sent, would swallow it. */
export function withQuery(address: string, query: string): string {
  const hash = address.indexOf('#')
  const sent = hash < 0 ? address : address.slice(0, hash)
  return `${sent}${sent.includes('?') ? '&' : '?'}${query}`
}

/** The address of a step's requests. */
interface Address {
  readonly isConstant: boolean
  write(scope: Scope): string
}

/** Compiles the address; what its beginning and a fixed base address decide is decided here. */
function compileAddress(http: HttpRequest, context: HttpContext): Address {
  const { baseUrl } = context
  const text = http.url.trim()
  const url = context.template(text)
  const query = pairsOf(http.query, context)
  const front = text.startsWith('/') ? (baseUrl.constant ?? '').replace(/\/+$/, '') : ''
  let write = (scope: Scope): string => absoluteUrl(url.evaluate(scope), baseUrl.evaluate(scope))
  if (isAbsoluteUrl(text) || baseUrl.constant === '') write = scope => url.evaluate(scope)
  else if (front !== '') write = scope => front + url.evaluate(scope)
  return {
    isConstant: url.constant !== null && baseUrl.constant !== null && arePairsConstant(query),
    write(scope) {
      const address = write(scope)
      return query.length === 0 ? address : withQuery(address, joinPairs(query, scope, encode))
    },
  }
}

/** What stands between the request and its authentication, the outermost first: what the page embeds, and the cache. */
function pageLayers(
  http: HttpRequest,
  { settings }: HttpContext,
  wants: { headers: boolean; body: boolean },
): Layer[] {
  const { embeddedResources, cache, parallelPerHost } = settings
  const isWhole = http.embeddedResources === 'asSet' ? embeddedResources : http.embeddedResources === 'on'
  return [
    ...(isWhole ? [resourceLayer({ parallelPerHost })] : []),
    ...(cache ? [cacheLayer({ headers: wants.headers, bodies: wants.body || isWhole })] : []),
  ]
}

/** Compiles the request; `wants` is what its checkpoints and extractors need. */
export function compileCall(
  http: HttpRequest,
  context: HttpContext,
  wants: { headers: boolean; body: boolean },
): CallBuilder {
  const { settings } = context
  const address = compileAddress(http, context)
  const headers = pairsOf(http.headers, context)
  const body = compileBody(http, context)
  const own = new Set(http.headers.filter(header => header.enabled).map(header => header.name.toLowerCase()))
  const auth = own.has('authorization') ? null : compileAuth(http, context)
  // A header of the step's own says which trace its requests belong to.
  const newTrace = own.has(traceHeader) ? undefined : context.newTrace
  const added = context.extraHeaders.filter(([name]) => !own.has(name.toLowerCase()))
  const leanOptions: CallOptions = {
    layers: [...pageLayers(http, context, wants), ...(auth?.layers ?? [])],
    method: http.method,
    transport: context.transport,
    followRedirects: http.followRedirects,
    compression: settings.compression,
    connectTimeoutMs: http.connectTimeoutMs || context.connectTimeoutMs,
    responseTimeoutMs: http.responseTimeoutMs || context.responseTimeoutMs,
    wantsHeaders: wants.headers,
    wantsBody: wants.body,
    maxBodyBytes: wants.body ? maxBodyBytes : maxSampleBodyBytes,
  }
  const fullOptions: CallOptions = {
    ...leanOptions,
    wantsHeaders: true,
    wantsBody: wants.body ? true : 'ifSmall',
  }
  // A header whose name is only known at run time may come twice.
  const bodyHeaders = body.headers.filter(({ name }) => !own.has((name.constant ?? '').toLowerCase()))

  const { header, credentials } = auth ?? { header: null, credentials: null }
  const linesOf = (scope: Scope): HttpCall['headers'] => {
    const lines: [string, string][] = []
    for (const { name, value } of headers) lines.push([name.evaluate(scope), value.evaluate(scope)])
    for (const { name, value } of bodyHeaders) lines.push([name.evaluate(scope), value.evaluate(scope)])
    if (header !== null) lines.push(['Authorization', header(scope)])
    for (const [name, value] of added) lines.push([name, value])
    return lines
  }
  const areHeadersConstant =
    (auth === null || auth.isConstant) && arePairsConstant(headers) && arePairsConstant(bodyHeaders)
  // The client writes the head of requests that share their headers only once.
  let fixedLines: HttpCall['headers'] | null = null
  const build = (scope: Scope, wantsAll: boolean): HttpCall => {
    const call: HttpCall = {
      options: wantsAll ? fullOptions : leanOptions,
      url: address.write(scope),
      headers: areHeadersConstant ? (fixedLines ??= linesOf(scope)) : linesOf(scope),
      body: body.write(scope),
    }
    const whole = credentials === null ? call : { ...call, auth: credentials(scope) }
    return newTrace === undefined ? whole : traced(whole, newTrace())
  }

  const isConstant = newTrace === undefined && address.isConstant && body.isConstant && areHeadersConstant
  if (!isConstant) return build
  let lean: HttpCall | null = null
  let full: HttpCall | null = null
  return (scope, wantsAll) => {
    if (wantsAll) return (full ??= build(scope, true))
    return (lean ??= build(scope, false))
  }
}
