/** Fetches what one page embeds, each address once, so many at a time per host as a browser would. */
import type { CallOptions, HttpCall, HttpResult, ResourceOutcome } from '../exchange.ts'
import { headerValue } from '../hops.ts'
import { cssReferences, type Reference } from './css-references.ts'
import type { TextMemo } from './text-memo.ts'

/** More than any page of good sense has; what a hostile one names beyond is left out. */
export const maxResources = 500

/** What the resources of a page are fetched with. */
export interface FetchOptions {
  readonly page: HttpCall
  /** Final address of the page. */
  readonly pageUrl: string
  /** Options of a resource whose body is read, and of one whose body is dropped. */
  readonly withBody: CallOptions
  readonly withoutBody: CallOptions
  readonly styles: TextMemo<readonly Reference[]>
  /** How many may be under way at a time to the address's host. */
  readonly limitOf: (url: string) => number
  readonly send: (call: HttpCall) => Promise<HttpResult>
}

interface Resource {
  readonly url: string
  readonly isStyle: boolean
  /** Named by a style sheet: what it names in turn is not read. */
  readonly isNested: boolean
}

/** Headers that belong to the page's request alone. */
const ofPageOnly = /^(content-.*|range|if-.*|accept|host|referer|transfer-encoding|expect|upgrade|origin)$/i
const credentials = /^(authorization|cookie|proxy-authorization)$/i

/** All resources of a page. */
export class ResourceFetch {
  readonly outcomes: ResourceOutcome[] = []
  /** Sums over all. */
  sentBytes = 0
  receivedBytes = 0
  wireRequests = 0
  /** What kind of failure came first; null = none. */
  failure: string | null = null
  isAborted = false
  readonly #options: FetchOptions
  readonly #seen = new Set<string>()
  readonly #hosts = new Map<string, { underWay: number; waiting: Resource[] }>()
  #underWay = 0
  #onDone: () => void = () => undefined

  constructor(options: FetchOptions) {
    this.#options = options
    this.#seen.add(withoutHash(options.pageUrl))
  }

  /** Fetches the references and what their style sheets name; resolves when the last has come. */
  run(references: readonly Reference[], baseUrl: string): Promise<void> {
    return new Promise(resolve => {
      this.#onDone = resolve
      this.#addAll(references, baseUrl, false)
      if (this.#underWay === 0) resolve()
    })
  }

  #addAll(references: readonly Reference[], baseUrl: string, isNested: boolean): void {
    for (const { href, isStyle } of references) {
      if (this.#seen.size > maxResources) return
      const at = URL.parse(href, baseUrl)
      if (at === null || (at.protocol !== 'http:' && at.protocol !== 'https:')) continue
      at.hash = ''
      const url = at.href
      if (this.#seen.has(url)) continue
      this.#seen.add(url)
      this.#place({ url, isStyle, isNested }, at.origin)
    }
  }

  #place(resource: Resource, origin: string): void {
    let host = this.#hosts.get(origin)
    if (host === undefined) {
      host = { underWay: 0, waiting: [] }
      this.#hosts.set(origin, host)
    }
    host.waiting.push(resource)
    this.#proceed(origin)
  }

  #proceed(origin: string): void {
    const host = this.#hosts.get(origin)
    if (host === undefined || this.isAborted) return
    while (host.underWay < this.#options.limitOf(origin)) {
      const resource = host.waiting.shift()
      if (resource === undefined) return
      host.underWay++
      this.#underWay++
      void this.#fetch(resource, origin).then(() => {
        host.underWay--
        this.#underWay--
        this.#proceed(origin)
        if (this.#underWay === 0) this.#onDone()
      })
    }
  }

  async #fetch(resource: Resource, origin: string): Promise<void> {
    const { url } = resource
    const { withBody, withoutBody, styles, send } = this.#options
    const readsBody = resource.isStyle && !resource.isNested
    const result = await send({
      options: readsBody ? withBody : withoutBody,
      url,
      headers: this.#headersFor(origin),
      body: null,
      ...this.#authFor(origin),
    })
    const { status, durationUs, sentBytes, receivedBytes, wireRequests, errorCode } = result
    this.sentBytes += sentBytes
    this.receivedBytes += receivedBytes
    this.wireRequests += wireRequests
    this.outcomes.push({ url, status, durationUs, receivedBytes, errorCode })
    if (errorCode === 'aborted') this.isAborted = true
    if (errorCode !== null) this.failure ??= errorCode
    else if (status >= 400) this.failure ??= `HTTP ${status}`
    else if (readsBody && isCss(result)) {
      const found = styles.find(url, result.body, () => cssReferences(textOf(result)))
      this.#addAll(found, result.url, true)
    }
  }

  /** The page's own headers, so that a run's requests stay recognisable; credentials only for the same origin, as in browsers. */
  #headersFor(origin: string): [name: string, value: string][] {
    const { page, pageUrl } = this.#options
    const isSame = this.#isOwn(origin)
    const headers: [string, string][] = []
    for (const [name, value] of page.headers) {
      if (!ofPageOnly.test(name) && (isSame || !credentials.test(name))) headers.push([name, value])
    }
    headers.push(['Referer', isSame ? referer(pageUrl) : `${URL.parse(pageUrl)?.origin ?? ''}/`])
    return headers
  }

  #authFor(origin: string): Pick<HttpCall, 'auth'> {
    const { auth } = this.#options.page
    return auth !== undefined && this.#isOwn(origin) ? { auth } : {}
  }

  #isOwn(origin: string): boolean {
    return URL.parse(this.#options.pageUrl)?.origin === origin
  }
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

function referer(pageUrl: string): string {
  const url = URL.parse(pageUrl)
  if (url === null) return ''
  url.username = ''
  url.password = ''
  url.hash = ''
  return url.href
}

function withoutHash(url: string): string {
  const at = URL.parse(url)
  if (at === null) return url
  at.hash = ''
  return at.href
}
