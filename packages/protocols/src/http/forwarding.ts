/** How plain requests are written that go through an HTTP proxy: with their absolute address. */
import { type Proxy, proxyAuthorization } from '../connect/proxy.ts'
import type { Origin } from './origin.ts'

/** What the head of a plain request says for the proxy. */
export interface Forwarding {
  /** Comes before the target in the request line. */
  readonly beforeTarget: string
  /** Header lines; empty when there are none. */
  readonly fields: string
}

/** How plain requests to the origin are written; null when they do not go through an HTTP proxy. @see RFC 9112 §3.2.2 */
export function forwardingOf(proxy: Proxy, origin: Origin): Forwarding | null {
  if (origin.isTls || proxy.kind !== 'http' || proxy.bypass(origin.host)) return null
  const authorization = proxyAuthorization(proxy)
  return {
    beforeTarget: `http://${origin.hostHeader}`,
    fields: authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`,
  }
}
