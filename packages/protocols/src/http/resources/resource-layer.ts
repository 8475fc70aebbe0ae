/**
 * Fetches what an HTML answer embeds as browsers do, through the user's cache and cookies. The sample becomes the whole: its duration ends with the
 * last resource, bytes and requests on the wire are sums, and its timing parts stay those of the page itself. A resource that fails makes
 * it fail with the code `resource`; which one it was is in `resources`.
 */

import { microseconds } from '../connection.ts'
import { failureText } from '../definition/failures.ts'
import type { CallOptions, HttpResult, Layer } from '../exchange.ts'
import { headerValue } from '../hops.ts'
import { htmlReferences } from './html-references.ts'
import { type Resource, ResourceFetch, resolved, textOf } from './resource-fetch.ts'
import { ResourceHeaders } from './resource-headers.ts'
import { TextMemo } from './text-memo.ts'

/** Streams of one connection that are used at a time, as servers allow about that many. */
const streamsPerHost = 100
const noBytes = new Uint8Array(0)

interface OptionSet {
  page: CallOptions
  withBody: CallOptions
  withoutBody: CallOptions
}

/** The layer of one step; `parallelPerHost` connections at most to one host over HTTP/1.1. */
export function resourceLayer({ parallelPerHost }: { parallelPerHost: number }): Layer {
  const optionSets = new WeakMap<CallOptions, OptionSet>()
  const pages = new TextMemo<readonly Resource[]>()
  const styles = new TextMemo<readonly Resource[]>()
  const headers = new ResourceHeaders()
  return async (call, session, next) => {
    const { options } = call
    let set = optionSets.get(options)
    if (set === undefined) {
      set = optionSetOf(options)
      optionSets.set(options, set)
    }
    const page = await next({ ...call, options: set.page })
    if (isPage(page)) {
      const resources = pages.find(page.url, page.body, () => resourcesOf(page))
      const fetch = new ResourceFetch({
        page: call,
        pageUrl: withoutHash(page.url),
        withBody: set.withBody,
        withoutBody: set.withoutBody,
        styles,
        headers,
        limitOf: url => (session.multiplexes(url, options.transport) ? streamsPerHost : parallelPerHost),
        send: next,
      })
      const from = performance.now()
      await fetch.run(resources)
      addResources(page, fetch, microseconds(from, performance.now()))
    }
    if (!options.wantsHeaders) {
      page.headers = []
      page.sentHead = ''
    }
    if (!options.wantsBody) page.body = noBytes
    return page
  }
}

function addResources(page: HttpResult, fetch: ResourceFetch, durationUs: number): void {
  const { outcomes, failure } = fetch
  page.resources = outcomes
  page.sentBytes += fetch.sentBytes
  page.receivedBytes += fetch.receivedBytes
  page.wireRequests += fetch.wireRequests
  page.repeatedRequests += fetch.repeatedRequests
  // What comes from the cache takes no time.
  if (outcomes.some(outcome => outcome.durationUs > 0)) page.durationUs += durationUs
  if (failure === null) return
  page.errorCode = fetch.isAborted ? 'aborted' : 'resource'
  page.errorMessage = fetch.isAborted
    ? failureText('aborted')
    : failureText('resourceFailed', { code: failure })
}

function resourcesOf(page: HttpResult): Resource[] {
  const { base, references } = htmlReferences(textOf(page))
  return resolved(references, URL.parse(base ?? '', page.url)?.href ?? page.url)
}

function withoutHash(url: string): string {
  const hash = url.indexOf('#')
  return hash < 0 ? url : url.slice(0, hash)
}

function isPage({ status, errorCode, headers }: HttpResult): boolean {
  if (status !== 200 || errorCode !== null) return false
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headerValue(headers, 'content-type') ?? '')
}

function optionSetOf(options: CallOptions): OptionSet {
  const resource = { ...options, method: 'GET', followRedirects: true, wantsHeaders: true }
  return {
    page: { ...options, wantsHeaders: true, wantsBody: options.wantsBody || 'ifSmall' },
    withBody: { ...resource, wantsBody: true },
    withoutBody: { ...resource, wantsBody: false },
  }
}
