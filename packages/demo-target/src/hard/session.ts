/** What the hard mode of the shop remembers of a visitor: every value that the next request has to bring back. */
import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Visitors that are remembered; the one that came first goes first. */
const sessionsMax = 10_000

export interface HardGood {
  /** Unknown to the client until it decodes it. */
  readonly ref: string
  readonly name: string
  /** Halves of what puts it into the cart. */
  readonly left: string
  readonly right: string
  /** Three parts, of which the client sends the first and the last. */
  readonly offer: string
}

export interface HardSession {
  readonly id: string
  account: string
  /** Hidden fields of the last form. */
  csrf: string
  viewState: string
  /** Of the meta element of the last page. */
  pageToken: string
  /** Value of the cookie before it is URL-encoded. */
  cookieToken: string
  /** Valid for the next call only. */
  nonce: string
  accessToken: string
  refreshToken: string
  proof: string
  goods: readonly HardGood[]
  cartId: string
  confirmation: string
  ticket: readonly [string, string]
  orderNumber: string
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
/** With the characters that have to be encoded. */
const base64 = (bytes: number): string => `${randomBytes(bytes).toString('base64').slice(0, -3)}+/=`

const names = ['乌龙茶 Oolong', '普洱 Pu-erh', '茉莉花茶 Jasmine']

/** A short identifier, in which letters and digits alternate. */
const shortId = (): string => `${hex(2)}${randomInt(10)}x${randomInt(10)}`

function newGood(name: string): HardGood {
  return {
    ref: randomUUID(),
    name,
    left: shortId(),
    right: shortId(),
    offer: [shortId(), shortId(), shortId()].join('-'),
  }
}

export class HardSessions {
  readonly #byId = new Map<string, HardSession>()
  readonly #secret = randomBytes(32)

  /** The visitor of a cookie, or a new one. */
  of(cookies: string | undefined): HardSession {
    const id = /(?:^|;\s*)hardsid=([0-9a-f]+)/.exec(cookies ?? '')?.[1] ?? ''
    return this.#byId.get(id) ?? this.#open()
  }

  #open(): HardSession {
    const session: HardSession = {
      id: hex(16),
      account: '',
      csrf: hex(16),
      viewState: base64(90),
      pageToken: '',
      cookieToken: '',
      nonce: '',
      accessToken: '',
      refreshToken: '',
      proof: '',
      goods: names.map(newGood),
      cartId: '',
      confirmation: '',
      ticket: ['', ''],
      orderNumber: '',
    }
    const oldest = this.#byId.size >= sessionsMax ? this.#byId.keys().next() : undefined
    if (oldest !== undefined && oldest.done !== true) this.#byId.delete(oldest.value)
    this.#byId.set(session.id, session)
    return session
  }

  /** A signed token with a life of its own. */
  token(account: string): string {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: account, jti: hex(8) })}`
    return `${body}.${createHmac('sha256', this.#secret).update(body).digest('base64url')}`
  }
}

export const newForm = (session: HardSession): void => {
  session.csrf = hex(16)
  session.viewState = base64(90)
}

export const newPageTokens = (session: HardSession): void => {
  session.pageToken = hex(16)
  session.nonce = hex(10)
}

export const newNonce = (session: HardSession): string => {
  session.nonce = hex(10)
  return session.nonce
}

export const newCookieToken = (session: HardSession): void => {
  session.cookieToken = base64(45)
}

export const newRefreshToken = (session: HardSession): void => {
  session.refreshToken = hex(20)
  session.proof = hex(10)
}

export const newCart = (session: HardSession): void => {
  session.cartId = base64(45)
}

export const newCheckout = (session: HardSession): void => {
  newForm(session)
  session.confirmation = `${hex(8)}&${hex(8)}"<${hex(8)}`
  session.ticket = [shortId(), shortId()]
}

export const newOrder = (session: HardSession): void => {
  session.orderNumber = String(randomInt(100_000_000, 1_000_000_000))
}
