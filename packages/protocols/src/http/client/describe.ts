/** Writes one request and its answer in full, for the debug view and the samples of error groups. */
import type { ExchangeContent } from '@pone/schema/exchange-content.ts'
import { previewOf } from '../body/body-source.ts'
import type { HttpCall, HttpResult } from '../exchange.ts'

/** What is shown of a request and its answer. */
export function describeRequest(call: HttpCall, result: HttpResult): ExchangeContent {
  return {
    method: call.options.method,
    url: result.url === '' ? call.url : result.url,
    requestHeaders: requestHeaders(call, result),
    requestBody: previewOf(call.body),
    fromCache: result.fromCache ?? null,
    resources: (result.resources ?? []).map(({ url, status, durationUs, receivedBytes, errorCode }) => ({
      url,
      status: status === 0 ? null : status,
      durationMs: durationUs / 1_000,
      receivedBytes,
      errorCode,
    })),
    sections: [],
  }
}

function requestHeaders(call: HttpCall, result: HttpResult): [string, string][] {
  if (result.sentHead === '') return call.headers.map(([name, value]) => [name, value])
  return result.sentHead
    .split('\r\n')
    .slice(1)
    .filter(line => line !== '')
    .map(line => {
      // The names of HTTP/2's own fields begin with one.
      const colon = line.indexOf(':', 1)
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
}
