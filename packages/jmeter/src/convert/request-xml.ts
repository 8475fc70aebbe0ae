/** The request of a step → an HTTP sampler with its headers. */

import { labelNameOf } from '@pone/plan/scenario/labels.ts'
import type { RunSettings } from '@pone/plan/settings/run-settings.ts'
import type { RequestOver } from '@pone/plan/steps/registry.ts'
import type { HttpBody } from '@pone/protocols/http/definition/request.ts'
import { type AddressParts, addressParts, isWholeAddress, withBase } from './base-address.ts'
import type { PlanWriter } from './plan-writer.ts'

type Row = Readonly<Record<string, string>>

/** The sampler with the elements below it besides its headers. */
export function requestXml(
  step: RequestOver<'http'>,
  settings: RunSettings,
  writer: PlanWriter,
  below: readonly string[],
): string {
  const { element, text, left } = writer
  const name = labelNameOf(step)
  const own = { key: step.id, testname: name }
  const { http } = step
  const pair = (name: string, value: string, isEncoded = 'true'): Row => ({
    'Argument.name': text(step, name),
    'Argument.value': text(step, value),
    'HTTPArgument.always_encode': isEncoded,
  })
  const query = http.query.filter(each => each.enabled)
  const { rows, isRaw, contentType, files } = bodyRows(http.body, pair)
  const goesIntoBody = http.method === 'POST' || http.method === 'PUT' || http.method === 'PATCH'
  const url = addressOf(text(step, http.url), text(step, settings.http.baseUrl.trim()))
  const separator = url.path.includes('?') ? '&' : '?'
  const inPath =
    goesIntoBody && query.length > 0
      ? `${separator}${query.map(each => `${encoded(text(step, each.name))}=${encoded(text(step, each.value))}`).join('&')}`
      : ''
  for (const file of files) left.add(own, 'file', { name: file['File.path'] ?? '' })
  const headers = [
    ...http.headers
      .filter(each => each.enabled)
      .map(each => header(text(step, each.name), text(step, each.value))),
    ...(contentType === '' ? [] : [header('Content-Type', text(step, contentType))]),
    ...(http.body.kind === 'soap' && http.body.version === '1.1'
      ? [header('SOAPAction', text(step, http.body.action))]
      : []),
  ]
  const embedded = String(
    http.embeddedResources === 'on' ||
      (http.embeddedResources === 'asSet' && settings.http.embeddedResources),
  )
  const isGraphQl = http.body.kind === 'graphql'
  return element(
    'HttpTestSampleGui',
    name,
    {
      isEnabled: step.enabled,
      values: {
        'HTTPSampler.method': http.method,
        'HTTPSampler.protocol': url.protocol,
        'HTTPSampler.domain': url.host,
        'HTTPSampler.port': url.port,
        'HTTPSampler.path': `${url.path}${inPath}`,
        'HTTPSampler.contentEncoding': 'UTF-8',
        'HTTPSampler.follow_redirects': String(http.followRedirects),
        'HTTPSampler.use_keepalive': String(settings.http.keepAlive),
        'HTTPSampler.postBodyRaw': String(isRaw || isGraphQl),
        'HTTPSampler.DO_MULTIPART_POST': String(http.body.kind === 'multipart'),
        'HTTPSampler.connect_timeout': http.connectTimeoutMs === 0 ? '' : String(http.connectTimeoutMs),
        'HTTPSampler.response_timeout': http.responseTimeoutMs === 0 ? '' : String(http.responseTimeoutMs),
        'HTTPSampler.image_parser': embedded,
        'HTTPSampler.concurrentDwn': embedded,
        'HTTPSampler.concurrentPool': String(settings.http.parallelPerHost),
      },
      rows: {
        'Arguments.arguments':
          goesIntoBody || isRaw ? rows : [...query.map(each => pair(each.name, each.value)), ...rows],
        'HTTPFileArgs.files': files,
      },
    },
    [
      ...(headers.length === 0
        ? []
        : [element('HeaderPanel', 'HTTP Header Manager', { rows: { 'HeaderManager.headers': headers } })]),
      ...below,
    ],
  )
}

const header = (name: string, value: string): Row => ({ 'Header.name': name, 'Header.value': value })

interface BodyRows {
  readonly rows: readonly Row[]
  readonly isRaw: boolean
  readonly contentType: string
  readonly files: readonly Row[]
}

function bodyRows(body: HttpBody, pair: (name: string, value: string, isEncoded?: string) => Row): BodyRows {
  const none: BodyRows = { rows: [], isRaw: false, contentType: '', files: [] }
  const raw = (content: string, contentType: string): BodyRows => ({
    ...none,
    rows: [pair('', content, 'false')],
    isRaw: true,
    contentType,
  })
  const fileRow = (path: string, name: string, type: string): Row => ({
    'File.path': path,
    'File.paramname': name,
    'File.mimetype': type,
  })
  switch (body.kind) {
    case 'none':
      return none
    case 'text':
      return raw(body.text, body.contentType)
    case 'json':
      return raw(body.text, 'application/json')
    case 'graphql':
      return raw(graphQlBody(body), 'application/json')
    case 'soap': {
      const isOld = body.version === '1.1'
      return raw(
        body.envelope,
        isOld ? 'text/xml; charset=utf-8' : `application/soap+xml; charset=utf-8; action="${body.action}"`,
      )
    }
    case 'form':
      return {
        ...none,
        rows: body.fields.filter(each => each.enabled).map(each => pair(each.name, each.value)),
      }
    case 'binary':
      return { ...none, files: [fileRow(body.fileId, '', body.contentType)] }
    case 'multipart': {
      const fields = body.fields.filter(each => each.enabled)
      return {
        ...none,
        rows: fields.flatMap(each => (each.kind === 'text' ? [pair(each.name, each.value, 'false')] : [])),
        files: fields.flatMap(each =>
          each.kind === 'file' ? [fileRow(each.fileName, each.name, each.contentType)] : [],
        ),
      }
    }
  }
}

function graphQlBody({ query, variables, operationName }: Extract<HttpBody, { kind: 'graphql' }>): string {
  const operation = operationName === '' ? 'null' : JSON.stringify(operationName)
  return `{"operationName":${operation},"variables":${variables.trim() || '{}'},"query":${JSON.stringify(query)}}`
}

/** The parts of a complete address; for one below the base only the path, as the group's defaults contain the rest. */
function addressOf(url: string, baseUrl: string): AddressParts {
  if (!isWholeAddress(url)) {
    const { path } = addressParts(withBase(url, baseUrl))
    return { protocol: '', host: '', port: '', path }
  }
  const parts = addressParts(url)
  const base = addressParts(baseUrl)
  // JMeter would take from the defaults what a sampler leaves out.
  const port = parts.host !== '' && base.port !== '' ? parts.port || usualPorts[parts.protocol] : parts.port
  return { ...parts, port: port ?? '', path: parts.path || (base.path === '' ? '' : '/') }
}

const usualPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }

/** Encodes a part of a query for a path; values of variables are encoded at run time. */
const encoded = (value: string): string =>
  value
    .split(/(\$\{[^{}]*\})/)
    .map((part, index) => (index % 2 === 0 ? encodeURIComponent(part) : `\${__urlencode(${part})}`))
    .join('')
