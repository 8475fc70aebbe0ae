/** Writes one request and its answer in full, for the sample of an error group or a standalone execution. */
import type { Exchange } from '@pone/contract/entities/run.ts'
import { previewOf } from '@pone/protocols/http/body/body-source.ts'
import type { HttpCall, HttpResult } from '@pone/protocols/http/exchange.ts'
import type { CheckpointOutcome } from '../checkpoints.ts'
import type { Failure } from '../observer.ts'
import type { ResponseView } from '../response-view.ts'

const maxBodyLength = 262_144

/** What an extractor found. */
export interface Extraction {
  variable: string
  value: string
  matched: boolean
}

interface ExchangeParts {
  at: number
  label: string
  call: HttpCall
  result: HttpResult
  view: ResponseView
  failure: Failure | null
  checkpoints: CheckpointOutcome[]
  extracted: Extraction[]
}

const milliseconds = (us: number | null) => (us === null ? null : us / 1_000)

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

/** Writes the exchange when it is asked for; apart from where requests are judged, so that those without one pay nothing for it. */
export const exchangeMaker = (parts: ExchangeParts) => (): Exchange => exchangeOf(parts)

/** The exchange as the contract has it; bodies are cut to 256 KiB. */
function exchangeOf({
  at,
  label,
  call,
  result,
  view,
  failure,
  checkpoints,
  extracted,
}: ExchangeParts): Exchange {
  return {
    at,
    label,
    method: call.options.method,
    url: result.url === '' ? call.url : result.url,
    requestHeaders: requestHeaders(call, result),
    requestBody: previewOf(call.body).slice(0, maxBodyLength),
    status: result.status === 0 ? null : result.status,
    responseHeaders: result.headers.map(([name, value]) => [name, value]),
    responseBody: result.body.length === 0 ? '' : view.text().slice(0, maxBodyLength),
    responseBytes: result.body.length > 0 ? result.body.length : result.receivedBytes,
    durationMs: result.durationUs / 1_000,
    timing: {
      dnsMs: milliseconds(result.timing.dnsUs),
      connectMs: milliseconds(result.timing.connectUs),
      tlsMs: milliseconds(result.timing.tlsUs),
      firstByteMs: milliseconds(result.timing.firstByteUs),
      transferMs: milliseconds(result.timing.transferUs),
    },
    error: failure === null ? null : { code: failure.code, message: failure.message },
    checkpoints,
    extracted,
    fromCache: result.fromCache ?? null,
    resources: (result.resources ?? []).map(({ url, status, durationUs, receivedBytes, errorCode }) => ({
      url,
      status: status === 0 ? null : status,
      durationMs: durationUs / 1_000,
      receivedBytes,
      errorCode,
    })),
  }
}
