/** Writes the header fields of an HTTP/2 request: what the caller gave, and what HTTP needs besides (RFC 9113 §8.3). */
import type { HttpCall, HttpResult } from '../exchange.ts'
import { headerValue } from '../hops.ts'
import type { Origin } from '../origin.ts'

/** What the fields are made of. */
export interface H2HeadParts {
  method: string
  target: string
  origin: Origin
  /** null: there is no body, or its length is not known. */
  bodyBytes: number | null
  /** From the cookie jar; empty when there are none. */
  cookies: string
  compression: boolean
  headers: HttpCall['headers']
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
const charsetPattern = /charset\s*=\s*["']?([\w.:-]+)/i
const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])
const beyondAscii = /[\u0080-\uffff]/
const beyondLatin1 = /[\u0100-\uffff]/

/** Names and values in turn, pseudo headers first, all as node:http2 takes them. A header of the caller wins over ours, except the length, which is always true. */
export function h2Fields(parts: H2HeadParts): string[] {
  const { method, origin, headers } = parts
  const given = new Set<string>()
  let authority = origin.hostHeader
  let ownCookies = ''
  const own: string[] = []
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    given.add(lower)
    if (lower === 'host') authority = value
    else if (lower === 'cookie') ownCookies = value
    if (!notSent.has(lower) && lower[0] !== ':') own.push(lower, onWire(value.trim()))
  }
  const fields = [':method', method, ':scheme', origin.isTls ? 'https' : 'http', ':authority', authority]
  fields.push(':path', parts.target, ...own)
  if (!given.has('user-agent')) fields.push('user-agent', 'Pone')
  if (!given.has('accept')) fields.push('accept', '*/*')
  if (parts.compression && !given.has('accept-encoding')) {
    fields.push('accept-encoding', 'gzip, deflate, br, zstd')
  }
  if (origin.authorization !== null && !given.has('authorization')) {
    fields.push('authorization', origin.authorization)
  }
  const cookies = [ownCookies, parts.cookies].filter(each => each !== '').join('; ')
  if (cookies !== '') fields.push('cookie', onWire(cookies))
  if (parts.bodyBytes !== null) fields.push('content-length', String(parts.bodyBytes))
  return fields
}

/** The fields as people read them: a request line, then a line per field. */
export function headText(fields: readonly string[]): string {
  let text = ''
  for (let at = 0; at + 1 < fields.length; at += 2)
    text += `${fields[at]}: ${readable(fields[at + 1] ?? '')}\r\n`
  return `${fields[1]} ${fields[7]} HTTP/2\r\n${text}\r\n`
}

/** Names and values of an answer in pairs, pseudo headers left out. */
export function pairsOf(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name[0] !== ':') pairs.push([name, readable(rawHeaders[at + 1] ?? '')])
  }
  return pairs
}

/** Character set that the Content-Type names, in lower case; null = none. */
export function charsetOf(headers: HttpResult['headers']): string | null {
  const contentType = headerValue(headers, 'content-type')
  return contentType === null ? null : (charsetPattern.exec(contentType)?.[1]?.toLowerCase() ?? null)
}

/** Whether a request by the method tells a length even without a body. */
export function tellsEmptyLength(method: string): boolean {
  return bodyMethods.has(method)
}

/** node:http2 puts a character into a byte: text becomes its UTF-8, as over HTTP/1.1. */
function onWire(value: string): string {
  return beyondAscii.test(value) ? Buffer.from(value).toString('latin1') : value
}

/** The other way round. */
function readable(value: string): string {
  if (!beyondAscii.test(value) || beyondLatin1.test(value)) return value
  return Buffer.from(value, 'latin1').toString()
}
