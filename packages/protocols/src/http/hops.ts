/** Follows redirects hop by hop over single requests, for senders that do not do it themselves: HTTP/2 (h2/) and the cache (cache/). */
import { failureText } from './definition/failures.ts'
import type { CallOptions, HttpCall, HttpResult } from './exchange.ts'
import { addedUs, noPhases } from './phases.ts'
import { isRedirect, maxRedirects, type Redirectable, redirected } from './redirect.ts'

/** Options of single hops, made once per step and method. */
export class HopOptions {
  readonly #known = new WeakMap<CallOptions, CallOptions[]>()

  /** The step's options for one hop: not following, with headers. */
  of(options: CallOptions, method: string): CallOptions {
    let known = this.#known.get(options)
    if (known === undefined) {
      known = []
      this.#known.set(options, known)
    }
    let hop = known.find(each => each.method === method)
    if (hop === undefined) {
      hop = { ...options, method, followRedirects: false, wantsHeaders: true }
      known.push(hop)
    }
    return hop
  }
}

/** Sends the call and what its redirects lead to, if the call follows them; figures of all hops are summed. */
export async function followHops(
  call: HttpCall,
  hopOptions: HopOptions,
  sendHop: (hop: HttpCall) => Promise<HttpResult>,
): Promise<HttpResult> {
  const { options } = call
  let request: Redirectable = {
    method: options.method,
    url: call.url,
    headers: call.headers,
    body: call.body,
  }
  let before: HttpResult | null = null
  let hopBase: Pick<HttpCall, 'auth'> = call.auth === undefined ? {} : { auth: call.auth }
  for (let redirects = 0; ; redirects++) {
    const { method, url, headers, body } = request
    const result = await sendHop({ ...hopBase, options: hopOptions.of(options, method), url, headers, body })
    addHop(result, before)
    before = result
    const location = result.errorCode === null ? headerValue(result.headers, 'location') : null
    if (!options.followRedirects || !isRedirect(result.status, location)) break
    if (redirects >= maxRedirects) {
      result.errorCode = 'tooManyRedirects'
      result.errorMessage = failureText('tooManyRedirects', { count: maxRedirects })
      break
    }
    const next = redirected(request, result.status, location)
    if (next === null) {
      result.errorCode = 'protocol.redirect'
      result.errorMessage = failureText('foreignRedirect')
      break
    }
    if (URL.parse(next.url)?.origin !== URL.parse(url)?.origin) hopBase = {}
    request = next
  }
  if (!options.wantsHeaders) {
    before.headers = []
    before.sentHead = ''
  }
  return before
}

/** First value of a header, whatever its case; null when it is not there. */
export function headerValue(headers: HttpResult['headers'], lowerName: string): string | null {
  for (const [name, value] of headers) {
    if (name.length === lowerName.length && name.toLowerCase() === lowerName) return value
  }
  return null
}

/** An outcome without an answer, of which nothing went out. */
export function unsentResult(url: string, errorCode: string, errorMessage: string): HttpResult {
  return {
    status: 0,
    errorCode,
    errorMessage,
    headers: [],
    body: new Uint8Array(0),
    charset: null,
    sentBytes: 0,
    receivedBytes: 0,
    durationUs: 0,
    phasesUs: noPhases(),
    url,
    wireRequests: 0,
    repeatedRequests: 0,
    sentHead: '',
  }
}

/** Adds what went before to an outcome. */
export function addHop(result: HttpResult, before: HttpResult | null): void {
  if (before === null) return
  result.sentBytes += before.sentBytes
  result.receivedBytes += before.receivedBytes
  result.durationUs += before.durationUs
  result.wireRequests += before.wireRequests
  result.repeatedRequests += before.repeatedRequests
  for (const index of result.phasesUs.keys()) {
    result.phasesUs[index] = addedUs(before.phasesUs[index] ?? null, result.phasesUs[index] ?? null)
  }
}
