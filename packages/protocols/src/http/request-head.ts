/** Writes the request line and headers of one request: what the caller gave, and what HTTP needs besides. */
import type { HttpCall } from './exchange.ts'
import type { Origin } from './origin.ts'
import type { Redirectable } from './redirect.ts'

/** What the head is made of, apart from the call's own headers. */
export interface HeadParts {
  method: string
  target: string
  origin: Origin
  /** Bytes of the body; null when there is none. */
  bodyBytes: number | null
  /** From the cookie jar; empty when there are none. */
  cookies: string
  keepAlive: boolean
  compression: boolean
  headers: HttpCall['headers']
}

const unsafeValue = /[\r\n\0]/
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])

/** The first thing about a request that cannot be sent, in words; null when all can. */
export function invalidPart({ method, headers }: Pick<Redirectable, 'method' | 'headers'>): string | null {
  if (!token.test(method)) return `method ${JSON.stringify(method)}`
  for (const [name, value] of headers) {
    if (!token.test(name)) return `header name ${JSON.stringify(name)}`
    if (unsafeValue.test(value)) return `value of header ${name}`
  }
  return null
}

/** Request line and headers, with the empty line. A header of the caller wins over ours, except the length, which is always true. */
export function requestHead(parts: HeadParts): string {
  const { method, origin, cookies } = parts
  let host = origin.hostHeader
  let lines = ''
  let ownCookies = ''
  let hasAcceptEncoding = false
  let hasAuthorization = false
  let hasConnection = false
  let hasUserAgent = false
  let hasAccept = false
  for (const [name, value] of parts.headers) {
    switch (name.length) {
      case 4:
        if (name.toLowerCase() !== 'host') break
        host = value
        continue
      case 6: {
        const lower = name.toLowerCase()
        if (lower === 'accept') hasAccept = true
        if (lower !== 'cookie') break
        ownCookies = value
        continue
      }
      case 10: {
        const lower = name.toLowerCase()
        if (lower === 'connection') hasConnection = true
        if (lower === 'user-agent') hasUserAgent = true
        break
      }
      case 13:
        if (name.toLowerCase() === 'authorization') hasAuthorization = true
        break
      case 14:
        if (name.toLowerCase() === 'content-length') continue
        break
      case 15:
        if (name.toLowerCase() === 'accept-encoding') hasAcceptEncoding = true
        break
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') continue
        break
    }
    lines += `${name}: ${value}\r\n`
  }
  let head = `${method} ${parts.target} HTTP/1.1\r\nHost: ${host}\r\n${lines}`
  if (!hasUserAgent) head += 'User-Agent: Pone\r\n'
  if (!hasAccept) head += 'Accept: */*\r\n'
  if (parts.compression && !hasAcceptEncoding) head += 'Accept-Encoding: gzip, deflate, br, zstd\r\n'
  if (origin.authorization !== null && !hasAuthorization) head += `Authorization: ${origin.authorization}\r\n`
  if (cookies !== '' || ownCookies !== '') {
    head += `Cookie: ${ownCookies}${cookies !== '' && ownCookies !== '' ? '; ' : ''}${cookies}\r\n`
  }
  if (!parts.keepAlive && !hasConnection) head += 'Connection: close\r\n'
  if (parts.bodyBytes !== null || bodyMethods.has(method))
    head += `Content-Length: ${parts.bodyBytes ?? 0}\r\n`
  return `${head}\r\n`
}
