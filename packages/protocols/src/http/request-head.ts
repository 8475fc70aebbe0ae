/** Writes the request line and headers of one request: what the caller gave, and what HTTP needs besides. */

import type { Proxy } from '../connect/proxy.ts'
import type { BodyLength } from './body/body-source.ts'
import { failureText } from './definition/failures.ts'
import type { CallOptions, HttpCall } from './exchange.ts'
import { forwardingOf } from './forwarding.ts'
import { KnownHead } from './known-head.ts'
import type { Origin } from './origin.ts'
import type { Redirectable } from './redirect.ts'

/** What a frame is made of. */
export interface FrameParts {
  method: string
  origin: Origin
  keepAlive: boolean
  compression: boolean
  /** Of the transport; plain requests that go through an HTTP proxy are written for it. */
  proxy: Proxy | null
  headers: HttpCall['headers']
}

/** What the heads of many requests have in common; only target, cookies of the jar and length of the body differ. */
export interface HeadFrame extends FrameParts {
  /** The first thing about method and headers that cannot be sent, in words; null when all can. */
  readonly invalid: string | null
  /** The request line up to the target. */
  readonly start: string
  /** From the target to the cookies. */
  readonly fields: string
  readonly ownCookies: string
  /** What follows the cookies, up to the length. */
  readonly closing: string
  /** All that follows the target when there are neither cookies nor a body. */
  readonly bare: string
  readonly isAscii: boolean
  /** How answers to such requests begin; null for a frame that is not kept. */
  known: KnownHead | null
}

/** Frames of steps whose headers never change, so that such a step's requests write little more than their target. */
export class HeadFrames {
  readonly #frames = new WeakMap<CallOptions, HeadFrame>()

  /** The frame of a call's requests to the origin; the call's headers must not change any more. */
  find({ options, headers }: HttpCall, origin: Origin): HeadFrame {
    const known = this.#frames.get(options)
    if (known !== undefined && known.headers === headers && known.origin === origin) return known
    const { method, transport, compression } = options
    const { keepAlive, proxy } = transport
    const frame = headFrame({ method, origin, keepAlive, compression, proxy, headers })
    frame.known = new KnownHead()
    this.#frames.set(options, frame)
    return frame
  }
}

const unsafeValue = /[\r\n\0]/
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])

/** Why a request cannot be sent, as a coded text; null when it can. */
export function invalidPart({ method, headers }: Pick<Redirectable, 'method' | 'headers'>): string | null {
  if (!token.test(method)) return failureText('invalidMethod', { name: JSON.stringify(method) })
  for (const [name, value] of headers) {
    if (!token.test(name)) return failureText('invalidHeaderName', { name: JSON.stringify(name) })
    if (unsafeValue.test(value)) return failureText('invalidHeaderValue', { name })
  }
  return null
}

/** Writes what does not depend on target, cookies and body. A header of the caller wins over ours, except the length, which is always true. */
export function headFrame(parts: FrameParts): HeadFrame {
  const { method, origin } = parts
  let host = origin.hostHeader
  let lines = ''
  let ownCookies = ''
  let hasAcceptEncoding = false
  let hasAuthorization = false
  let hasConnection = false
  let hasUserAgent = false
  let hasAccept = false
  for (const [name, value] of parts.headers) {
    // By length first: headers with variables pass here for every request, and most are none of these.
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
  const forwarding = parts.proxy === null ? null : forwardingOf(parts.proxy, origin)
  let fields = ` HTTP/1.1\r\nHost: ${host}\r\n${lines}`
  if (forwarding !== null) fields += forwarding.fields
  if (!hasUserAgent) fields += 'User-Agent: Pone\r\n'
  if (!hasAccept) fields += 'Accept: */*\r\n'
  if (parts.compression && !hasAcceptEncoding) fields += 'Accept-Encoding: gzip, deflate, br, zstd\r\n'
  if (origin.authorization !== null && !hasAuthorization)
    fields += `Authorization: ${origin.authorization}\r\n`
  const closing = parts.keepAlive || hasConnection ? '' : 'Connection: close\r\n'
  const bare = fields + cookieLine(ownCookies, '') + closing + lengthLine(method, null)
  return {
    ...parts,
    invalid: invalidPart(parts),
    start: forwarding === null ? `${method} ` : `${method} ${forwarding.beforeTarget}`,
    fields,
    ownCookies,
    closing,
    bare,
    isAscii: Buffer.byteLength(bare) === bare.length,
    known: null,
  }
}

/** Request line and headers, with the empty line; `bodyBytes` is null without a body, `cookies` (of the jar) empty without any. */
export function requestHead(
  frame: HeadFrame,
  target: string,
  { cookies, bodyBytes }: { cookies: string; bodyBytes: BodyLength },
): string {
  if (cookies === '' && bodyBytes === null) return frame.start + target + frame.bare
  const { start, fields, ownCookies, closing, method } = frame
  return start + target + fields + cookieLine(ownCookies, cookies) + closing + lengthLine(method, bodyBytes)
}

function cookieLine(own: string, kept: string): string {
  if (own === '' && kept === '') return ''
  return `Cookie: ${own}${own !== '' && kept !== '' ? '; ' : ''}${kept}\r\n`
}

/** The last line with the empty one that ends the head. */
function lengthLine(method: string, bodyBytes: BodyLength): string {
  if (bodyBytes === 'chunked') return 'Transfer-Encoding: chunked\r\n\r\n'
  return bodyBytes !== null || bodyMethods.has(method) ? `Content-Length: ${bodyBytes ?? 0}\r\n\r\n` : '\r\n'
}
