/** Makes exchanges of the templates of an access log: parts that differ refer to lists of the values that were sent. */
import type { ResponseSizes } from '@pone/plan/production-mix/production-mix.ts'
import { isFolded, isStaticKey } from '@pone/plan/production-mix/segments.ts'
import { decodedUrl } from '@pone/schema/decoded-url.ts'
import { isSecretName } from '../http/secret-names.ts'
import type { LeftList } from '../model/left.ts'
import { type Pair, type RecordedExchange, unknownOrigin, type ValueList } from '../model/recording.ts'
import type { RequestTemplate } from './path-tree.ts'

/** A component has no more parameters, and may have some of its own. */
const maxLists = 80
const maxValues = 1_000
/** Share of a template's requests that send a field of the query, from which on it belongs to the request. */
const minQueryShare01 = 0.5
const withBody = ['POST', 'PUT', 'PATCH']

export interface HostTemplate extends RequestTemplate {
  /** Empty if the log does not tell it. */
  readonly origin: string
}

/** Collects the lists, one for each name. */
export class MixExchanges {
  readonly #lists = new Map<string, string[]>()
  readonly #variables = new Map<string, Pair>()
  readonly #left: LeftList

  constructor(left: LeftList) {
    this.#left = left
  }

  get lists(): readonly ValueList[] {
    return [...this.#lists].map(([name, values]) => ({ name, values }))
  }

  /** Secrets, whose values are not carried. */
  get variables(): readonly Pair[] {
    return [...this.#variables.values()]
  }

  exchangeOf(template: HostTemplate, index: number): RecordedExchange {
    const { method, path, origin, count, samples } = template
    const place = `${method} ${origin}${path}`.slice(0, 200)
    if (withBody.includes(method)) this.#left.add(place, 'bodyUnknown')
    const address = (origin === '' ? unknownOrigin : origin) + this.#pathOf({ path, samples, place })
    const pairs = [...template.queryNames]
      .filter(([, sent]) => sent >= count * minQueryShare01)
      .map(([name]) => `${escaped(name)}=${this.#queryValue(name, { template, place })}`)
    const query = pairs.length === 0 ? '' : `?${pairs.join('&')}`
    const sizes = template.sizes.figures
    return {
      index,
      place,
      name: `${method} ${path}`,
      pageId: null,
      startedAtMs: null,
      durationMs: 0,
      method,
      url: address + query,
      host: URL.parse(origin)?.host ?? '',
      headers: [],
      body: null,
      response: responseOf(template.statuses, sizes),
      isFromCache: false,
      isDocument: false,
      expectedStatus: null,
      count,
      template: { origin, path, isStatic: template.isStatic, sizes },
    }
  }

  #pathOf({
    path,
    samples,
    place,
  }: Pick<RequestTemplate, 'path' | 'samples'> & { readonly place: string }): string {
    const keys = path.split('/')
    const sent = samples.map(target => (target.split(/[?#]/)[0] ?? '').split('/'))
    const parts = keys.map((key, at) => {
      if (!isFolded(key)) return escaped(key)
      const values = sent.flatMap(segments => segments[at] ?? []).filter(Boolean)
      // Any file of a kind does.
      if (isStaticKey(key)) return escaped(values[0] ?? 'file')
      const owner = keys.slice(0, at).findLast(each => !isFolded(each) && each !== '') ?? 'path'
      return this.#text(`${owner}_${key.replace(/^\{(\w+)\}.*$/, '$1')}`, values.map(escaped), place)
    })
    return parts.join('/')
  }

  #queryValue(
    name: string,
    { template, place }: { readonly template: RequestTemplate; readonly place: string },
  ): string {
    if (isSecretName(name)) {
      this.#variables.set(name, { name, value: '' })
      return `{{${name}}}`
    }
    const values = template.samples.flatMap(target => valueIn(target, name) ?? [])
    const owner = template.path.split('/').findLast(each => !isFolded(each) && each !== '')
    const text = this.#text([owner, decodedUrl(name)].filter(Boolean).join('_'), values.map(decoded), place)
    return text.startsWith('{{') ? text : encodeURIComponent(text)
  }

  /** The one value that was sent, or a reference to the list of them. */
  #text(wanted: string, values: readonly string[], place: string): string {
    const first = values[0] ?? ''
    if (values.every(value => value === first)) return first
    const name =
      wanted
        .replaceAll(/[^A-Za-z0-9_]+/g, '_')
        .replace(/^(?=\d)/, '_')
        .slice(0, 50) || 'value'
    const list = this.#lists.get(name) ?? []
    if (list.length === 0 && this.#lists.size >= maxLists) {
      this.#left.add(place, 'tooManyLists', { limit: maxLists, name })
      return first
    }
    list.push(...values.slice(0, maxValues - list.length))
    this.#lists.set(name, list)
    return `{{${name}}}`
  }
}

/** What would be a reference is text. */
const escaped = (text: string): string => text.replaceAll('{', '%7B').replaceAll('}', '%7D')
const decoded = (text: string): string => decodedUrl(text.replaceAll('+', ' '))

function valueIn(target: string, name: string): string | null {
  const [, query = ''] = /\?([^#]*)/.exec(target) ?? []
  const pair = query.split('&').find(each => each.split('=')[0] === name)
  return pair === undefined ? null : pair.slice(name.length + 1)
}

function responseOf(
  statuses: RequestTemplate['statuses'],
  sizes: ResponseSizes | null,
): RecordedExchange['response'] {
  const [status = 200] = [...statuses].toSorted(([, one], [, other]) => other - one)[0] ?? []
  return {
    status,
    contentType: '',
    sizeBytes: sizes === null ? null : Math.round(sizes.meanBytes),
    redirectUrl: null,
    headers: [],
    setCookies: [],
    body: null,
  }
}
