/** One virtual user's HTTP: its cookies and connections; the engine calls execute for every request step. */

import { errorText } from '@pone/schema/error-text.ts'
import { UserNetwork } from '../connect/user-network.ts'
import type { Session } from '../protocol.ts'
import { type Abortable, Wire } from '../wire/wire.ts'
import { CookieJar } from './cookies.ts'
import { failureText } from './definition/failures.ts'
import type { HttpCall, HttpResult, LayerSession, Transport } from './exchange.ts'
import { VersionSender } from './h2/version-sender.ts'
import { unsentResult } from './hops.ts'
import { HttpMemory } from './http-memory.ts'
import { sendThrough } from './layer.ts'
import { targetOf } from './origin.ts'
import { ConnectionPool } from './pool.ts'
import { type OnResult, Transfer, type TransferContext } from './transfer.ts'
import { UserCache } from './user-cache.ts'

/** Never rejects: a layer that throws, as none should, costs its request and not the run. */
async function throughLayers(
  call: HttpCall,
  session: HttpSession,
  send: (call: HttpCall) => Promise<HttpResult>,
): Promise<HttpResult> {
  try {
    return await sendThrough(call.options.layers, call, session, send)
  } catch (error) {
    return unsentResult(call.url, 'internal', failureText('requestNotSent', { detail: errorText(error) }))
  }
}

/** What is dropped before each iteration. */
export interface Keeping {
  readonly clearsCookies: boolean
  readonly clearsCache: boolean
  readonly forgetsNames: boolean
}
const keepsAll: Keeping = { clearsCookies: false, clearsCache: false, forgetsNames: false }

export interface HttpSessionOptions {
  readonly wire: Wire
  readonly userIndex?: number
  /** Shared with the user's other protocols; made where none is given. */
  readonly network?: UserNetwork
  readonly keeping?: Keeping
}

/** State of a user; cheap until the first request. */
export class HttpSession implements Abortable, Session, LayerSession {
  /** Grows with closeConnections: what a layer remembers of the user's dealings with servers holds for one generation. */
  generation = 0
  readonly #context: TransferContext
  readonly #network: UserNetwork
  readonly #keeping: Keeping
  /** One for a user that does one thing at a time. */
  readonly #transfers: Transfer[] = []
  /** Only when some transport is not fixed to HTTP/1.1. */
  #versions: VersionSender | null = null
  #cache: UserCache | null = null
  /** Of the groups of these the session is a member. */
  #signals: AbortSignal[] = []

  /**
   * `userIndex` is the user's position in the whole run, from 0.
   */
  constructor(options: HttpSessionOptions) {
    const { wire, userIndex = 0, network = new UserNetwork(userIndex), keeping = keepsAll } = options
    this.#network = network
    this.#keeping = keeping
    this.#context = {
      wire,
      memory: wire.memory.of(HttpMemory),
      pool: new ConnectionPool(wire, this.#network),
      jar: new CookieJar(),
    }
  }

  /** Sends one request and waits for its outcome; never rejects. The signal ends it with errorCode `aborted`. */
  execute(call: HttpCall, signal?: AbortSignal): Promise<HttpResult> {
    return new Promise(resolve => this.send(call, signal, resolve))
  }

  /** The same for who waits without a promise; `onResult` is called exactly once, perhaps before send returns. */
  send(call: HttpCall, signal: AbortSignal | undefined, onResult: OnResult): void {
    const { layers } = call.options
    if (layers.length === 0) return this.#transfer(call, signal, onResult)
    const end = (next: HttpCall): Promise<HttpResult> =>
      new Promise(resolve => this.#transfer(next, signal, resolve))
    void throughLayers(call, this, end).then(onResult)
  }

  /** Ends the requests that were sent with the signal. */
  abort(signal: AbortSignal): void {
    for (const transfer of this.#transfers) {
      if (transfer.isBusy && transfer.signal === signal) transfer.abort()
    }
    this.#versions?.abort(signal)
  }

  /** Whether requests to the address share one connection, as far as is known yet. */
  multiplexes(url: string, { httpVersion }: Transport): boolean {
    if (httpVersion === '1.1') return false
    const { memory } = this.#context
    const origin = memory.origins.find(url)
    return httpVersion === '2' || (origin !== null && memory.alpn.find(origin.key) === 'h2')
  }

  /** Value of the cookie that a request to the address would carry; null when there is none. */
  cookie(name: string, url: string): string | null {
    const origin = this.#context.memory.origins.find(url)
    if (origin === null) return null
    const place = { host: origin.host, path: targetOf(url), isTls: origin.isTls }
    return this.#context.jar.find(name, place, Date.now())
  }

  /** Cookie header that a request to the address would carry of the user's own cookies; empty when there are none. */
  cookieHeader(url: string): string {
    const { memory, jar } = this.#context
    const origin = jar.isEmpty ? null : memory.origins.find(url)
    if (origin === null) return ''
    return jar.header({ host: origin.host, path: targetOf(url), isTls: origin.isTls }, Date.now())
  }

  /** Answers kept as a browser does; used by the cache's layer. */
  get cache(): UserCache {
    this.#cache ??= new UserCache()
    return this.#cache
  }

  /** Forgets all kept answers. */
  clearCache(): void {
    this.#cache?.clear()
  }

  /** Forgets all cookies. */
  clearCookies(): void {
    this.#context.jar.clear()
  }

  beginIteration(isNewUser: boolean): void {
    const { clearsCookies, clearsCache, forgetsNames } = this.#keeping
    if (isNewUser || clearsCookies) this.clearCookies()
    if (isNewUser || clearsCache) this.clearCache()
    if (isNewUser) this.closeConnections()
    if (forgetsNames) this.forgetNames()
  }

  close(): void {
    this.closeConnections()
  }

  /** Closes all connections; a request under way ends as aborted. */
  closeConnections(): void {
    this.generation++
    this.#context.pool.closeAll()
    this.#versions?.closeAll()
    for (const signal of this.#signals) this.#context.wire.abortGroup(signal).delete(this)
    this.#signals = []
  }

  /** The user's next requests look up names anew; kept connections to named hosts are closed, as they lead where the names led before. */
  forgetNames(): void {
    this.#network.forgetNames()
    this.#context.pool.closeNamed()
    this.#versions?.closeNamed()
  }

  #transfer(call: HttpCall, signal: AbortSignal | undefined, onResult: OnResult): void {
    // Mostly the run's signal, time and again.
    if (signal !== undefined && signal !== this.#signals[0]) this.#join(signal)
    if (call.options.transport.httpVersion === '1.1') this.#idle(call).start(call, signal, onResult)
    else this.#versionSender().send(call, signal, onResult)
  }

  #versionSender(): VersionSender {
    const { wire, memory, jar } = this.#context
    this.#versions ??= new VersionSender({
      wire,
      memory,
      jar,
      network: this.#network,
      sendVersion1: (call, signal, onResult) => this.#idle(call).start(call, signal, onResult),
    })
    return this.#versions
  }

  #idle(call: HttpCall): Transfer {
    for (const transfer of this.#transfers) if (!transfer.isBusy) return transfer
    const transfer = new Transfer(this.#context, call)
    this.#transfers.push(transfer)
    return transfer
  }

  #join(signal: AbortSignal): void {
    if (this.#signals.includes(signal) || signal.aborted) return
    const { wire } = this.#context
    const isNeeded = (joined: AbortSignal) =>
      this.#transfers.some(transfer => transfer.isBusy && transfer.signal === joined) ||
      this.#versions?.isUsing(joined) === true
    for (const joined of this.#signals) if (!isNeeded(joined)) wire.abortGroup(joined).delete(this)
    this.#signals = [signal, ...this.#signals.filter(isNeeded)]
    wire.abortGroup(signal).add(this)
  }
}
