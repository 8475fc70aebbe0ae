/** Header fields of HTTP/2 requests: what the caller gave, and what HTTP needs besides (RFC 9113 §8.3); made once for steps whose headers never change. */
import type { CallOptions, HttpCall } from '../exchange.ts'
import type { Origin } from '../origin.ts'
import { invalidPart } from '../request-head.ts'

/** What the fields of many requests have in common; names and values in turn, a character per byte. */
export interface H2RequestFrame {
  readonly headers: HttpCall['headers']
  readonly origin: Origin
  /** The first thing about method and headers that cannot be sent, in words; null when all can. */
  readonly invalid: string | null
  /** The pseudo headers before the path. */
  readonly lead: readonly string[]
  /** What follows the path, up to cookies and length. */
  readonly rest: readonly string[]
  readonly ownCookies: string
}

/** Headers of HTTP/1.1 connections, which HTTP/2 forbids, and those that are written otherwise. */
const notSent = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'te',
  'host',
  'cookie',
  'content-length',
])
const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])
const beyondAscii = /[\u0080-\uffff]/
const beyondLatin1 = /[\u0100-\uffff]/

/** Frames of steps. */
export class H2RequestFrames {
  readonly #frames = new WeakMap<CallOptions, H2RequestFrame>()

  /** The frame of a call's requests to the origin; the call's headers must not change any more. */
  find(call: HttpCall, origin: Origin): H2RequestFrame {
    const known = this.#frames.get(call.options)
    if (known !== undefined && known.headers === call.headers && known.origin === origin) return known
    const frame = requestFrame(call, origin)
    this.#frames.set(call.options, frame)
    return frame
  }
}

/** A header of the caller wins over ours, except the length, which is always true. */
function requestFrame({ options, headers }: HttpCall, origin: Origin): H2RequestFrame {
  const { method, compression } = options
  const given = new Set<string>()
  let authority = origin.hostHeader
  let ownCookies = ''
  const rest: string[] = []
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    given.add(lower)
    if (lower === 'host') authority = value
    else if (lower === 'cookie') ownCookies = value
    if (!notSent.has(lower) && lower[0] !== ':') rest.push(lower, onWire(value.trim()))
  }
  if (!given.has('user-agent')) rest.push('user-agent', 'Pone')
  if (!given.has('accept')) rest.push('accept', '*/*')
  if (compression && !given.has('accept-encoding')) rest.push('accept-encoding', 'gzip, deflate, br, zstd')
  if (origin.authorization !== null && !given.has('authorization')) {
    rest.push('authorization', origin.authorization)
  }
  const lead = [
    ':method',
    method,
    ':scheme',
    origin.isTls ? 'https' : 'http',
    ':authority',
    onWire(authority),
  ]
  return { headers, origin, invalid: invalidPart({ method, headers }), lead, rest, ownCookies }
}

/** What differs between requests of a frame besides the path; `bodyBytes` is null without a body or when its length is not known, `cookies` are the jar's. */
export function varyingFields(
  { ownCookies }: H2RequestFrame,
  { cookies, bodyBytes }: { cookies: string; bodyBytes: number | null },
): readonly string[] {
  if (ownCookies === '' && cookies === '' && bodyBytes === null) return noFields
  const fields: string[] = []
  const all = ownCookies === '' || cookies === '' ? ownCookies + cookies : `${ownCookies}; ${cookies}`
  if (all !== '') fields.push('cookie', onWire(all))
  if (bodyBytes !== null) fields.push('content-length', String(bodyBytes))
  return fields
}

const noFields: readonly string[] = []

/** The request as people read it: a request line, then a line per field. */
export function headText(frame: H2RequestFrame, target: string, varying: readonly string[]): string {
  const fields = [...frame.lead, ':path', target, ...frame.rest, ...varying]
  let text = `${frame.lead[1]} ${target} HTTP/2\r\n`
  for (let at = 0; at + 1 < fields.length; at += 2)
    text += `${fields[at]}: ${readable(fields[at + 1] ?? '')}\r\n`
  return `${text}\r\n`
}

/** Whether a request by the method tells a length even without a body. */
export function tellsEmptyLength(method: string): boolean {
  return bodyMethods.has(method)
}

/** Text becomes its UTF-8, as over HTTP/1.1. */
function onWire(value: string): string {
  return beyondAscii.test(value) ? Buffer.from(value).toString('latin1') : value
}

/** The other way round. */
function readable(value: string): string {
  if (!beyondAscii.test(value) || beyondLatin1.test(value)) return value
  return Buffer.from(value, 'latin1').toString()
}
