/** One virtual user's cookies (RFC 6265bis): kept from Set-Cookie, sent where domain, path, scheme and age allow. */
import { isIP } from 'node:net'
import { isPublicSuffix } from './public-suffix.ts'

interface Cookie {
  name: string
  value: string
  /** Host, or the domain that the server named. */
  domain: string
  isHostOnly: boolean
  path: string
  isSecure: boolean
  /** Epoch ms; Infinity for the session. */
  expiresAt: number
  /** Order of creation, which decides between equal paths. */
  serial: number
}

/** Where a cookie comes from or goes to. */
export interface CookiePlace {
  host: string
  /** Path, with or without the query. */
  path: string
  isTls: boolean
}

const maxCookieBytes = 4_096
const maxAttributeLength = 1_024
/** Longest life that is believed, ms: 400 days. */
const maxLifeMs = 400 * 86_400_000
const maxPerDomain = 180
const maxInAll = 3_000
/** Names, values and places of one user's cookies together, characters; sites live with a small part of it. */
const maxTotalLength = 262_144

/** Cookie jar; empty jars cost next to nothing. */
export class CookieJar {
  /** In the order in which they are sent: longest paths first, then the oldest. */
  #cookies: Cookie[] = []
  #serial = 0
  #totalLength = 0

  get isEmpty(): boolean {
    return this.#cookies.length === 0
  }

  /** Keeps what one Set-Cookie header says, or drops it when the place may not set it. `now` in epoch ms. */
  store(header: string, place: CookiePlace, now: number): void {
    const cookie = parseCookie(header, place, now, this.#serial++)
    if (cookie === null) return
    const isSame = (other: Cookie): boolean =>
      other.name === cookie.name &&
      other.domain === cookie.domain &&
      other.isHostOnly === cookie.isHostOnly &&
      other.path === cookie.path
    if (!place.isTls && this.#cookies.some(other => isShadowed(other, cookie))) return
    const index = this.#cookies.findIndex(isSame)
    const old = this.#cookies[index]
    if (old !== undefined) {
      if (cookie.expiresAt <= now) return this.#drop(old)
      cookie.serial = old.serial
      this.#cookies[index] = cookie
      this.#totalLength += lengthOf(cookie) - lengthOf(old)
    } else {
      if (cookie.expiresAt <= now) return
      const after = this.#cookies.findIndex(other => isBefore(cookie, other))
      this.#cookies.splice(after < 0 ? this.#cookies.length : after, 0, cookie)
      this.#totalLength += lengthOf(cookie)
    }
    this.#limit(cookie.domain, now)
  }

  /** Value of the Cookie header for a request: longest paths first; empty when there are none. */
  header(place: CookiePlace, now: number): string {
    if (this.#cookies.length === 0) return ''
    const host = place.host.toLowerCase()
    const path = pathOnly(place.path)
    let header = ''
    for (const cookie of this.#cookies) {
      if (!isSentTo(cookie, { host, path, isTls: place.isTls }, now)) continue
      if (header !== '') header += '; '
      header += cookie.name === '' ? cookie.value : `${cookie.name}=${cookie.value}`
    }
    return header
  }

  /** Value of the cookie that a request to the place would send first under this name. */
  find(name: string, place: CookiePlace, now: number): string | null {
    const exact = { host: place.host.toLowerCase(), path: pathOnly(place.path), isTls: place.isTls }
    return this.#cookies.find(cookie => cookie.name === name && isSentTo(cookie, exact, now))?.value ?? null
  }

  /** Forgets all. */
  clear(): void {
    this.#cookies = []
    this.#totalLength = 0
  }

  #limit(domain: string, now: number): void {
    if (this.#cookies.length > maxPerDomain) {
      const ofDomain = this.#cookies.filter(cookie => cookie.domain === domain)
      if (ofDomain.length > maxPerDomain) this.#dropOneOf(ofDomain, now)
    }
    if (this.#cookies.length > maxInAll) this.#dropOneOf(this.#cookies, now)
    while (this.#totalLength > maxTotalLength) this.#dropOneOf(this.#cookies, now)
  }

  #dropOneOf(cookies: readonly Cookie[], now: number): void {
    let victim = cookies.find(cookie => cookie.expiresAt <= now)
    if (victim === undefined) {
      for (const cookie of cookies) if (victim === undefined || cookie.serial < victim.serial) victim = cookie
    }
    if (victim !== undefined) this.#drop(victim)
  }

  #drop(cookie: Cookie): void {
    this.#totalLength -= lengthOf(cookie)
    this.#cookies = this.#cookies.filter(other => other !== cookie)
  }
}

const isBefore = (a: Cookie, b: Cookie): boolean =>
  a.path.length === b.path.length ? a.serial < b.serial : a.path.length > b.path.length

/** `place` with a lower-case host and a path without the query. */
function isSentTo(cookie: Cookie, { host, path, isTls }: CookiePlace, now: number): boolean {
  return (
    cookie.expiresAt > now &&
    (cookie.isHostOnly ? cookie.domain === host : isWithin(host, cookie.domain)) &&
    isBelow(path, cookie.path) &&
    (!cookie.isSecure || isTls)
  )
}

const lengthOf = ({ name, value, domain, path }: Cookie): number =>
  name.length + value.length + domain.length + path.length

function parseCookie(header: string, place: CookiePlace, now: number, serial: number): Cookie | null {
  if (hasControl(header)) return null
  const [pair = '', ...attributes] = header.split(';')
  const equals = pair.indexOf('=')
  const name = equals < 0 ? '' : pair.slice(0, equals).trim()
  const value = pair.slice(equals + 1).trim()
  if (name + value === '' || Buffer.byteLength(name) + Buffer.byteLength(value) > maxCookieBytes) return null
  const host = place.host.toLowerCase()
  const cookie: Cookie = {
    name,
    value,
    domain: host,
    isHostOnly: true,
    path: defaultPath(place.path),
    isSecure: false,
    expiresAt: Number.POSITIVE_INFINITY,
    serial,
  }
  let maxAgeAt: number | null = null
  for (const attribute of attributes) {
    const cut = attribute.indexOf('=')
    const key = (cut < 0 ? attribute : attribute.slice(0, cut)).trim().toLowerCase()
    const text = cut < 0 ? '' : attribute.slice(cut + 1).trim()
    if (text.length > maxAttributeLength) continue
    if (key === 'domain' && text !== '') {
      const domain = text.replace(/^\./, '').toLowerCase()
      if (domain !== host && !isWithin(host, domain)) return null
      const isPublic = isIP(host) !== 0 || isPublicSuffix(domain)
      if (isPublic && domain !== host) return null
      cookie.domain = domain
      cookie.isHostOnly = isPublic
    } else if (key === 'path') {
      cookie.path = text.startsWith('/') ? text : defaultPath(place.path)
    } else if (key === 'secure') cookie.isSecure = true
    else if (key === 'max-age' && /^-?\d+$/.test(text)) maxAgeAt = now + Number(text) * 1_000
    else if (key === 'expires') {
      const at = Date.parse(text)
      if (!Number.isNaN(at)) cookie.expiresAt = at
    }
  }
  if (maxAgeAt !== null) cookie.expiresAt = maxAgeAt
  if (cookie.expiresAt !== Number.POSITIVE_INFINITY) {
    cookie.expiresAt = Math.min(cookie.expiresAt, now + maxLifeMs)
  }
  if (cookie.isSecure && !place.isTls) return null
  return obeysPrefix(cookie) ? cookie : null
}

/** Whether an insecure page would put its cookie in the place of a secure one. */
function isShadowed(secure: Cookie, cookie: Cookie): boolean {
  return (
    secure.isSecure &&
    secure.name === cookie.name &&
    (isWithin(secure.domain, cookie.domain) || isWithin(cookie.domain, secure.domain)) &&
    isBelow(cookie.path, secure.path)
  )
}

function obeysPrefix(cookie: Cookie): boolean {
  // A cookie without a name is sent as its value, which must not pass for one with a prefix.
  const name = (cookie.name === '' ? cookie.value : cookie.name).toLowerCase()
  if (cookie.name === '' && /^__(host|secure)-/.test(name)) return false
  if (name.startsWith('__host-')) return cookie.isSecure && cookie.isHostOnly && cookie.path === '/'
  return !name.startsWith('__secure-') || cookie.isSecure
}

function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if ((code < 32 && code !== 9) || code === 127) return true
  }
  return false
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && isIP(host) === 0)
}

function isBelow(path: string, cookiePath: string): boolean {
  if (!path.startsWith(cookiePath)) return false
  return path.length === cookiePath.length || cookiePath.endsWith('/') || path[cookiePath.length] === '/'
}

function pathOnly(path: string): string {
  const query = path.indexOf('?')
  return query < 0 ? path : path.slice(0, query)
}

function defaultPath(path: string): string {
  const last = pathOnly(path).lastIndexOf('/')
  return last <= 0 ? '/' : path.slice(0, last)
}
