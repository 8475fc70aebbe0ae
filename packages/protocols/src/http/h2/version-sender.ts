/** Sends the calls of a user whose transport is not fixed to HTTP/1.1: over HTTP/2, or over HTTP/1.1 where that is all the server speaks. */
import type { UserNetwork } from '../../connect/user-network.ts'
import type { Wire } from '../../wire/wire.ts'
import type { CookieJar } from '../cookies.ts'
import { failureText } from '../definition/failures.ts'
import type { HttpCall, HttpResult } from '../exchange.ts'
import { followHops, headerValue, unsentResult } from '../hops.ts'
import type { HttpMemory } from '../http-memory.ts'
import type { Origin } from '../origin.ts'
import { isRedirect } from '../redirect.ts'
import type { OnResult } from '../transfer.ts'
import { type H2Context, H2Exchange, type H2Task } from './h2-exchange.ts'
import { H2Pool } from './h2-pool.ts'
import { type H2RequestFrame, H2RequestFrames } from './request-frame.ts'

/** What a user lends to it. */
export interface VersionSenderOptions {
  readonly wire: Wire
  readonly memory: HttpMemory
  readonly jar: CookieJar
  readonly network: UserNetwork
  /** Sends one request over HTTP/1.1. */
  readonly sendVersion1: (call: HttpCall, signal: AbortSignal | undefined, onResult: OnResult) => void
}

/** What does not change from hop to hop. */
type How = Pick<H2Task, 'signal' | 'showsHead'>

/** A user's HTTP/2 connections and the requests on them. */
export class VersionSender {
  readonly #options: VersionSenderOptions
  readonly #pool: H2Pool
  readonly #context: H2Context
  readonly #frames: H2RequestFrames
  readonly #exchanges = new Set<H2Exchange>()

  constructor(options: VersionSenderOptions) {
    this.#options = options
    this.#pool = new H2Pool(options.wire, options.network)
    const { wire, memory, jar } = options
    this.#context = { wire, memory, pool: this.#pool, jar }
    this.#frames = options.wire.memory.of(H2RequestFrames)
  }

  /** Sends one call with its redirects; `onResult` is called exactly once. */
  send(call: HttpCall, signal: AbortSignal | undefined, onResult: OnResult): void {
    const { followRedirects, wantsHeaders, method } = call.options
    const how = { signal, showsHead: wantsHeaders }
    if (!followRedirects) return this.#sendHop(call, how, onResult)
    // Most answers are no redirects: what follows them costs only those that are.
    const { hopOptions } = this.#options.memory
    const hop = { ...call, options: hopOptions.of(call.options, method) }
    this.#sendHop(hop, how, result => {
      if (result.errorCode === null && isRedirect(result.status, headerValue(result.headers, 'location'))) {
        return void this.#follow(call, how, result).then(onResult)
      }
      if (!wantsHeaders) result.headers = noHeaders
      onResult(result)
    })
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

  /** What a first hop's redirect leads to. */
  #follow(call: HttpCall, how: How, first: HttpResult): Promise<HttpResult> {
    let answered: HttpResult | null = first
    return followHops(call, this.#options.memory.hopOptions, hop => {
      const known = answered
      answered = null
      if (known !== null) return Promise.resolve(known)
      return new Promise(resolve => this.#sendHop(hop, how, resolve))
    })
  }

  #sendHop(call: HttpCall, how: How, onResult: OnResult): void {
    const { memory, sendVersion1 } = this.#options
    const { options, url } = call
    const { transport } = options
    const origin = memory.origins.find(url)
    if (origin === null) return onResult(unsentResult(url, 'invalidUrl', failureText('invalidUrl')))
    const frame = this.#frames.find(call, origin)
    if (frame.invalid !== null) return onResult(unsentResult(url, 'invalidRequest', frame.invalid))
    if (transport.httpVersion !== 'auto') return this.#sendH2(call, { frame, ...how }, onResult)
    const asking = finderOf(origin, memory)
    if (asking === '1.1') return sendVersion1(call, how.signal, onResult)
    if (asking === 'h2') return this.#sendH2(call, { frame, ...how }, onResult)
    if (asking === 'unknown') {
      return this.#sendH2(call, { frame, ...how }, result => {
        memory.alpn.giveUp(origin.key)
        onResult(result)
      })
    }
    void asking.then(() => {
      if (memory.alpn.find(origin.key) === '1.1') sendVersion1(call, how.signal, onResult)
      else this.#sendH2(call, { frame, ...how }, onResult)
    })
  }

  #sendH2(call: HttpCall, how: How & { frame: H2RequestFrame }, onResult: OnResult): void {
    const { signal, frame, showsHead } = how
    if (signal?.aborted === true) {
      return onResult(unsentResult(call.url, 'aborted', failureText('aborted')))
    }
    const task = { call, origin: frame.origin, frame, signal, showsHead }
    const exchange = new H2Exchange(this.#context, task, outcome => {
      this.#exchanges.delete(exchange)
      if (outcome === null) this.#options.sendVersion1(call, signal, onResult)
      else onResult(outcome)
    })
    this.#exchanges.add(exchange)
    exchange.start()
  }
}

const noHeaders: HttpResult['headers'] = []

/** Version of an origin under `auto`: known, unknown (the caller finds it out), or being found out by another request. */
function finderOf({ isTls, key }: Origin, { alpn }: HttpMemory): 'h2' | '1.1' | 'unknown' | Promise<void> {
  if (!isTls) return '1.1'
  return alpn.find(key) ?? alpn.ask(key) ?? 'unknown'
}
