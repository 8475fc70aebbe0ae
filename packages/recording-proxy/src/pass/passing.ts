/** What all ways of passing a request on share. */
import type { Exchange } from '../exchange/exchange.ts'
import type { Recording } from '../recording.ts'
import { faultOf } from '../target/faults.ts'
import type { Target } from '../target/target.ts'
import type { Upstream } from '../target/upstream.ts'

export interface Passing {
  readonly recording: Recording
  readonly upstream: Upstream
  readonly silenceMs: number
}

/** Of one connection, or made anew by each side. */
const ofConnection =
  /^(connection|keep-alive|proxy-connection|proxy-authorization|proxy-authenticate|te|transfer-encoding|upgrade|expect|http2-settings)$/

/** Flat names and values without those that concern one connection. @param chunked the body has no known length */
export function passedHeaders(
  raw: readonly string[],
  { isRequest }: { readonly isRequest: boolean },
): string[] {
  const named = new Set<string>()
  for (let at = 0; at < raw.length; at += 2)
    if (raw[at]?.toLowerCase() === 'connection')
      for (const name of (raw[at + 1] ?? '').toLowerCase().split(',')) named.add(name.trim())
  const passed: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? ''
    // Over HTTP/3 the browser would go past the proxy.
    if (!isRequest && name === 'alt-svc') continue
    // How a request is cut into chunks is made anew, that it is chunked is told.
    const isChunked = isRequest && name === 'transfer-encoding'
    if (!isChunked && (ofConnection.test(name) || named.has(name))) continue
    passed.push(raw[at] ?? '', raw[at + 1] ?? '')
  }
  return passed
}

export interface FaultAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the browser shows when a request could not be passed on. */
export function faultAnswer(cause: unknown, target: Target): FaultAnswer {
  const { status, zh, en } = faultOf(cause, target)
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-pone-recording': 'fault' },
    body: `Pone: ${zh}\nPone: ${en}\n`,
  }
}

/** Writes down that nothing came back. */
export function finishWithout(recording: Recording, exchange: Exchange): void {
  exchange.status = 0
  exchange.responseHeaders = []
  recording.finish(exchange)
}
