/** Writes the headers that resources of a page are asked for with; the same ones again and again, so that their heads are written once. */
import type { HttpCall } from '../exchange.ts'

/** Headers that belong to the page's request alone. */
const ofPageOnly = /^(content-.*|range|if-.*|accept|host|referer|transfer-encoding|expect|upgrade|origin)$/i
const credentials = /^(authorization|cookie|proxy-authorization)$/i
const maxRemembered = 50

interface Known {
  readonly pageHeaders: HttpCall['headers']
  readonly pageUrl: string
  readonly headers: HttpCall['headers']
}

/** Of one step. */
export class ResourceHeaders {
  readonly #known = new Map<string, Known>()

  /** The page's own headers, so that a run's requests stay recognisable, and the referrer; credentials only for the same origin, as in browsers. */
  of(
    page: HttpCall,
    pageUrl: string,
    { origin, isOwn }: { origin: string; isOwn: boolean },
  ): HttpCall['headers'] {
    const known = this.#known.get(origin)
    if (known !== undefined && known.pageHeaders === page.headers && known.pageUrl === pageUrl) {
      return known.headers
    }
    const headers = page.headers.filter(
      ([name]) => !ofPageOnly.test(name) && (isOwn || !credentials.test(name)),
    )
    headers.push(['Referer', refererOf(pageUrl, isOwn)])
    if (this.#known.size >= maxRemembered) this.#known.clear()
    this.#known.set(origin, { pageHeaders: page.headers, pageUrl, headers })
    return headers
  }
}

/** strict-origin-when-cross-origin, as browsers do when a page says nothing. */
function refererOf(pageUrl: string, isOwn: boolean): string {
  const url = URL.parse(pageUrl)
  if (url === null) return ''
  url.username = ''
  url.password = ''
  url.hash = ''
  return isOwn ? url.href : `${url.origin}/`
}
