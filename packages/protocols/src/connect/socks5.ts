/** Asks a SOCKS5 proxy for a connection to the origin, whose name the proxy resolves. @see RFC 1928, RFC 1929 */

import { isIP } from 'node:net'
import { networkFailureText } from '../network-failures.ts'
import type { Destination } from './destination.ts'
import { type Handshake, type HandshakeStep, needsMore } from './handshake.ts'
import type { Proxy } from './proxy.ts'

const version = 5
const noAuthentication = 0
const userPassword = 2
const noneAcceptable = 0xff
/** The length has one byte. */
const maxNameLength = 255
const addressKinds = { ipv4: 1, name: 3, ipv6: 4 } as const

/** What the proxy's reply codes mean, from 1. */
const refusals = [
  ['generalFailure', { zh: '一般性失败', en: 'general failure' }],
  ['notAllowed', { zh: '规则不允许', en: 'not allowed by the rules' }],
  ['networkUnreachable', { zh: '网络不可达', en: 'network unreachable' }],
  ['hostUnreachable', { zh: '主机不可达', en: 'host unreachable' }],
  ['connectionRefused', { zh: '连接被拒绝', en: 'connection refused' }],
  ['ttlExpired', { zh: 'TTL 已过期', en: 'TTL expired' }],
  ['commandNotSupported', { zh: '不支持该命令', en: 'command not supported' }],
  ['addressTypeNotSupported', { zh: '不支持该地址类型', en: 'address type not supported' }],
] as const

type State = 'method' | 'authentication' | 'reply'

/** Greeting, authentication if it asks for it, and the wish to connect. */
export function socks5(proxy: Proxy, origin: Destination): Handshake {
  const hasUser = proxy.user !== ''
  const methods = hasUser ? [noAuthentication, userPassword] : [noAuthentication]
  let received = Buffer.alloc(0)
  let state: State = 'method'

  const wish = (): HandshakeStep => {
    // A redirect may lead anywhere; a length that wraps around would have the rest of the name read as a command.
    if (origin.host.length > maxNameLength)
      return fault('hostTooLong', networkFailureText('socksNameTooLong'))
    state = 'reply'
    return { kind: 'more', send: connectCommand(origin) }
  }
  const afterMethod = (chosen: number): HandshakeStep => {
    if (chosen === noAuthentication) return wish()
    if (chosen === userPassword && hasUser) {
      state = 'authentication'
      return { kind: 'more', send: credentials(proxy) }
    }
    if (chosen !== noneAcceptable) return fault('protocol', networkFailureText('socksWrongMethod'))
    return hasUser
      ? fault('authRejected', networkFailureText('socksNoMethod'))
      : fault('authRequired', networkFailureText('socksAuthRequired'))
  }
  const step = (): HandshakeStep | null => {
    const [first = 0, second = 0, , kind = 0, nameLength = 0] = received
    if (state !== 'authentication' && received.length > 0 && first !== version) {
      return fault('protocol', networkFailureText('socksNotSpoken'))
    }
    if (received.length < 2) return null
    if (state === 'method') {
      received = received.subarray(2)
      return afterMethod(second)
    }
    if (state === 'authentication') {
      received = received.subarray(2)
      return second === 0 ? wish() : fault('authRejected', networkFailureText('socksAuthRejected'))
    }
    if (second !== 0) {
      const [name, words] = refusals[second - 1] ?? [
        'generalFailure',
        { zh: `响应码 ${second}`, en: `reply ${second}` },
      ]
      return fault(
        name,
        networkFailureText('socksRefused', { authority: `${origin.host}:${origin.port}`, reason: words }),
      )
    }
    if (received.length < 5) return null
    const size = replySize(kind, nameLength)
    if (size === null) return fault('protocol', networkFailureText('socksUnknownAddress'))
    if (received.length < size) return null
    return { kind: 'done', rest: received.subarray(size) }
  }
  return {
    greeting: Buffer.from([version, methods.length, ...methods]),
    feed(bytes) {
      received = Buffer.concat([received, bytes])
      return step() ?? needsMore
    },
  }
}

function connectCommand({ host, port }: Destination): Buffer {
  return Buffer.concat([
    Buffer.from([version, 1, 0]),
    addressBytes(host),
    Buffer.from([port >> 8, port & 0xff]),
  ])
}

function addressBytes(host: string): Buffer {
  const family = isIP(host)
  if (family === 4) return Buffer.from([addressKinds.ipv4, ...host.split('.').map(Number)])
  if (family === 6) return Buffer.from([addressKinds.ipv6, ...ipv6Bytes(host)])
  const name = Buffer.from(host, 'latin1')
  return Buffer.concat([Buffer.from([addressKinds.name, name.length]), name])
}

/** The 16 bytes of an address; the WHATWG parser that origins come through has put it into its shortest hexadecimal form. */
function ipv6Bytes(host: string): number[] {
  const [head = '', tail] = host.split('::')
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16))
  const first = groups(head)
  const last = tail === undefined ? [] : groups(tail)
  const gap = Array.from({ length: 8 - first.length - last.length }, () => 0)
  return [...first, ...gap, ...last].flatMap(group => [group >> 8, group & 0xff])
}

function credentials({ user, password }: Proxy): Buffer {
  const part = (text: string) => {
    const bytes = Buffer.from(text)
    return Buffer.concat([Buffer.from([bytes.length]), bytes])
  }
  return Buffer.concat([Buffer.from([1]), part(user), part(password)])
}

/** Bytes of a whole reply with an address of that kind; null when the kind is unknown. */
function replySize(kind: number, nameLength: number): number | null {
  if (kind === addressKinds.ipv4) return 4 + 4 + 2
  if (kind === addressKinds.ipv6) return 4 + 16 + 2
  return kind === addressKinds.name ? 4 + 1 + nameLength + 2 : null
}

const fault = (code: string, message: string): HandshakeStep => ({
  kind: 'fault',
  fault: [`proxy.${code}`, message],
})
