/** Reads a Postman collection: folders become pages, requests keep their order and refer to variables as `{{name}}`. */
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
import { collectionSchema, itemSchema, type PostmanAuth, requestSchema } from './postman-schema.ts'
import { bodyOf, credentialsOf, testsOf } from './request-parts.ts'

/** Folders inside folders are read down to this depth. */
const maxDepth = 20

interface Folder {
  readonly path: readonly string[]
  readonly auth: PostmanAuth
}

export class PostmanReader {
  readonly #file = new JsonFile()
  readonly #left = new LeftList()
  readonly #exchanges: RecordedExchange[] = []
  readonly #pages: RecordedPage[] = []
  #variables: readonly Pair[] = []

  feed(chunk: Uint8Array): void {
    this.#file.feed(chunk)
  }

  end(): Recording {
    this.#file.end(this.#left, value => this.#readCollection(value))
    if (this.#exchanges.length === 0) this.#left.add('', 'nothingFound')
    return {
      format: 'postman',
      pages: this.#pages,
      exchanges: this.#exchanges,
      variables: this.#variables,
      left: this.#left.items,
    }
  }

  #readCollection(value: unknown): void {
    const { data } = collectionSchema.safeParse(value)
    if (data === undefined) return this.#left.add('', 'badField', { field: 'item' })
    this.#variables = data.variable
    this.#tellTests(data.event, '')
    this.#readItems(data.item, { path: [], auth: data.auth })
  }

  #readItems(items: readonly unknown[], folder: Folder): void {
    for (const [index, value] of items.entries()) {
      const { data } = itemSchema.safeParse(value)
      const name = data?.name || `item[${index}]`
      const place = [...folder.path, name].join(' / ').slice(0, 200)
      if (data === undefined || (data.item === undefined && data.request === undefined))
        this.#left.add(place, 'badField', { field: 'request' })
      else if (data.item === undefined) this.#readRequest(data, { name, place, folder })
      else if (folder.path.length >= maxDepth) this.#left.add(place, 'tooDeep', { limit: maxDepth })
      else {
        this.#tellTests(data.event, place)
        this.#readItems(data.item, { path: [...folder.path, name], auth: data.auth ?? folder.auth })
      }
    }
  }

  #readRequest(
    { request, event }: { readonly request?: unknown; readonly event: Parameters<typeof testsOf>[0] },
    { name, place, folder }: { readonly name: string; readonly place: string; readonly folder: Folder },
  ): void {
    const left = this.#left
    const { data } = requestSchema.safeParse(request)
    if (data === undefined) return left.add(place, 'badField', { field: 'request.url' })
    const method = (data.method || 'GET').toUpperCase()
    if (!httpMethods.some(known => known === method)) return left.add(place, 'method', { name: method })
    if (this.#exchanges.length >= maxExchanges)
      return left.add('', 'tooManyRequests', { limit: maxExchanges })
    const { headers, query } = credentialsOf(data.auth ?? folder.auth, { place, left })
    const url = addressOf(data.url, query)
    this.#exchanges.push({
      index: this.#exchanges.length,
      place,
      name,
      pageId: this.#pageOf(folder),
      startedAtMs: null,
      durationMs: 0,
      method,
      url,
      host: URL.parse(this.#resolved(url))?.host ?? '',
      headers: [...headers, ...data.header],
      body: bodyOf(data.body, headerOf(data.header, 'content-type'), { place, left }),
      response: null,
      ...testsOf(event, { place, left }),
      isFromCache: false,
      isDocument: false,
    })
  }

  /** Tests of a folder would apply to each of its requests, which is not done. */
  #tellTests(events: Parameters<typeof testsOf>[0], place: string): void {
    for (const { listen, script } of events)
      if (script !== null && script !== undefined && String(script.exec).trim() !== '')
        this.#left.add(place, 'script', { name: listen })
  }

  #pageOf({ path }: Folder): string | null {
    const title = path.at(-1)
    if (title === undefined) return null
    const id = path.join(' / ')
    if (!this.#pages.some(page => page.id === id)) this.#pages.push({ id, title })
    return id
  }

  /** With the values of the collection's variables. */
  #resolved(text: string): string {
    return text.replaceAll(/\{\{([^{}]+)\}\}/g, (whole, name: string) => {
      return this.#variables.find(variable => variable.name === name.trim())?.value ?? whole
    })
  }
}

function addressOf(
  { raw, variable }: { raw: string; variable: readonly Pair[] },
  query: readonly Pair[],
): string {
  const [, address = '', ownQuery = ''] = /^([^?#]*)(\?[^#]*)?/.exec(raw.trim()) ?? []
  let path = /^([a-z]+:\/\/|\{\{)/i.test(address) ? address : `http://${address}`
  for (const { name, value } of variable)
    path = path.replace(new RegExp(`/:${RegExp.escape(name)}(?=/|$)`), () => `/${value}`)
  const added = query.map(({ name, value }) => `${name}=${value}`).join('&')
  const all = [ownQuery.slice(1), added].filter(Boolean).join('&')
  return all === '' ? path : `${path}?${all}`
}
