/** Fetches what one page embeds, each address once, so many at a time per host as a browser would. */
import type { CallOptions, HttpCall, HttpResult, ResourceOutcome } from '../exchange.ts'
import { headerValue } from '../hops.ts'
import { cssReferences, type Reference } from './css-references.ts'
import type { ResourceHeaders } from './resource-headers.ts'
import type { TextMemo } from './text-memo.ts'

/** More than any page of good sense has; what a hostile one names beyond is left out. */
export const maxResources = 500

/** What is to be fetched: an absolute http or https address without fragment. */
export interface Resource {
  readonly url: string
  readonly origin: string
  readonly isStyle: boolean
}

/** What the resources of a page are fetched with. */
export interface FetchOptions {
  readonly page: HttpCall
  /** Final address of the page. */
  readonly pageUrl: string
  /** Options of a resource whose body is read, and of one whose body is dropped. */
  readonly withBody: CallOptions
  readonly withoutBody: CallOptions
  readonly styles: TextMemo<readonly Resource[]>
  readonly headers: ResourceHeaders
  /** How many may be under way at a time to the address's host. */
  readonly limitOf: (url: string) => number
  readonly send: (call: HttpCall) => Promise<HttpResult>
}

interface Task {
  readonly resource: Resource
  /** Named by a style sheet: what it names in turn is not read. */
  readonly isNested: boolean
}

/** All resources of a page. */
export class ResourceFetch {
  readonly outcomes: ResourceOutcome[] = []
  /** Sums over all. */
  sentBytes = 0
  receivedBytes = 0
  wireRequests = 0
  repeatedRequests = 0
  /** What kind of failure came first; null = none. */
  failure: string | null = null
  isAborted = false
  readonly #options: FetchOptions
  readonly #ownOrigin: string | undefined
  readonly #seen = new Set<string>()
  readonly #hosts = new Map<string, { underWay: number; waiting: Task[] }>()
  #underWay = 0
  #onDone: () => void = () => undefined

  constructor(options: FetchOptions) {
    this.#options = options
    this.#ownOrigin = URL.parse(options.pageUrl)?.origin
    this.#seen.add(options.pageUrl)
  }

  /** Fetches them and what their style sheets name; resolves when the last has come. */
  run(resources: readonly Resource[]): Promise<void> {
    return new Promise(resolve => {
      this.#onDone = resolve
      this.#addAll(resources, false)
      if (this.#underWay === 0) resolve()
    })
  }

  #addAll(resources: readonly Resource[], isNested: boolean): void {
    for (const resource of resources) {
      if (this.#seen.size > maxResources) return
      if (this.#seen.has(resource.url)) continue
      this.#seen.add(resource.url)
      this.#place({ resource, isNested })
    }
  }

  #place(task: Task): void {
    const { origin } = task.resource
    let host = this.#hosts.get(origin)
    if (host === undefined) {
      host = { underWay: 0, waiting: [] }
      this.#hosts.set(origin, host)
    }
    host.waiting.push(task)
    this.#proceed(origin)
  }

  #proceed(origin: string): void {
    const host = this.#hosts.get(origin)
    if (host === undefined || this.isAborted) return
    while (host.underWay < this.#options.limitOf(origin)) {
      const task = host.waiting.shift()
      if (task === undefined) return
      host.underWay++
      this.#underWay++
      void this.#fetch(task).then(() => {
        host.underWay--
        this.#underWay--
        this.#proceed(origin)
        if (this.#underWay === 0) this.#onDone()
      })
    }
  }

  async #fetch({ resource, isNested }: Task): Promise<void> {
    const { url, origin, isStyle } = resource
    const { page, pageUrl, withBody, withoutBody, styles, headers, send } = this.#options
    const readsBody = isStyle && !isNested
    const { auth } = page
    const isOwn = origin === this.#ownOrigin
    const result = await send({
      options: readsBody ? withBody : withoutBody,
      url,
      headers: headers.of(page, pageUrl, { origin, isOwn }),
      body: null,
      ...(auth !== undefined && isOwn ? { auth } : {}),
    })
    const { status, durationUs, sentBytes, receivedBytes, errorCode } = result
    this.sentBytes += sentBytes
    this.receivedBytes += receivedBytes
    this.wireRequests += result.wireRequests
    this.repeatedRequests += result.repeatedRequests
    this.outcomes.push({ url, status, durationUs, receivedBytes, errorCode })
    if (errorCode === 'aborted') this.isAborted = true
    if (errorCode !== null) this.failure ??= errorCode
    else if (status >= 400) this.failure ??= `HTTP ${status}`
    else if (readsBody && isCss(result)) {
      const read = () => resolved(cssReferences(textOf(result)), result.url)
      this.#addAll(styles.find(result.url, result.body, read), true)
    }
  }
}

/** The references as addresses, each once; what is not http or https is left out. */
export function resolved(references: readonly Reference[], baseUrl: string): Resource[] {
  const resources = new Map<string, Resource>()
  for (const { href, isStyle } of references) {
    if (resources.size > maxResources) break
    const at = URL.parse(href, baseUrl)
    if (at === null || (at.protocol !== 'http:' && at.protocol !== 'https:')) continue
    at.hash = ''
    const url = at.href
    if (!resources.has(url)) resources.set(url, { url, origin: at.origin, isStyle })
  }
  return [...resources.values()]
}

/** The body as text in the character set that the answer names. */
export function textOf({ body, charset }: HttpResult): string {
  if (charset === null || charset === 'utf-8')
    return Buffer.from(body.buffer, body.byteOffset, body.length).toString()
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

function isCss(result: HttpResult): boolean {
  return /^\s*text\/css\b/i.test(headerValue(result.headers, 'content-type') ?? '')
}
