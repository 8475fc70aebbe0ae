/** One execute of a session, from the call to its single outcome: hops of a redirect, the one permitted retry, times and bytes summed. */
import { isSource, lengthOf } from './body/body-source.ts'
import { type ConnectionOwner, type HttpConnection, microseconds, type Payload } from './connection.ts'
import type { CookieJar } from './cookies.ts'
import { decodeBody } from './decode.ts'
import type { CallOptions, HttpCall, HttpResult, HttpTiming } from './exchange.ts'
import { type Origin, targetOf } from './origin.ts'
import type { ConnectionPool } from './pool.ts'
import { isRedirect, maxRedirects, type Redirectable, redirected } from './redirect.ts'
import { invalidPart, requestHead } from './request-head.ts'
import type { Abortable, WireHub } from './wire.ts'

/** What a transfer shares with the others of its user. */
export interface TransferContext {
  wire: WireHub
  pool: ConnectionPool
  jar: CookieJar
}

const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'])
/** How a kept connection ends when the server closed it while the request was on its way. */
const staleCodes = new Set(['ECONNRESET', 'EPIPE', 'protocol.noAnswer'])
const aborted = ['aborted', 'request was aborted'] as const
const noBytes = new Uint8Array(0)

/** Runs one call; `resolve` is called exactly once. */
export class Transfer implements ConnectionOwner, Abortable {
  readonly #context: TransferContext
  readonly #options: CallOptions
  readonly #abortGroup: Set<Abortable> | null
  readonly #resolve: (result: HttpResult) => void
  #request: Redirectable
  #origin: Origin | null = null
  #target = ''
  #payload: Payload | null = null
  #connection: HttpConnection | null = null
  #isNewConnection = false
  #isSettled = false
  #isAborted = false
  #hasRetried = false
  #redirects = 0
  #startedAt = 0
  #endedAt = 0
  #sentBytes = 0
  #receivedBytes = 0
  #wireRequests = 0
  readonly #timing: HttpTiming = {
    dnsUs: null,
    connectUs: null,
    tlsUs: null,
    firstByteUs: null,
    transferUs: null,
  }

  constructor(
    context: TransferContext,
    call: HttpCall,
    abortGroup: Set<Abortable> | null,
    resolve: (result: HttpResult) => void,
  ) {
    this.#context = context
    const { options, url, headers, body } = call
    this.#options = options
    this.#request = { method: options.method, url, headers, body }
    this.#abortGroup = abortGroup
    this.#resolve = resolve
  }

  /** Sends the first hop. */
  start(): void {
    const invalid = invalidPart(this.#request)
    if (invalid !== null) return this.#settle('invalidRequest', `cannot send ${invalid}`)
    this.#abortGroup?.add(this)
    this.#send()
  }

  abort(): void {
    this.#isAborted = true
    if (this.#connection === null) this.#settle(...aborted)
    else this.#connection.abort()
  }

  onNeverSent(): void {
    if (!this.#isNewConnection) return this.#send()
    this.#account()
    this.#settle('ECONNRESET', 'connection closed before the request could be sent')
  }

  onFailed(code: string, message: string): void {
    const connection = this.#connection
    const isStale =
      connection !== null &&
      connection.answered > 0 &&
      connection.receivedBytes === 0 &&
      staleCodes.has(code) &&
      idempotentMethods.has(this.#request.method)
    this.#account()
    if (isStale && !this.#hasRetried) {
      this.#hasRetried = true
      this.#send()
    } else this.#settle(code, message)
  }

  onAnswered(): void {
    const head = this.#connection?.parser.head
    if (head === undefined) return
    this.#account()
    this.#keepCookies(head.setCookies)
    if (!this.#options.followRedirects || !isRedirect(head.status, head.location))
      return this.#settle(null, '')
    if (this.#redirects >= maxRedirects) {
      return this.#settle('tooManyRedirects', `more than ${maxRedirects} redirects`)
    }
    const next = redirected(this.#request, head.status, head.location)
    if (next === null) return this.#settle('protocol.redirect', 'redirect to an address that is not http')
    this.#redirects++
    this.#request = next
    if (!this.#options.transport.keepAlive) this.#connection?.close()
    this.#send()
  }

  #send(): void {
    const { wire, pool } = this.#context
    if (this.#isAborted || wire.isClosed) return this.#settle(...aborted)
    const options = this.#options
    const origin = wire.origins.find(this.#request.url)
    if (origin === null) return this.#settle('invalidUrl', 'address is not a valid http or https address')
    this.#origin = origin
    this.#payload = this.#write(origin)
    const connection = pool.take(origin, options.transport)
    this.#connection = connection
    this.#isNewConnection = connection.answered === 0
    connection.send(
      this,
      this.#payload,
      {
        isHead: this.#request.method === 'HEAD',
        wantsHeaders: options.wantsHeaders,
        wantsBody: options.wantsBody,
        maxBodyBytes: options.maxBodyBytes,
      },
      options.responseTimeoutMs,
    )
  }

  #write(origin: Origin): Payload {
    const { method, url, headers, body } = this.#request
    this.#target = targetOf(url)
    const bodyBytes = lengthOf(body)
    const head = requestHead({
      method,
      target: this.#target,
      origin,
      bodyBytes,
      cookies: this.#context.jar.isEmpty ? '' : this.#context.jar.header(this.#place(origin), Date.now()),
      keepAlive: this.#options.transport.keepAlive,
      compression: this.#options.compression,
      headers,
    })
    const headBytes = Buffer.byteLength(head)
    const isAscii = headBytes === head.length && (typeof body !== 'string' || body.length === bodyBytes)
    // What a source puts on the wire is added while it is read.
    const wholeBytes = typeof bodyBytes === 'number' && !isSource(body) ? bodyBytes : 0
    return { head, body, sizeBytes: headBytes + wholeBytes, isAscii }
  }

  #place(origin: Origin) {
    return { host: origin.host, path: this.#target, isTls: origin.isTls }
  }

  #keepCookies(setCookies: readonly string[]): void {
    if (setCookies.length === 0 || this.#origin === null) return
    const place = this.#place(this.#origin)
    const now = Date.now()
    for (const header of setCookies) this.#context.jar.store(header, place, now)
  }

  /** Adds the figures of the hop that ended. */
  #account(): void {
    const connection = this.#connection
    if (connection === null) return
    const timing = this.#timing
    const { flushedAt, firstByteAt, endedAt } = connection
    this.#endedAt = endedAt
    this.#receivedBytes += connection.receivedBytes
    if (this.#isNewConnection) {
      if (this.#startedAt === 0) this.#startedAt = connection.startedAt
      timing.dnsUs = sum(timing.dnsUs, connection.dnsUs)
      timing.connectUs = sum(timing.connectUs, connection.connectUs)
      timing.tlsUs = sum(timing.tlsUs, connection.tlsUs)
    }
    if (flushedAt === 0) return
    if (this.#startedAt === 0) this.#startedAt = flushedAt
    this.#wireRequests++
    this.#sentBytes += this.#payload?.sizeBytes ?? 0
    if (firstByteAt === 0) return
    timing.firstByteUs = sum(timing.firstByteUs, microseconds(flushedAt, firstByteAt))
    timing.transferUs = sum(timing.transferUs, microseconds(firstByteAt, endedAt))
  }

  #settle(errorCode: string | null, errorMessage: string): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#abortGroup?.delete(this)
    const options = this.#options
    const connection = this.#connection
    const hasAnswer = connection !== null && connection.receivedBytes > 0
    const result: HttpResult = {
      status: hasAnswer ? connection.parser.head.status : 0,
      errorCode,
      errorMessage,
      headers: hasAnswer && options.wantsHeaders ? connection.parser.head.headers : [],
      body: hasAnswer && options.wantsBody ? connection.parser.takeBody() : noBytes,
      charset: hasAnswer ? connection.parser.head.charset : null,
      sentBytes: this.#sentBytes,
      receivedBytes: this.#receivedBytes,
      durationUs: this.#startedAt === 0 ? 0 : microseconds(this.#startedAt, this.#endedAt),
      timing: this.#timing,
      url: this.#request.url,
      wireRequests: this.#wireRequests,
      sentHead: options.wantsHeaders ? (this.#payload?.head ?? '') : '',
    }
    if (!options.transport.keepAlive) connection?.close()
    const encoding = hasAnswer && errorCode === null ? connection.parser.head.contentEncoding : null
    if (encoding === null || !options.compression || result.body.length === 0) return this.#resolve(result)
    void this.#decode(result, encoding)
  }

  /** Never rejects: decodeBody turns every fault into a value. */
  async #decode(result: HttpResult, encoding: string): Promise<void> {
    const decoded = await decodeBody(result.body, encoding, this.#options.maxBodyBytes)
    if ('body' in decoded) result.body = decoded.body
    else {
      result.errorCode = decoded.fault[0]
      result.errorMessage = decoded.fault[1]
    }
    this.#resolve(result)
  }
}

function sum(a: number | null, b: number | null): number | null {
  if (a === null) return b
  return b === null ? a : a + b
}
