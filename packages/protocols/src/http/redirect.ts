/** Where a redirect leads and what the next request carries: the rules of browsers and RFC 9110 §15.4. */
import type { RequestBody } from './exchange.ts'

/** Redirects followed before the outcome is tooManyRedirects. */
export const maxRedirects = 10

const redirectStatuses = new Set([301, 302, 303, 307, 308])
const contentHeaders = /^content-/i
const credentialHeaders = /^(authorization|cookie|proxy-authorization)$/i

/** The part of a request that a redirect may change. */
export interface Redirectable {
  method: string
  url: string
  headers: readonly (readonly [name: string, value: string])[]
  body: RequestBody | null
}

/** Whether the answer asks to go elsewhere. */
export function isRedirect(status: number, location: string | null): location is string {
  return location !== null && redirectStatuses.has(status)
}

/** The request that follows; null when the location is no http or https address. */
export function redirected(request: Redirectable, status: number, location: string): Redirectable | null {
  const from = URL.parse(request.url)
  const to = URL.parse(location, request.url)
  if (to === null || from === null || (to.protocol !== 'http:' && to.protocol !== 'https:')) return null
  to.hash = ''
  let { method, body, headers } = request
  const becomesGet =
    (status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST')
  if (becomesGet) {
    method = 'GET'
    body = null
    headers = headers.filter(([name]) => !contentHeaders.test(name))
  }
  if (to.origin === from.origin) {
    // User info in the first address holds for its whole site, as in browsers.
    if (to.username === '' && to.password === '') {
      to.username = from.username
      to.password = from.password
    }
  } else {
    headers = headers.filter(([name]) => !credentialHeaders.test(name) && name.toLowerCase() !== 'host')
  }
  return { method, url: to.href, headers, body }
}
