/** Reads an export of Insomnia: folders become pages, requests refer to variables of the environment as `{{name}}`. */
import { httpMethods } from '@pone/protocols/http/definition/request.ts'
import { headerOf } from '../http/header-names.ts'
import { JsonFile } from '../json/json-file.ts'
import { LeftList } from '../model/left.ts'
import {
  maxExchanges,
  type Pair,
  type RecordedExchange,
  type RecordedPage,
  type Recording,
} from '../model/recording.ts'
import { fileSchema, type InsomniaAuthentication, requestSchema } from './insomnia-schema.ts'
import { type InsomniaTree, type TreeItem, treeOf } from './insomnia-tree.ts'
import { bodyOf, credentialsOf, withReferences } from './request-parts.ts'

export class InsomniaReader {
  readonly #file = new JsonFile()
  readonly #left = new LeftList()
  readonly #exchanges: RecordedExchange[] = []
  readonly #pages: RecordedPage[] = []
  #variables: readonly Pair[] = []

  feed(chunk: Uint8Array): void {
    this.#file.feed(chunk)
  }

  end(): Recording {
    this.#file.end(this.#left, value => this.#read(value))
    if (this.#exchanges.length === 0) this.#left.add('', 'nothingFound')
    return {
      format: 'insomnia',
      pages: this.#pages,
      exchanges: this.#exchanges,
      variables: this.#variables,
      left: this.#left.items,
    }
  }

  #read(value: unknown): void {
    const { data } = fileSchema.safeParse(value)
    if (data === undefined) return this.#left.add('', 'badField', { field: 'resources' })
    const tree = treeOf(data)
    this.#variables = this.#variablesOf(tree)
    for (const { kind, name } of tree.others) this.#left.add(name.slice(0, 200), 'otherKind', { name: kind })
    for (const item of tree.items) this.#readItem(item, [], null)
  }

  #variablesOf({ base, environments }: InsomniaTree): Pair[] {
    const [first, ...more] = environments
    if (more.length > 0)
      this.#left.add('', 'environment', {
        count: environments.length,
        name: (first?.name ?? '').slice(0, 100),
      })
    return pairsOf({ ...base, ...first?.data })
  }

  #readItem(item: TreeItem, path: readonly string[], inherited: InsomniaAuthentication): void {
    const { name, children, authentication } = item
    const own = authentication?.type ? authentication : inherited
    if (children === null) return this.#readRequest(item, path, own)
    for (const child of children) this.#readItem(child, [...path, name], own)
  }

  #readRequest(
    { name, value }: TreeItem,
    path: readonly string[],
    authentication: InsomniaAuthentication,
  ): void {
    const left = this.#left
    const place = [...path, name].join(' / ').slice(0, 200)
    const { data } = requestSchema.safeParse(value)
    if (data === undefined) return left.add(place, 'badField', { field: 'url' })
    const method = (data.method || 'GET').toUpperCase()
    if (!httpMethods.some(known => known === method)) return left.add(place, 'method', { name: method })
    if (this.#exchanges.length >= maxExchanges)
      return left.add('', 'tooManyRequests', { limit: maxExchanges })
    const text = (template: string) => withReferences(template, { place, left })
    const scripts = {
      preRequest: data.preRequestScript || data.scripts?.preRequest,
      afterResponse: data.afterResponseScript || data.scripts?.afterResponse,
    }
    for (const [script, code] of Object.entries(scripts))
      if ((code ?? '').trim() !== '') left.add(place, 'script', { name: script })
    const headers = data.headers.map(pair => ({ name: pair.name, value: text(pair.value) }))
    const credentials = credentialsOf(authentication, { place, left })
    const query = [...data.parameters, ...credentials.query].map(pair => `${pair.name}=${text(pair.value)}`)
    let url = text(data.url.trim())
    for (const pair of data.pathParameters)
      url = url.replace(new RegExp(`/:${RegExp.escape(pair.name)}(?=[/?]|$)`), () => `/${text(pair.value)}`)
    if (!/^([a-z]+:\/\/|\{\{)/i.test(url)) url = `http://${url}`
    const all = query.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`
    this.#exchanges.push({
      index: this.#exchanges.length,
      place,
      name,
      pageId: this.#pageOf(path),
      startedAtMs: null,
      durationMs: 0,
      method,
      url: all,
      host: URL.parse(all)?.host ?? '',
      headers: [...credentials.headers.map(pair => ({ ...pair, value: text(pair.value) })), ...headers],
      body: bodyOf(data.body, headerOf(data.headers, 'content-type'), { place, left }),
      response: null,
      isFromCache: false,
      isDocument: false,
      expectedStatus: null,
    })
  }

  #pageOf(path: readonly string[]): string | null {
    const title = path.at(-1)
    if (title === undefined) return null
    const id = path.join(' / ')
    if (!this.#pages.some(page => page.id === id)) this.#pages.push({ id, title })
    return id
  }
}

/** Values inside objects have the names of all of them, as requests name them: `shop.address`. */
function pairsOf(data: Readonly<Record<string, unknown>>, prefix = '', depth = 0): Pair[] {
  return Object.entries(data).flatMap(([key, value]) => {
    const name = prefix + key
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return depth < 5 ? pairsOf(value as Record<string, unknown>, `${name}.`, depth + 1) : []
    if (value === null || value === undefined) return [{ name, value: '' }]
    return [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }]
  })
}
