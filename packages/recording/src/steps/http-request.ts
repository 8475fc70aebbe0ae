/** The HTTP request of a step, of a recorded exchange. */
import { type HttpAuth, type HttpRequest, httpMethods } from '@pone/protocols/http/definition/request.ts'
import { mimeOf } from '@pone/schema/mime-type.ts'
import type { z } from 'zod'
import { headerOf, isCarriedHeader } from '../http/header-names.ts'
import { isPairs, queryPairs } from '../http/query-pairs.ts'
import { type RecordedExchange, unknownOrigin } from '../model/recording.ts'
import type { FieldTexts } from './field-texts.ts'
import { bodyOf, safePair } from './request-body.ts'
import type { Secrets } from './secrets.ts'

/** Texts hold marks where secrets were, and are no templates yet. @param baseUrl origin whose requests are written as paths; '' for none */
export function literalRequest(exchange: RecordedExchange, texts: FieldTexts, baseUrl: string): HttpRequest {
  const {
    method,
    headers,
    response,
    expectedStatus,
    followRedirects = true,
    responseTimeoutMs = 0,
  } = exchange
  const [, address = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(exchange.url) ?? []
  const isSplit = isPairs(query)
  const url = isSplit ? address : exchange.url
  const base = [baseUrl, unknownOrigin].find(origin => origin !== '' && url.startsWith(`${origin}/`)) ?? ''
  const body = bodyOf(exchange, texts)
  const status = response?.status ?? 0
  return {
    method: httpMethods.find(known => known === method) ?? 'GET',
    url: texts.address(url.slice(base.length)),
    query: isSplit ? queryPairs(query).map(pair => safePair(pair, texts)) : [],
    headers: headers
      .filter(({ name }) => isCarriedHeader(name) && !isMadeElsewhere(name, body, exchange))
      .map(pair => safePair({ ...pair, enabled: true }, texts)),
    body,
    chunkedBody: false,
    auth: authOf(headerOf(headers, 'authorization'), texts),
    expectedStatuses:
      expectedStatus === null ? (status >= 400 ? `200-399,${status}` : '') : String(expectedStatus),
    followRedirects,
    embeddedResources: 'asSet',
    connectTimeoutMs: 0,
    responseTimeoutMs,
  }
}

/** Headers that the body and the authentication of the step write. */
function isMadeElsewhere(name: string, body: HttpRequest['body'], { headers }: RecordedExchange): boolean {
  switch (name.toLowerCase()) {
    case 'authorization':
      return /^(basic|bearer) ./i.test(headerOf(headers, 'authorization'))
    case 'soapaction':
      return body.kind === 'soap'
    case 'content-type':
      // A type such as application/vnd.api+json is kept beside the body.
      return (
        body.kind === 'none' ||
        body.kind !== 'json' ||
        mimeOf(headerOf(headers, 'content-type')) === 'application/json'
      )
    default:
      return false
  }
}

function authOf(header: string, texts: FieldTexts): HttpRequest['auth'] {
  const [, kind = '', value = ''] = /^(basic|bearer) +(.+)$/i.exec(header.trim()) ?? []
  if (kind.toLowerCase() === 'bearer') return { kind: 'bearer', token: texts.hidden('token', value) }
  return kind === '' ? { kind: 'asSet' } : (basicOf(value, texts) ?? { kind: 'asSet' })
}

function basicOf(encoded: string, texts: FieldTexts): HttpAuth | null {
  try {
    const bytes = Uint8Array.from(atob(encoded), char => char.charCodeAt(0))
    const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(new TextDecoder().decode(bytes)) ?? []
    return { kind: 'basic', user, password: password === '' ? '' : texts.hidden('password', password) }
  } catch {
    return null
  }
}

/** What a step does, with all its texts as templates; the name of a field that exceeds a limit instead, if one does. */
export function templateOf<T>(
  literal: T,
  schema: z.ZodType<T>,
  secrets: Secrets,
): { readonly done: T } | { readonly field: string } {
  const parsed = schema.safeParse(mapTexts(literal, text => secrets.template(text)))
  return parsed.success ? { done: parsed.data } : { field: parsed.error.issues[0]?.path.join('.') ?? '' }
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(each => mapTexts(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]))
}
