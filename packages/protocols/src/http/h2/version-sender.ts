/** Sends the calls of a user whose transport is not fixed to HTTP/1.1: over HTTP/2, or over HTTP/1.1 where that is all the server speaks. */
import type { UserNetwork } from '../../connect/user-network.ts'
import type { Wire } from '../../wire/wire.ts'
import type { CookieJar } from '../cookies.ts'
import { failureText } from '../definition/failures.ts'
import type { HttpCall, HttpResult } from '../exchange.ts'
import { followHops, unsentResult } from '../hops.ts'
import type { HttpMemory } from '../http-memory.ts'
import type { Origin } from '../origin.ts'
import { H2Exchange, type H2Task } from './h2-exchange.ts'
import { H2Pool } from './h2-pool.ts'
import { type H2RequestFrame, H2RequestFrames } from './request-frame.ts'

/** What a user lends to it. */
export interface VersionSenderOptions {
  readonly wire: Wire
  readonly memory: HttpMemory
  readonly jar: CookieJar
  readonly network: UserNetwork
  /** Sends one request over HTTP/1.1. */
  readonly sendVersion1: (call: HttpCall, signal: AbortSignal | undefined) => Promise<HttpResult>
}

/** What does not change from hop to hop. */
type How = Pick<H2Task, 'signal' | 'showsHead'>

/** A user's HTTP/2 connections and the requests on them. */
export class VersionSender {
  readonly #options: VersionSenderOptions
  readonly #pool: H2Pool
  readonly #frames: H2RequestFrames
  readonly #exchanges = new Set<H2Exchange>()

  constructor(options: VersionSenderOptions) {
    this.#options = options
    this.#pool = new H2Pool(options.wire, options.network)
    this.#frames = options.wire.memory.of(H2RequestFrames)
  }

  /** Sends one call with its redirects; never rejects. */
  send(call: HttpCall, signal: AbortSignal | undefined): Promise<HttpResult> {
    const { followRedirects, wantsHeaders } = call.options
    const how = { signal, showsHead: wantsHeaders }
    if (!followRedirects) return this.#sendHop(call, how)
    return followHops(call, this.#options.memory.hopOptions, hop => this.#sendHop(hop, how))
  }

  /** Whether requests under way were sent with the signal. */
  isUsing(signal: AbortSignal): boolean {
    for (const exchange of this.#exchanges) if (exchange.signal === signal) return true
    return false
  }

  /** Ends the requests that were sent with the signal. */
  abort(signal: AbortSignal): void {
    for (const exchange of this.#exchanges) if (exchange.signal === signal) exchange.abort()
  }

  /** Closes all connections; requests under way end as aborted. */
  closeAll(): void {
    this.#pool.closeAll()
  }

  /** Closes idle connections that lead to names. */
  closeNamed(): void {
    this.#pool.closeNamed()
  }

  async #sendHop(call: HttpCall, how: How): Promise<HttpResult> {
    const { memory, sendVersion1 } = this.#options
    const { options, url } = call
    const { transport } = options
    const origin = memory.origins.find(url)
    if (origin === null) {
      return unsentResult(url, 'invalidUrl', failureText('invalidUrl'))
    }
    const frame = this.#frames.find(call, origin)
    if (frame.invalid !== null) return unsentResult(url, 'invalidRequest', frame.invalid)
    if (transport.httpVersion === 'auto') {
      const asking = finderOf(origin, memory)
      if (asking === '1.1') return sendVersion1(call, how.signal)
      if (asking === 'unknown') return this.#findOut(call, frame, how)
      if (asking !== 'h2') {
        await asking
        if (memory.alpn.find(origin.key) === '1.1') return sendVersion1(call, how.signal)
      }
    }
    return this.#sendH2(call, frame, how)
  }

  async #findOut(call: HttpCall, frame: H2RequestFrame, how: How): Promise<HttpResult> {
    try {
      return await this.#sendH2(call, frame, how)
    } finally {
      this.#options.memory.alpn.giveUp(frame.origin.key)
    }
  }

  async #sendH2(call: HttpCall, frame: H2RequestFrame, how: How): Promise<HttpResult> {
    const { signal } = how
    if (signal?.aborted === true) return unsentResult(call.url, 'aborted', failureText('aborted'))
    const { wire, memory, jar, sendVersion1 } = this.#options
    const result = await new Promise<HttpResult | null>(resolve => {
      const context = { wire, memory, pool: this.#pool, jar }
      const exchange = new H2Exchange(context, { call, origin: frame.origin, frame, ...how }, outcome => {
        this.#exchanges.delete(exchange)
        resolve(outcome)
      })
      this.#exchanges.add(exchange)
      exchange.start()
    })
    return result ?? sendVersion1(call, signal)
  }
}

/** Version of an origin under `auto`: known, unknown (the caller finds it out), or being found out by another request. */
function finderOf({ isTls, key }: Origin, { alpn }: HttpMemory): 'h2' | '1.1' | 'unknown' | Promise<void> {
  if (!isTls) return '1.1'
  return alpn.find(key) ?? alpn.ask(key) ?? 'unknown'
}
