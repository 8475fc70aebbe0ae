/** Requests that a script sends with k6's `http`. @see https://grafana.com/docs/k6/latest/javascript-api/k6-http/ */
import type { SyntaxNode } from '@lezer/common'
import { httpMethods } from '@pone/protocols/http/definition/request.ts'
import { decodedUrl } from '@pone/schema/decoded-url.ts'
import { basicAuthorization } from '../http/base64.ts'
import { headerOf } from '../http/header-names.ts'
import type { FormPart, Pair, RecordedBody } from '../model/recording.ts'
import { millisecondsOf } from './durations.ts'
import { leaveUnknown, type Machine } from './machine.ts'
import { jsonOf, textOf } from './texts.ts'
import { fieldsOf, numberOf, rawOf, unknown, type Value } from './values.ts'

interface CalledRequest {
  readonly method: string
  readonly url: Value | undefined
  readonly body: Value | undefined
  readonly params: Value | undefined
}

/** A response of a request that could not be imported. */
const none: Value = { kind: 'answer', request: -1, access: { of: 'response' }, name: '' }

export function requested(machine: Machine, call: CalledRequest, node: SyntaxNode): Value {
  const { recording } = machine
  const place = recording.placeAt(node.from)
  const method = call.method.toUpperCase()
  if (!httpMethods.some(known => known === method)) {
    recording.left.add(place, 'method', { name: method })
    return none
  }
  const address = call.url === undefined ? null : textOf(machine, call.url)
  const body = bodyOf(machine, call.body, node)
  const params = paramsOf(machine, call.params, node)
  if (address === null || body === undefined || params === null) {
    leaveUnknown(machine, node, 'computedRequest')
    return none
  }
  const { headers, ...rest } = params
  const request = recording.addRequest(
    {
      ...rest,
      method,
      ...withCredentials(address, headers),
      body:
        body === null
          ? null
          : { ...body, contentType: headerOf(headers, 'content-type') || body.contentType },
    },
    node.from,
  )
  return request === null ? none : { kind: 'answer', request, access: { of: 'response' }, name: '' }
}

/** Credentials of an address are sent in a header. */
function withCredentials(address: string, headers: readonly Pair[]) {
  const [, scheme = '', credentials = '', rest = ''] = /^(https?:\/\/)([^/?#@]+)@(.*)$/s.exec(address) ?? []
  const url = (credentials === '' ? address : scheme + rest).replace(/#.*$/s, '')
  if (credentials === '') return { url, headers }
  return { url, headers: [basicAuthorization(decodedUrl(credentials)), ...headers] }
}

/** null for none, undefined if only a run knows it. */
function bodyOf(
  machine: Machine,
  value: Value | undefined,
  node: SyntaxNode,
): RecordedBody | null | undefined {
  const body = { contentType: '', text: '', parts: [], isBinary: false }
  if (value === undefined || value.kind === 'nothing') return null
  if (value.kind === 'file') {
    machine.recording.leave(node.from, 'binaryBody')
    return { ...body, isBinary: true }
  }
  if (value.kind === 'form') return { ...body, contentType: 'multipart/form-data', parts: value.parts }
  if (value.kind !== 'fields') {
    const text = textOf(machine, value)
    return text === null ? undefined : text === '' ? null : { ...body, text }
  }
  const isForm = ![...value.fields.values()].some(({ kind }) => kind === 'file')
  const parts = [...value.fields].flatMap(([name, each]) =>
    // Each item of a list is a field of its own.
    (isForm && each.kind === 'list' ? each.items : [each]).map(item => partOf(machine, name, item, node)),
  )
  const known = parts.filter(part => part !== null)
  if (known.length < parts.length) return undefined
  const hasFile = known.some(({ fileName }) => fileName !== null)
  const contentType = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  return { ...body, contentType, parts: known }
}

function partOf(machine: Machine, name: string, value: Value, node: SyntaxNode): FormPart | null {
  if (value.kind === 'file')
    return { name, value: '', fileName: value.sentAs || value.name || 'file', contentType: value.contentType }
  if (value.kind === 'nothing') return { name, value: '', fileName: null, contentType: '' }
  const isJson = value.kind === 'fields' || value.kind === 'list'
  const text = isJson ? jsonOf(machine, value, node.from) : textOf(machine, value)
  return text === null ? null : { name, value: text, fileName: null, contentType: '' }
}

interface RequestParams {
  readonly name: string
  readonly headers: readonly Pair[]
  readonly responseTimeoutMs?: number
  readonly followRedirects?: boolean
}

/** null if only a run knows them. */
function paramsOf(machine: Machine, value: Value | undefined, node: SyntaxNode): RequestParams | null {
  if (value === undefined || value.kind === 'nothing') return { name: '', headers: [] }
  if (value.kind !== 'fields') return null
  const headers: Pair[] = []
  for (const [name, each] of fieldsOf(value.fields.get('headers'))) {
    const text = textOf(machine, each)
    if (text === null) return null
    headers.push({ name, value: text })
  }
  let params: RequestParams = { name: '', headers }
  for (const [option, each] of value.fields) {
    const read = option === 'headers' ? (each.kind === 'fields' ? {} : null) : optionOf(option, each)
    if (read === null) machine.recording.leave(node.from, 'scriptOption', { name: option })
    else params = { ...params, ...read }
  }
  return params
}

/** null if it has no counterpart. */
function optionOf(option: string, value: Value): Partial<RequestParams> | null {
  switch (option) {
    case 'tags': {
      const tags = fieldsOf(value)
      const name = rawOf(tags.get('name'))
      return name !== null && tags.size === 1 ? { name } : null
    }
    case 'timeout': {
      const ms = millisecondsOf(value)
      return ms === null ? null : { responseTimeoutMs: Math.min(3_600_000, Math.max(1, Math.round(ms))) }
    }
    case 'redirects': {
      const count = numberOf(value)
      return count === null ? null : { followRedirects: count > 0 }
    }
    // What a response is kept as changes nothing of what is sent.
    case 'responseType':
      return {}
    default:
      return null
  }
}

/** Requests that are sent at the same time. */
export function batched(machine: Machine, value: Value | undefined, node: SyntaxNode): Value {
  const send = (each: Value): Value => requested(machine, callOf(each), node)
  if (value?.kind === 'list') {
    if (value.items.length > 1) machine.recording.leave(node.from, 'parallel')
    return { kind: 'list', items: value.items.map(send) }
  }
  if (value?.kind !== 'fields') {
    leaveUnknown(machine, node, 'computedRequest')
    return unknown
  }
  if (value.fields.size > 1) machine.recording.leave(node.from, 'parallel')
  return { kind: 'fields', fields: new Map(Array.from(value.fields, ([name, each]) => [name, send(each)])) }
}

/** `[method, url, body, params]`, `{method, url, body, params}`, or an address alone. */
function callOf(value: Value): CalledRequest {
  if (value.kind === 'list') {
    const [method, url, body, params] = value.items
    return { method: rawOf(method) ?? '', url, body, params }
  }
  if (value.kind !== 'fields') return { method: 'GET', url: value, body: undefined, params: undefined }
  const { fields } = value
  const method = rawOf(fields.get('method')) ?? 'GET'
  return { method, url: fields.get('url'), body: fields.get('body'), params: fields.get('params') }
}
