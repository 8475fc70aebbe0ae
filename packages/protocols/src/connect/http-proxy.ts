/** Asks an HTTP proxy for a tunnel by CONNECT. */
import { networkFailureText } from '../network-failures.ts'
import type { Destination } from './destination.ts'
import { type Handshake, needsMore } from './handshake.ts'
import { authorityOf, type Proxy, proxyAuthorization } from './proxy.ts'

/** Longest answer that is read. */
const maxAnswerBytes = 65_536
const statusLine = /^HTTP\/1\.[01] (\d{3})(?: ([^\r\n]*))?\r?\n/

/** Asks for a tunnel to the origin. @see RFC 9110 §9.3.6 */
export function httpTunnel(proxy: Proxy, origin: Destination): Handshake {
  const authority = authorityOf(origin)
  const authorization = proxyAuthorization(proxy)
  const credentials = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`
  const greeting = `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\nUser-Agent: Pone\r\n${credentials}\r\n`
  let received = ''
  return {
    greeting: Buffer.from(greeting, 'latin1'),
    feed(bytes) {
      received += bytes.toString('latin1')
      const end = /\r?\n\r?\n/.exec(received)
      if (end === null) {
        return received.length < maxAnswerBytes ? needsMore : garbage('proxyEndless')
      }
      const line = statusLine.exec(received)
      if (line === null) return garbage('proxyNotHttp')
      const [, status = '', reason = ''] = line
      if (!status.startsWith('2')) {
        return {
          kind: 'fault',
          fault: [`proxy.${status}`, networkFailureText('proxyRefused', { authority, status, reason })],
        }
      }
      return { kind: 'done', rest: Buffer.from(received.slice(end.index + end[0].length), 'latin1') }
    },
  }
}

const garbage = (reason: 'proxyEndless' | 'proxyNotHttp') =>
  ({ kind: 'fault', fault: ['proxy.protocol', networkFailureText(reason)] }) as const
