/** The head of an HTTP/1 message: its first line, its headers, and how long its body is. @see https://www.rfc-editor.org/rfc/rfc9112 */
import { headerOf } from '../../http/header-names.ts'
import type { Pair } from '../../model/recording.ts'

export interface RequestHead {
  readonly method: string
  /** As it was sent: a path, an address, or a host with its port. */
  readonly target: string
  readonly headers: readonly Pair[]
}

export interface ResponseHead {
  readonly status: number
  readonly headers: readonly Pair[]
}

/** How the end of a body is found. `tunnel`: what follows is no HTTP/1. */
export type BodyLength =
  | { readonly kind: 'fixed'; readonly bytes: number }
  | { readonly kind: 'chunked' | 'untilClose' | 'tunnel' }

const none: BodyLength = { kind: 'fixed', bytes: 0 }

/** null if it is none. */
export function requestHead(text: string): RequestHead | null {
  const [line = '', ...rest] = linesOf(text)
  const [, method = '', target = ''] = /^([A-Za-z-]{1,30}) (\S+) HTTP\/1\.[01]\s*$/.exec(line) ?? []
  return method === '' ? null : { method, target, headers: pairsOf(rest) }
}

/** null if it is none. */
export function responseHead(text: string): ResponseHead | null {
  const [line = '', ...rest] = linesOf(text)
  const status = /^HTTP\/1\.[01] ([1-9]\d\d)(\s|$)/.exec(line)?.[1]
  return status === undefined ? null : { status: Number(status), headers: pairsOf(rest) }
}

const linesOf = (text: string): string[] => text.split(/\r?\n/)

function pairsOf(lines: readonly string[]): Pair[] {
  const pairs: { name: string; value: string }[] = []
  for (const line of lines) {
    const last = pairs.at(-1)
    const colon = line.indexOf(':')
    // Of old senders: a line that begins with a blank continues the one before.
    if (/^[ \t]/.test(line) && last !== undefined) last.value = `${last.value} ${line.trim()}`
    else if (colon > 0) pairs.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() })
  }
  return pairs
}

export const requestLength = ({ headers }: RequestHead): BodyLength => lengthOf(headers) ?? none

/** @param method of the request that it answers */
export function responseLength({ status, headers }: ResponseHead, method: string): BodyLength {
  if (status === 101 || (method === 'CONNECT' && status < 300)) return { kind: 'tunnel' }
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return none
  return lengthOf(headers) ?? { kind: 'untilClose' }
}

/** null if the headers do not tell. */
function lengthOf(headers: readonly Pair[]): BodyLength | null {
  if (/\bchunked\s*$/i.test(headerOf(headers, 'transfer-encoding'))) return { kind: 'chunked' }
  const length = /^\d{1,15}/.exec(headerOf(headers, 'content-length'))?.[0]
  return length === undefined ? null : { kind: 'fixed', bytes: Number(length) }
}

/** Whether a segment begins with a request. */
export const startsRequest = (bytes: Uint8Array): boolean =>
  /^[A-Z]{3,20} (?:\/|[a-z]+:\/\/|\*|[\w.-]+:\d)/.test(beginOf(bytes))

/** Whether bytes that are too few to tell may be the beginning of a request. */
export const mayStartRequest = (bytes: Uint8Array): boolean =>
  bytes.length < 24 && /^[A-Z]{1,20}( [a-z:]*)?$/.test(beginOf(bytes))

export const startsResponse = (bytes: Uint8Array): boolean => /^HTTP\/1\.[01] \d/.test(beginOf(bytes))

const beginOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 40))
