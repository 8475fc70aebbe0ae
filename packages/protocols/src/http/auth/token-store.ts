/** Tokens of OAuth2 clients, one per equal credentials in a load worker: fetched by the first call that needs one, shared by all, renewed before they expire. */

import type { ClientCredentials } from '../credentials.ts'
import type { HttpResult } from '../exchange.ts'
import { readTokenAnswer } from './token-answer.ts'

/** Distinct credentials that tokens are kept for. */
const maxTokens = 10_000
/** A token is renewed when this share of its life is left, but never more than so many ms before its end. */
const renewalShare01 = 0.1
const maxRenewalMs = 30_000

/** A token, or the code and message of why there is none. */
export type TokenOutcome =
  | { token: string; fetchedAt: number }
  | { fault: readonly [code: string, message: string] }

interface Entry {
  token: string | null
  /** Instants of performance.now(). */
  fetchedAt: number
  renewAt: number
  expiresAt: number
  fetching: Promise<TokenOutcome> | null
}

/** What one call got from the store. */
export interface TokenGrant {
  outcome: TokenOutcome
  /** The exchange with the token server when this call caused it, else null. */
  exchange: HttpResult | null
}

/** Store of one worker; `now` in ms, monotonic. */
export class TokenStore {
  readonly #entries = new Map<string, Entry>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The present time of the store, ms. */
  now(): number {
    return this.#now()
  }

  /** A token for the credentials; `fetch` asks for one and never rejects. Never is more than one asked for at a time. */
  async grant(auth: ClientCredentials, fetch: () => Promise<HttpResult>): Promise<TokenGrant> {
    const entry = this.#entryOf(auth)
    const now = this.#now()
    const { token, fetchedAt } = entry
    const isUsable = token !== null && now < entry.expiresAt
    // While one user renews it, the others use the token that is still valid.
    if (isUsable && (now < entry.renewAt || entry.fetching !== null)) {
      return { outcome: { token, fetchedAt }, exchange: null }
    }
    if (entry.fetching !== null) return { outcome: await entry.fetching, exchange: null }
    const exchanged = fetch()
    entry.fetching = exchanged.then(result => this.#take(entry, result))
    const [outcome, exchange] = await Promise.all([entry.fetching, exchanged])
    return { outcome, exchange }
  }

  /** Gives up a token that a server refused; a newer one stays. */
  refuse(auth: ClientCredentials, token: string): void {
    const entry = this.#entryOf(auth)
    if (entry.token === token) entry.token = null
  }

  #take(entry: Entry, result: HttpResult): TokenOutcome {
    entry.fetching = null
    const answer = readTokenAnswer(result)
    if ('fault' in answer) return answer
    const { token, lifeMs } = answer
    const now = this.#now()
    entry.token = token
    entry.fetchedAt = now
    entry.expiresAt = now + lifeMs
    entry.renewAt = entry.expiresAt - Math.min(maxRenewalMs, lifeMs * renewalShare01)
    // Without a known end it holds until it is refused.
    if (lifeMs === Number.POSITIVE_INFINITY) entry.renewAt = lifeMs
    return { token, fetchedAt: now }
  }

  #entryOf({ tokenUrl, clientId, clientSecret, scope }: ClientCredentials): Entry {
    const key = JSON.stringify([tokenUrl, clientId, clientSecret, scope])
    let entry = this.#entries.get(key)
    if (entry === undefined) {
      if (this.#entries.size >= maxTokens) this.#forgetIdle()
      entry = { token: null, fetchedAt: 0, renewAt: 0, expiresAt: 0, fetching: null }
      this.#entries.set(key, entry)
    }
    return entry
  }

  #forgetIdle(): void {
    for (const [key, { fetching }] of this.#entries) if (fetching === null) this.#entries.delete(key)
  }
}
