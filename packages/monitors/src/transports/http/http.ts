/** Transport `http`: status pages, exporters and management interfaces. */

import { once } from 'node:events'
import { connect } from 'node:net'
import { textIn } from '@pone/schema/bilingual.ts'
import { jolokiaRecords } from '../../reading/jolokia.ts'
import { jsonRecords } from '../../reading/json.ts'
import { metricRecords } from '../../reading/metrics.ts'
import { prometheusRecords } from '../../reading/prometheus.ts'
import { jmxRecords, textRecords } from '../../reading/text.ts'
import { type HttpRequest, httpRequestSchema, requestReader } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ParamValues } from '../../type.ts'
import { boundedWork } from '../bounded-work.ts'
import { connectionFault } from '../connection-fault.ts'
import type { ProbeResult, SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import { type HttpAnswer, HttpExchange } from './http-exchange.ts'

const requestOf = requestReader(httpRequestSchema)

/** Opens by a TCP connection alone, so that a port that nobody has is known before any request. */
export const http: Transport = {
  async open(params, signal) {
    await reach(params, signal)
    return new HttpConnection(params)
  },
}

async function reach({ host, port }: ParamValues, signal: AbortSignal): Promise<void> {
  const socket = connect({ host: String(host), port: Number(port) })
  try {
    await once(socket, 'connect', { signal })
  } catch (thrown) {
    signal.throwIfAborted()
    throw connectionFault(thrown)
  } finally {
    socket.destroy()
  }
}

class HttpConnection implements TargetConnection {
  readonly isParallel = true
  readonly #params: ParamValues
  readonly #exchange: HttpExchange

  constructor(params: ParamValues) {
    this.#params = params
    this.#exchange = new HttpExchange(params)
  }

  async ask(unread: unknown, signal: AbortSignal): Promise<SectionAnswer> {
    const request = requestOf(unread)
    const answer = await this.#exchange.send(
      {
        method: request.method,
        path: this.#address(request.path),
        headers: this.#headers(request.headers),
        body: request.body === undefined ? undefined : this.#filled(request.body),
      },
      signal,
    )
    judge(answer, request, this.#params)
    const read = recordsOf(answer.body, request.answer, grantOf(request, this.#params))
    if (read.records.length === 0 && request.setUp !== undefined) throw notSetUp(request.setUp)
    return read
  }

  /** By the header `Server`, which stands in answers of every status. */
  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const path = this.#params['path']
    const ask = { method: 'GET', path: typeof path === 'string' && path !== '' ? path : '/', headers: {} }
    const { server } = await this.#exchange.send(ask, signal)
    const [, product = '', version = ''] = /^([^/\s]+)(?:\/(\S+))?/.exec(server) ?? []
    return { product, version, missingRights: [] }
  }

  close(): void {
    this.#exchange.close()
  }

  #headers(headers: HttpRequest['headers']): Record<string, string> {
    const isKnown = (text: string) =>
      [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => (this.#params[name] ?? '') !== '')
    return Object.fromEntries(
      Object.entries(headers).flatMap(([name, text]) => (isKnown(text) ? [[name, this.#filled(text)]] : [])),
    )
  }

  /** A parameter that stands in the query is a value of it, whatever it holds. */
  #address(path: string): string {
    const query = path.indexOf('?')
    if (query < 0) return this.#filled(path)
    return this.#filled(path.slice(0, query)) + this.#filled(path.slice(query), encodeURIComponent)
  }

  /** `{name}` is replaced by the parameter of that name. */
  #filled(text: string, written: (value: string) => string = value => value): string {
    const values = Object.entries(this.#params).map(([name, value]) => [name, written(String(value))])
    return textIn({ zh: text, en: text }, Object.fromEntries(values), 'en')
  }
}

const notSetUp = (setUp: string, said = '') => new TargetFault('notSetUp', said, { grant: setUp })

/** @throws TargetFault for an answer that is none of this product */
function judge({ status, body, server }: HttpAnswer, request: HttpRequest, params: ParamValues): void {
  const said = `HTTP ${status} ${server} ${body.slice(0, 200)}`.trim()
  if (status === 401) throw new TargetFault('wrongPassword', said)
  if (status === 403) throw new TargetFault('missingRight', said, { grant: grantOf(request, params) })
  if (status === 400 && /plain HTTP request was sent to|requires TLS/i.test(body))
    throw new TargetFault('tlsMismatch', said)
  if (status === 400 && request.setUp !== undefined) throw notSetUp(request.setUp, said)
  if (status >= 500) throw new TargetFault('malformed', said)
  if (status !== 200) throw new TargetFault('wrongProduct', said)
  if (request.mustContain !== undefined && !body.includes(request.mustContain))
    throw new TargetFault('wrongProduct', said)
}

const grantOf = ({ grant = '' }: HttpRequest, { user = '' }: ParamValues): string =>
  grant.replace('{user}', String(user))

function recordsOf(body: string, answer: HttpRequest['answer'], grant: string): SectionAnswer {
  switch (answer.format) {
    case 'json': {
      const { records, isCut, omitted } = jsonRecords(body, answer)
      if (isCut) return { records, fault: new TargetFault('tooLarge') }
      if (omitted === 0) return { records }
      return { records, fault: new TargetFault('tooManyLabels', '', { count: `${omitted}` }) }
    }
    case 'jolokia': {
      const { records, isCut } = jolokiaRecords(body, answer, grant)
      return isCut ? { records, fault: new TargetFault('tooLarge') } : { records }
    }
    case 'prometheus':
      return { records: prometheusRecords(body, answer.prefix) }
    case 'metrics':
      return { records: metricRecords(body, answer) }
    case 'text':
      return { records: boundedWork(() => textRecords(body, answer.expression)) }
    case 'jmx':
      return { records: jmxRecords(body, answer.properties) }
  }
}
