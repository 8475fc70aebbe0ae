/** An HTTP sampler with its scope → the request of a step. */
import {
  type HttpBody,
  type HttpRequest,
  httpMethods,
  type MultipartField,
} from '@pone/protocols/http/definition/request.ts'
import type { NameValue } from '@pone/schema/template.ts'
import { elementOf } from '../elements/registry.ts'
import type { JmxNode } from '../jmx/plan.ts'
import { type GroupDefaults, keepsAlive, writtenEncodings } from './group-defaults.ts'
import type { LeftList } from './left.ts'
import { effectiveOf, isOn, originOf, type Scope, tableRows, valueOf } from './scope.ts'

export interface RequestContext {
  readonly left: LeftList
  /** Text of a node as a template. */
  readonly text: (node: JmxNode, value: string) => string
  /** Settings for all requests of the thread group. */
  readonly group: GroupDefaults
}

/** The request of a sampler; values that are set for all of them are part of the settings. */
export function requestOf(node: JmxNode, scope: Scope, context: RequestContext): HttpRequest {
  const { left, text, group } = context
  const setting = (name: string) => text(node, effective(node, scope, name))
  const method = (effective(node, scope, 'HTTPSampler.method') || 'GET').toUpperCase()
  const known = httpMethods.find(each => each === method)
  if (known === undefined) left.add(node, 'method', { name: method })
  const headers = headersOf(scope, context)
  const contentType = headers.find(header => header.name.toLowerCase() === 'content-type')
  const { body, query } = bodyOf(node, known ?? 'GET', contentType?.value ?? '', context)
  if (!keepsAlive(node) && group.settings.http.keepAlive === true)
    left.add(node, 'detail', { name: 'KeepAlive', value: 'false' })
  for (const name of ['HTTPSampler.ipSource', 'HTTPSampler.proxyHost', 'HTTPSampler.embedded_url_re']) {
    const value = effective(node, scope, name)
    if (value !== '') left.add(node, 'detail', { name, value })
  }
  /** 0 = as set for all. */
  const milliseconds = (name: string, asSet: number | undefined) => {
    const value = Math.min(600_000, Number.parseInt(setting(name), 10) || 0)
    return value === asSet ? 0 : value
  }
  const embedded = effective(node, scope, 'HTTPSampler.image_parser') === 'true'
  const hasBody = known === 'POST' || known === 'PUT' || known === 'PATCH'
  const [url, queryOfPath] = withoutQuery(urlOf(node, scope, context), hasBody)
  return {
    method: known ?? 'GET',
    url,
    query: [...queryOfPath, ...query],
    headers:
      body.kind === 'none' || contentType === undefined
        ? headers
        : headers.filter(each => each !== contentType),
    body,
    chunkedBody: false,
    auth: { kind: 'asSet' },
    expectedStatuses: '',
    followRedirects: isOn(node, 'HTTPSampler.follow_redirects') || isOn(node, 'HTTPSampler.auto_redirects'),
    embeddedResources: embedded === group.settings.http.embeddedResources ? 'asSet' : embedded ? 'on' : 'off',
    connectTimeoutMs: milliseconds('HTTPSampler.connect_timeout', group.settings.connectTimeoutMs),
    responseTimeoutMs: milliseconds('HTTPSampler.response_timeout', group.settings.responseTimeoutMs),
  }
}

/** The query of a request with a body is part of the path, as its parameters are the body's. */
function withoutQuery(url: string, hasBody: boolean): [url: string, query: NameValue[]] {
  const [, address, query] = /^([^?#]*)\?([^?#]+)$/.exec(url) ?? []
  if (!hasBody || address === undefined || query === undefined) return [url, []]
  const pairs = query.split('&').map(pair => {
    const [name = '', ...value] = pair.split('=')
    return { name: decodedText(name), value: decodedText(value.join('=')), enabled: true }
  })
  return [address, pairs]
}

const decodedText = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A property of the sampler, or else of the nearest defaults. */
const effective = (node: JmxNode, { defaults }: Scope, name: string): string =>
  effectiveOf([...defaults, node], name)

function urlOf(node: JmxNode, scope: Scope, { text, group }: RequestContext): string {
  const path = effective(node, scope, 'HTTPSampler.path')
  if (/^https?:\/\//i.test(path)) return text(node, path)
  const origin = originOf([...scope.defaults, node])
  const isBelowBase = `${origin}${group.basePath}` === group.baseUrl
  const isWhole = valueOf(node, 'HTTPSampler.domain') !== '' || group.basePath === ''
  if (isBelowBase && !isWhole) return text(node, path.slice(group.basePath.length))
  if (path === '' && !isBelowBase) return text(node, origin)
  const slashed = path.startsWith('/') || path.startsWith('${') ? path : `/${path}`
  return text(node, isBelowBase && group.basePath === '' ? slashed : `${origin}${slashed}`)
}

/** For one name the nearest value applies. */
function headersOf(scope: Scope, { text, group }: RequestContext): NameValue[] {
  const rows = scope.headers.flatMap(manager =>
    tableRows(manager, 'HeaderManager.headers').map(row => ({
      name: text(manager, row['Header.name'] ?? ''),
      value: text(manager, row['Header.value'] ?? ''),
      enabled: true,
    })),
  )
  const last = new Map(rows.map(row => [row.name.toLowerCase(), row]))
  for (const name of group.headers) {
    if (isOfGroup(last.get(name)?.value)) last.delete(name)
  }
  return [...last.values()].filter(row => row.name !== '')
}

/** A header that a request repeats with another value is kept in the request. */
const isOfGroup = (value: string | undefined): boolean =>
  value === writtenEncodings || value?.startsWith('Bearer ') === true

interface BodyAndQuery {
  readonly body: HttpBody
  readonly query: NameValue[]
}

function bodyOf(
  node: JmxNode,
  method: HttpRequest['method'],
  contentType: string,
  context: RequestContext,
): BodyAndQuery {
  const { text } = context
  if (elementOf(node)?.id === 'GraphQLHTTPSamplerGui' && method === 'POST') {
    const part = (name: string) => text(node, valueOf(node, `GraphQLHTTPSampler.${name}`))
    const body = {
      kind: 'graphql' as const,
      query: part('query'),
      variables: part('variables'),
      operationName: part('operationName'),
    }
    return { body, query: [] }
  }
  const rows = tableRows(node, 'Arguments.arguments')
  const files = tableRows(node, 'HTTPFileArgs.files')
  const isRaw =
    isOn(node, 'HTTPSampler.postBodyRaw') ||
    (rows.length > 0 && rows.every(row => row['Argument.name'] === ''))
  const pairs = rows.map(row => ({
    name: text(node, decoded(row, 'Argument.name')),
    value: text(node, decoded(row, 'Argument.value')),
    enabled: true,
  }))
  if (files.length > 0) return { body: fileBody(node, files, pairs, context), query: [] }
  if (isRaw && rows.length > 0) {
    const whole = text(node, rows.map(row => row['Argument.value'] ?? '').join(''))
    const isJson = /^application\/json\s*(;|$)/i.test(contentType)
    if (whole === '') return { body: { kind: 'none' }, query: [] }
    return {
      body: isJson
        ? { kind: 'json', text: whole }
        : { kind: 'text', contentType: contentType || 'text/plain', text: whole },
      query: [],
    }
  }
  const goesIntoBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  if (!goesIntoBody || pairs.length === 0) return { body: { kind: 'none' }, query: pairs }
  if (isOn(node, 'HTTPSampler.DO_MULTIPART_POST')) {
    const fields = pairs.map(pair => ({ kind: 'text' as const, ...pair, contentType: '' }))
    return { body: { kind: 'multipart', fields }, query: [] }
  }
  return { body: { kind: 'form', fields: pairs }, query: [] }
}

/** JMeter treats values as already encoded unless they are marked for encoding; here they are always encoded. */
function decoded(row: Readonly<Record<string, string>>, name: string): string {
  const value = row[name] ?? ''
  if (row['HTTPArgument.always_encode'] === 'true' || !/%[\da-f]{2}|\+/i.test(value)) return value
  return decodedText(value)
}

function fileBody(
  node: JmxNode,
  files: readonly Readonly<Record<string, string>>[],
  pairs: readonly NameValue[],
  { left, text }: RequestContext,
): HttpBody {
  const nameOf = (row: Readonly<Record<string, string>>) => (row['File.path'] ?? '').replace(/^.*[\\/]/s, '')
  for (const row of files) left.add(node, 'file', { name: nameOf(row) })
  const [only] = files
  const typeOf = (row: Readonly<Record<string, string>>) => row['File.mimetype'] || 'application/octet-stream'
  if (files.length === 1 && only !== undefined && pairs.length === 0 && !only['File.paramname']) {
    return { kind: 'binary', fileId: '', contentType: typeOf(only) }
  }
  const texts: MultipartField[] = pairs.map(pair => ({ kind: 'text', ...pair, contentType: '' }))
  const parts: MultipartField[] = files.map(row => ({
    kind: 'file',
    name: text(node, row['File.paramname'] ?? ''),
    fileId: '',
    fileName: text(node, nameOf(row)),
    contentType: typeOf(row),
    enabled: true,
  }))
  return { kind: 'multipart', fields: [...texts, ...parts] }
}
