/** An HTTP sampler with its scope → the request of a step. */
import {
  type HttpBody,
  type HttpRequest,
  httpMethods,
  type MultipartField,
} from '@pone/contract/entities/component/http-request.ts'
import type { NameValue } from '@pone/contract/entities/component/template.ts'
import { elementOf } from '../elements/registry.ts'
import type { JmxNode } from '../jmx/plan.ts'
import type { LeftList } from './left.ts'
import { isOn, type Scope, tableRows, valueOf } from './scope.ts'

export interface RequestContext {
  readonly left: LeftList
  /** Text of a node as a template. */
  readonly text: (node: JmxNode, value: string) => string
  /** Put before addresses that are only a path; empty = none. */
  readonly baseUrl: string
}

/** The request of a sampler; what is set for all of them stays with the settings. */
export function requestOf(node: JmxNode, scope: Scope, context: RequestContext): HttpRequest {
  const { left, text } = context
  const setting = (name: string) => text(node, effective(node, scope, name))
  const method = (effective(node, scope, 'HTTPSampler.method') || 'GET').toUpperCase()
  const known = httpMethods.find(each => each === method)
  if (known === undefined) left.add(node, 'method', { name: method })
  const headers = headersOf(scope, context)
  const contentType = headers.find(header => header.name.toLowerCase() === 'content-type')
  const { body, query } = bodyOf(node, known ?? 'GET', contentType?.value ?? '', context)
  if (!isOn(node, 'HTTPSampler.use_keepalive') && valueOf(node, 'HTTPSampler.use_keepalive') !== '')
    left.add(node, 'detail', { name: 'KeepAlive', value: 'false' })
  for (const name of ['HTTPSampler.ipSource', 'HTTPSampler.proxyHost', 'HTTPSampler.embedded_url_re']) {
    const value = effective(node, scope, name)
    if (value !== '') left.add(node, 'detail', { name, value })
  }
  const milliseconds = (name: string) => Math.min(600_000, Number.parseInt(setting(name), 10) || 0)
  return {
    method: known ?? 'GET',
    url: urlOf(node, scope, context),
    query,
    headers:
      body.kind === 'none' || contentType === undefined
        ? headers
        : headers.filter(each => each !== contentType),
    body,
    chunkedBody: false,
    auth: { kind: 'asSet' },
    expectedStatuses: '',
    followRedirects: isOn(node, 'HTTPSampler.follow_redirects') || isOn(node, 'HTTPSampler.auto_redirects'),
    embeddedResources: effective(node, scope, 'HTTPSampler.image_parser') === 'true' ? 'on' : 'asSet',
    connectTimeoutMs: milliseconds('HTTPSampler.connect_timeout'),
    responseTimeoutMs: milliseconds('HTTPSampler.response_timeout'),
  }
}

/** A property of the sampler, or else of the nearest defaults. */
function effective(node: JmxNode, scope: Scope, name: string): string {
  const own = valueOf(node, name)
  if (own !== '') return own
  return (
    scope.defaults
      .toReversed()
      .map(each => valueOf(each, name))
      .find(value => value !== '') ?? ''
  )
}

/** Protocol, host and port; empty where no host is told. */
export function originOf(node: JmxNode, scope: Scope): string {
  const host = effective(node, scope, 'HTTPSampler.domain')
  if (host === '') return ''
  const protocol = effective(node, scope, 'HTTPSampler.protocol') || 'http'
  const port = effective(node, scope, 'HTTPSampler.port')
  const isUsual =
    port === '' || (protocol === 'http' && port === '80') || (protocol === 'https' && port === '443')
  return `${protocol}://${host}${isUsual ? '' : `:${port}`}`
}

function urlOf(node: JmxNode, scope: Scope, { text, baseUrl }: RequestContext): string {
  const path = effective(node, scope, 'HTTPSampler.path')
  if (/^https?:\/\//i.test(path)) return text(node, path)
  const origin = originOf(node, scope)
  const slashed = path.startsWith('/') || path.startsWith('${') ? path : `/${path}`
  return text(node, origin === baseUrl ? slashed : `${origin}${slashed}`)
}

/** Of one name the nearest value counts. */
function headersOf(scope: Scope, { text }: RequestContext): NameValue[] {
  const rows = scope.headers.flatMap(manager =>
    tableRows(manager, 'HeaderManager.headers').map(row => ({
      name: text(manager, row['Header.name'] ?? ''),
      value: text(manager, row['Header.value'] ?? ''),
      enabled: true,
    })),
  )
  const last = new Map(rows.map(row => [row.name.toLowerCase(), row]))
  return [...last.values()].filter(row => row.name !== '')
}

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

/** JMeter takes values as encoded already unless it is told to encode them; here they are always encoded. */
function decoded(row: Readonly<Record<string, string>>, name: string): string {
  const value = row[name] ?? ''
  if (row['HTTPArgument.always_encode'] === 'true' || !/%[\da-f]{2}|\+/i.test(value)) return value
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
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
