/** One virtual user's HTTP: its cookies and connections; the engine calls execute for every request step. */
import { CookieJar } from './cookies.ts'
import type { HttpCall, HttpResult, Wire } from './exchange.ts'
import { sendThrough } from './layer.ts'
import { targetOf } from './origin.ts'
import { ConnectionPool } from './pool.ts'
import { Transfer, type TransferContext } from './transfer.ts'
import { type Abortable, WireHub } from './wire.ts'

/** State of a user; cheap until the first request. */
export class HttpSession {
  readonly #context: TransferContext
  #signal: AbortSignal | null = null
  #abortGroup: Set<Abortable> | null = null

  /** @throws TypeError when the wire is not of createWire. */
  constructor(options: { wire: Wire }) {
    const { wire } = options
    if (!(wire instanceof WireHub)) throw new TypeError('a session needs a wire of createWire')
    this.#context = { wire, pool: new ConnectionPool(wire), jar: new CookieJar() }
  }

  /** Sends one request and waits for its outcome; never rejects. The signal ends it with errorCode `aborted`. */
  execute(call: HttpCall, signal?: AbortSignal): Promise<HttpResult> {
    const { layers } = call.options
    if (layers.length === 0) return this.#send(call, signal)
    return sendThrough(layers, call, this, next => this.#send(next, signal))
  }

  #send(call: HttpCall, signal: AbortSignal | undefined): Promise<HttpResult> {
    return new Promise(resolve => {
      const transfer = new Transfer(this.#context, call, this.#groupOf(signal), resolve)
      if (signal?.aborted === true) transfer.abort()
      else transfer.start()
    })
  }

  /** Value of the cookie that a request to the address would carry; null when there is none. */
  cookie(name: string, url: string): string | null {
    const origin = this.#context.wire.origins.find(url)
    if (origin === null) return null
    const place = { host: origin.host, path: targetOf(url), isTls: origin.isTls }
    return this.#context.jar.find(name, place, Date.now())
  }

  /** Forgets all cookies. */
  clearCookies(): void {
    this.#context.jar.clear()
  }

  /** Closes all connections; a request under way ends as aborted. */
  closeConnections(): void {
    this.#context.pool.closeAll()
  }

  #groupOf(signal: AbortSignal | undefined): Set<Abortable> | null {
    if (signal === undefined || signal.aborted) return null
    if (signal !== this.#signal) {
      this.#signal = signal
      this.#abortGroup = this.#context.wire.abortGroup(signal)
    }
    return this.#abortGroup
  }
}
