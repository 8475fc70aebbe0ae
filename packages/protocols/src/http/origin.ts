/** Splits a request's address into the origin, parsed once and remembered, and the target that goes into the request line. */
import { isIP } from 'node:net'
import type { Destination } from '../connect/destination.ts'

/** Where requests go. */
export interface Origin extends Destination {
  /** Connections of equal keys are interchangeable. */
  key: string
  /** Value of the Host header. */
  hostHeader: string
  /** Basic authorization from user info in the address. */
  authorization: string | null
  /** Length of scheme and authority in the addresses that lead here. */
  frontLength: number
}

const maxRemembered = 1_000
/** What a request line cannot hold: everything beyond printable ASCII, and the characters browsers encode everywhere. */
const unsafeTarget = /[^\x21-\x7e]|["<>]/
const unsafeRuns = /[^\x21-\x7e]+|["<>]+/g

/** Origins by the front part of addresses; bounded. */
export class OriginTable {
  readonly #origins = new Map<string, Origin | null>()
  #lastFront = ''
  #lastOrigin: Origin | null = null

  /** The origin of an absolute http or https address; null when it is none. */
  find(url: string): Origin | null {
    // Most requests of a worker go where the one before went.
    if (
      this.#lastOrigin !== null &&
      url.startsWith(this.#lastFront) &&
      isFrontEnd(url, this.#lastFront.length)
    ) {
      return this.#lastOrigin
    }
    const front = url.slice(0, frontLength(url))
    let origin = this.#origins.get(front)
    if (origin === undefined) {
      if (this.#origins.size >= maxRemembered) this.#origins.clear()
      origin = parseOrigin(front)
      this.#origins.set(front, origin)
    }
    this.#lastFront = front
    this.#lastOrigin = origin
    return origin
  }
}

/** Path and query of an address as they go on the wire: without fragment, unsafe characters encoded, dots as written. */
export function targetOf(url: string, from = frontLength(url)): string {
  const hash = url.indexOf('#')
  const end = hash < 0 ? url.length : hash
  let target = from >= end ? '/' : url.slice(from, end)
  if (target[0] !== '/') target = `/${target}`
  if (!unsafeTarget.test(target)) return target
  return target.replace(unsafeRuns, run => encodeURIComponent(run.toWellFormed()))
}

/** Length of scheme and authority. */
function frontLength(url: string): number {
  const scheme = url.indexOf('://')
  if (scheme < 0) return url.length
  for (let at = scheme + 3; at < url.length; at++) {
    if (isFrontEnd(url, at)) return at
  }
  return url.length
}

/** Whether scheme and authority end before this position: at a slash, question mark, hash or the end. */
function isFrontEnd(url: string, at: number): boolean {
  if (at === url.length) return true
  const code = url.charCodeAt(at)
  return code === 47 || code === 63 || code === 35
}

function parseOrigin(front: string): Origin | null {
  if (!/^https?:\/\//i.test(front)) return null
  const url = URL.parse(front)
  if (url === null || url.hostname === '') return null
  const isTls = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  return {
    key: `${url.protocol}//${url.host}`,
    isTls,
    host,
    port,
    hostHeader: url.host,
    authorization: basicOf(url),
    isIp: isIP(host) !== 0,
    frontLength: front.length,
  }
}

function basicOf(url: URL): string | null {
  if (url.username === '' && url.password === '') return null
  const userInfo = `${unescapeText(url.username)}:${unescapeText(url.password)}`
  return `Basic ${Buffer.from(userInfo).toString('base64')}`
}

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign stands for itself.
    return text
  }
}
