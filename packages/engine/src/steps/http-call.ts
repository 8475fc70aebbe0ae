/** Compiles an HTTP request step into a builder of ready calls; a request without variables is built once. */
import type { HttpRequest } from '@pone/contract/entities/component/http-request.ts'
import type { NameValue } from '@pone/contract/entities/component/template.ts'
import type { CallOptions, HttpCall } from '@pone/protocols/http/exchange.ts'
import type { Scope } from '../scope.ts'
import type { Template } from '../templates.ts'
import type { CompileContext } from './step.ts'

/** Largest decoded body that checkpoints, extractors and scripts may look at. */
const maxBodyBytes = 64 * 1024 ** 2
/** A body that is only taken for a sample must not fail for its size, as it would not without the sample. */
const maxSampleBodyBytes = 1024 ** 3

/** Builds calls: one with what the step itself needs of the answer, one with all of it for a sample. */
export type CallBuilder = (scope: Scope, wantsAll: boolean) => HttpCall

interface Pair {
  name: Template
  value: Template
}

const isAbsolute = /^https?:\/\//i
const encode = (text: string) => encodeURIComponent(text.toWellFormed())
const formEncode = (text: string) => encode(text).replaceAll('%20', '+')

function pairsOf(items: readonly NameValue[], context: CompileContext): Pair[] {
  return items
    .filter(item => item.enabled && item.name !== '')
    .map(item => ({ name: context.template(item.name), value: context.template(item.value) }))
}
const joinPairs = (pairs: readonly Pair[], scope: Scope, write: (text: string) => string) =>
  pairs.map(pair => `${write(pair.name.evaluate(scope))}=${write(pair.value.evaluate(scope))}`).join('&')
const arePairsConstant = (pairs: readonly Pair[]) =>
  pairs.every(pair => pair.name.constant !== null && pair.value.constant !== null)

/** Puts the base address before a path. */
export function absoluteUrl(url: string, baseUrl: string): string {
  if (isAbsolute.test(url) || baseUrl === '') return url
  const base = baseUrl.replace(/\/+$/, '')
  if (url === '' || url.startsWith('?')) return `${base}/${url}`
  return url.startsWith('/') ? base + url : `${base}/${url}`
}

function bodyOf(http: HttpRequest, context: CompileContext) {
  const { body } = http
  if (body.kind === 'none') return { contentType: null, isConstant: true, write: () => null }
  if (body.kind === 'form') {
    const fields = pairsOf(body.fields, context)
    return {
      contentType: context.template('application/x-www-form-urlencoded'),
      isConstant: arePairsConstant(fields),
      write: (scope: Scope) => joinPairs(fields, scope, formEncode),
    }
  }
  const text = context.template(body.text)
  return {
    contentType: context.template(body.kind === 'json' ? 'application/json' : body.contentType),
    isConstant: text.constant !== null,
    write: (scope: Scope) => text.evaluate(scope),
  }
}

/** Compiles the request; `wants` is what its checkpoints and extractors need. */
export function compileCall(
  http: HttpRequest,
  context: CompileContext,
  wants: { headers: boolean; body: boolean },
): CallBuilder {
  const { settings, baseUrl } = context
  const url = context.template(http.url.trim())
  const query = pairsOf(http.query, context)
  const headers = pairsOf(http.headers, context)
  const body = bodyOf(http, context)
  const own = new Set(http.headers.filter(header => header.enabled).map(header => header.name.toLowerCase()))
  const added = context.extraHeaders.filter(([name]) => !own.has(name.toLowerCase()))
  const leanOptions: CallOptions = {
    layers: [],
    method: http.method,
    transport: context.transport,
    followRedirects: http.followRedirects,
    compression: settings.compression,
    responseTimeoutMs: http.responseTimeoutMs || settings.responseTimeoutMs,
    wantsHeaders: wants.headers,
    wantsBody: wants.body,
    maxBodyBytes: wants.body ? maxBodyBytes : maxSampleBodyBytes,
  }
  const fullOptions: CallOptions = { ...leanOptions, wantsHeaders: true, wantsBody: true }
  const contentType = own.has('content-type') ? null : body.contentType

  const build = (scope: Scope, wantsAll: boolean): HttpCall => {
    let address = absoluteUrl(url.evaluate(scope), baseUrl.evaluate(scope))
    if (query.length > 0) {
      address += `${address.includes('?') ? '&' : '?'}${joinPairs(query, scope, encode)}`
    }
    const lines: [string, string][] = headers.map(pair => [
      pair.name.evaluate(scope),
      pair.value.evaluate(scope),
    ])
    if (contentType !== null) lines.push(['Content-Type', contentType.evaluate(scope)])
    for (const [name, value] of added) lines.push([name, value])
    return {
      options: wantsAll ? fullOptions : leanOptions,
      url: address,
      headers: lines,
      body: body.write(scope),
    }
  }

  const isConstant =
    url.constant !== null &&
    baseUrl.constant !== null &&
    body.isConstant &&
    (contentType === null || contentType.constant !== null) &&
    arePairsConstant(query) &&
    arePairsConstant(headers)
  if (!isConstant) return build
  let lean: HttpCall | null = null
  let full: HttpCall | null = null
  return (scope, wantsAll) => {
    if (wantsAll) return (full ??= build(scope, true))
    return (lean ??= build(scope, false))
  }
}
