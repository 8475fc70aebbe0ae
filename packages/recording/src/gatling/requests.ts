/** Requests of a simulation. @see https://docs.gatling.io/reference/script/http/request/ */
import { httpMethods } from '@pone/protocols/http/definition/request.ts'
import { headerOf } from '../http/header-names.ts'
import type { FormPart, Pair } from '../model/recording.ts'
import { encodedQuery } from '../script/addresses.ts'
import { readCheck } from './checks.ts'
import type { Expression, Link } from './expressions.ts'
import { headersOf, type Protocol } from './protocol.ts'
import { bodyPartsOf, paramsOf, uploadOf } from './request-parts.ts'
import { leaveLink, millisecondsOf, rawTextOf, resolved, type Simulation, textOf } from './simulation.ts'

const contentTypes: Readonly<Record<string, string | undefined>> = {
  asJson: 'application/json',
  asXml: 'application/xml',
  asFormUrlEncoded: 'application/x-www-form-urlencoded',
  asMultipartForm: 'multipart/form-data',
}

/** Methods that send at once what they get, and settings that change nothing of what is sent. */
const silent = ['silent', 'notSilent', 'check', 'resources', 'ignoreProtocolChecks']

class Request {
  method = ''
  url: string | null = null
  readonly query: Pair[] = []
  headers: readonly Pair[] = []
  readonly parts: FormPart[] = []
  text: string | null = null
  isBinary = false
  isMultipart = false
  /** Of `asJson` and its kin. */
  content: { readonly name: string; readonly type: string } | null = null
  ignoresProtocol = false
  /** Something that is sent is not known. */
  unknown: Expression | Link | null = null
  readonly settings: { followRedirects?: boolean; responseTimeoutMs?: number } = {}
  readonly #simulation: Simulation

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  take(link: Link): void {
    const { name } = link
    const given = link.lists[0] ?? []
    if (silent.includes(name)) return
    const method = name.toUpperCase()
    if (httpMethods.some(known => known === method)) return this.#address(method, given[0], link)
    if (name === 'httpRequest')
      return this.#address((rawTextOf(this.#simulation, given[0]) ?? '').toUpperCase(), given[1], link)
    if (!this.#content(link, given) && !this.#setting(name, given)) leaveLink(this.#simulation, link)
  }

  #address(method: string, address: Expression | undefined, link: Link): void {
    this.method = method
    this.url = textOf(this.#simulation, address)
    if (this.url === null) this.unknown ??= address ?? link
  }

  /** Whether the link says what is sent. */
  #content(link: Link, given: readonly Expression[]): boolean {
    const { name } = link
    const simulation = this.#simulation
    if (/^(header|headers|basicAuth)$/.test(name)) {
      const headers = headersOf(simulation, name, given)
      if (headers === null) this.unknown ??= link
      else this.headers = replaced(this.headers, headers)
      return true
    }
    const isQuery = /^(queryParam(Map|Seq)?|multivaluedQueryParam)$/.test(name)
    if (isQuery || /^(formParam(Map|Seq)?|multivaluedFormParam)$/.test(name)) {
      const pairs = paramsOf(simulation, name, given)
      if (pairs === null) this.unknown ??= link
      else if (isQuery) this.query.push(...pairs)
      else this.parts.push(...pairs.map(pair => ({ ...pair, fileName: null, contentType: '' })))
      return true
    }
    if (name === 'formUpload' || name === 'bodyPart' || name === 'bodyParts') {
      const parts = name === 'formUpload' ? [uploadOf(simulation, given)] : bodyPartsOf(simulation, given)
      const known = parts.filter(part => part !== null)
      if (known.length < parts.length) this.unknown ??= link
      this.isMultipart = true
      this.parts.push(...known)
      return true
    }
    return name === 'body' && this.#body(given[0], link)
  }

  #body(given: Expression | undefined, link: Link): boolean {
    const of = given === undefined ? undefined : resolved(this.#simulation, given)
    const call = of?.kind === 'chain' && of.links.length === 1 ? of.links[0] : undefined
    const [content] = call?.lists[0] ?? []
    const { recording } = this.#simulation
    if (call !== undefined && call.name.endsWith('FileBody')) {
      this.isBinary = true
      const name = rawTextOf(this.#simulation, content) ?? recording.codeOf(call)
      recording.leave(call.from, 'file', { name: name.slice(0, 200) })
      return true
    }
    this.text = call?.name === 'StringBody' ? textOf(this.#simulation, content) : null
    if (this.text === null) this.unknown ??= given ?? link
    return true
  }

  #setting(name: string, given: readonly Expression[]): boolean {
    const value = contentTypes[name]
    // Of a form with files the client writes the type, which names the boundary.
    if (name === 'asMultipartForm') this.isMultipart = true
    else if (value !== undefined) this.content = { name, type: value }
    else if (name === 'ignoreProtocolHeaders') this.ignoresProtocol = true
    else if (name === 'disableFollowRedirect') this.settings.followRedirects = false
    else if (name === 'requestTimeout') {
      const ms = millisecondsOf(this.#simulation, given[0])
      if (ms === null) return false
      this.settings.responseTimeoutMs = Math.min(3_600_000, Math.max(1, Math.round(ms)))
    } else return false
    return true
  }
}

/** @param expression `http("name")` with its methods; its resources follow it */
export function readRequest(
  simulation: Simulation,
  expression: Extract<Expression, { kind: 'chain' }>,
  protocol: Protocol,
): void {
  const { recording } = simulation
  const [start, ...links] = expression.links
  const request = new Request(simulation)
  for (const link of links) request.take(link)
  const { method, unknown, text, parts, isBinary } = request
  if (!httpMethods.some(known => known === method))
    return recording.left.add(recording.placeAt(expression.from), 'method', {
      name: method || recording.codeOf(expression),
    })
  if (request.url === null || unknown !== null)
    return recording.leave(expression.from, 'computedRequest', {
      code: recording.codeOf(unknown ?? expression),
    })
  const hasBody = text !== null || parts.length > 0 || isBinary
  const common = request.ignoresProtocol ? [] : protocol.headers
  const headers = withContent(replaced(common, request.headers), request.content, hasBody)
  const formType = request.isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const type = request.isMultipart
    ? formType
    : headerOf(headers, 'content-type') || (parts.length > 0 ? formType : '')
  const number = recording.addRequest(
    {
      name: nameIn(simulation, start?.lists[0]?.[0]),
      method,
      url: withQuery(absolute(request.url, protocol.baseUrl), request.query),
      headers,
      body: hasBody ? { contentType: type, text: text ?? '', parts, isBinary } : null,
      ...request.settings,
    },
    expression.from,
  )
  if (number === null) return
  for (const { name, lists } of links)
    if (name === 'check') for (const check of lists[0] ?? []) readCheck(simulation, number, check)
  readResources(simulation, links, protocol)
}

/** As the simulation has it, with the values that are known. */
function nameIn(simulation: Simulation, expression: Expression | undefined): string {
  if (textOf(simulation, expression) === null) return ''
  const raw = rawTextOf(simulation, expression) ?? ''
  return raw.replaceAll(/[#$]\{([^{}]*)\}/g, (whole, name: string) => simulation.values.get(name) ?? whole)
}

function readResources(simulation: Simulation, links: readonly Link[], protocol: Protocol): void {
  for (const { name, lists, from } of links) {
    if (name !== 'resources') continue
    simulation.recording.leave(from, 'parallel')
    for (const each of lists[0] ?? []) {
      const of = resolved(simulation, each)
      if (of.kind === 'chain' && of.links[0]?.name === 'http') readRequest(simulation, of, protocol)
    }
  }
}

/** Headers of which later ones replace those before. */
function replaced(before: readonly Pair[], later: readonly Pair[]): Pair[] {
  const names = new Set(later.map(({ name }) => name.toLowerCase()))
  return [...before.filter(({ name }) => !names.has(name.toLowerCase())), ...later]
}

/** `asJson` and its kin replace no header of the request or of all requests. */
function withContent(headers: Pair[], content: Request['content'], hasBody: boolean): Pair[] {
  if (content === null) return headers
  const { name, type: value } = content
  const added = [
    ...(name === 'asFormUrlEncoded' ? [] : [{ name: 'Accept', value }]),
    ...(hasBody ? [{ name: 'Content-Type', value }] : []),
  ]
  return [...headers, ...added.filter(pair => headerOf(headers, pair.name.toLowerCase()) === '')]
}

const absolute = (url: string, baseUrl: string): string =>
  /^([a-z]+:\/\/|\{\{)/i.test(url) ? url : baseUrl + (url.startsWith('/') || url === '' ? url : `/${url}`)

function withQuery(url: string, query: readonly Pair[]): string {
  if (query.length === 0) return url
  return `${url}${url.includes('?') ? '&' : '?'}${encodedQuery(query)}`
}
