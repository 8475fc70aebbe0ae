/** One execute of a session, from the call to its single outcome: hops of a redirect, the one permitted retry, times and bytes summed. */

import type { Wire } from '../wire/wire.ts'
import { isSource, lengthOf } from './body/body-source.ts'
import type { BodyMemory } from './body/gathered-body.ts'
import { type ConnectionOwner, type HttpConnection, microseconds, type Outgoing } from './connection.ts'
import type { CookieJar } from './cookies.ts'
import { decodeBody } from './decode.ts'
import { failureText } from './definition/failures.ts'
import type { CallOptions, HttpCall, HttpResult } from './exchange.ts'
import { forwardingOf } from './forwarding.ts'
import type { HttpMemory } from './http-memory.ts'
import type { KnownHead } from './known-head.ts'
import { type Origin, targetOf } from './origin.ts'
import { addedUs, type HttpPhases, noPhases, phase } from './phases.ts'
import type { ConnectionPool } from './pool.ts'
import { isRedirect, maxRedirects, redirected } from './redirect.ts'
import { type HeadFrame, headFrame, requestHead } from './request-head.ts'
import { mayRepeat } from './retry.ts'

/** What a transfer shares with the others of its user. */
export interface TransferContext {
  wire: Wire
  memory: HttpMemory
  pool: ConnectionPool
  jar: CookieJar
}

/** Takes an outcome. */
export type OnResult = (result: HttpResult) => void

const aborted = ['aborted', failureText('aborted')] as const
const noBytes = new Uint8Array(0)
const noHeaders: HttpResult['headers'] = []

/** Runs one call at a time; a user's next call takes the same transfer, so that hardly anything is made per request. */
export class Transfer implements ConnectionOwner, Outgoing {
  /** Of the present call, if it has one. */
  signal: AbortSignal | undefined
  options: CallOptions
  head = ''
  body: HttpCall['body'] = null
  isAscii = true
  isHead = false
  known: KnownHead | null = null
  readonly #context: TransferContext
  #call: HttpCall
  #onResult: OnResult | null = null
  #method = ''
  #url = ''
  #headers: HttpCall['headers']
  #target = ''
  #origin: Origin | null = null
  #sizeBytes = 0
  #connection: HttpConnection | null = null
  #isNewConnection = false
  #isAborted = false
  #hasRetried = false
  /** What is on its way repeats a request that was written. */
  #isRepetition = false
  #redirects = 0
  #startedAt = 0
  #endedAt = 0
  #sentBytes = 0
  #receivedBytes = 0
  #wireRequests = 0
  #repeatedRequests = 0
  #phasesUs: HttpPhases = noPhases()

  constructor(context: TransferContext, call: HttpCall) {
    this.#context = context
    this.#call = call
    this.options = call.options
    this.#headers = call.headers
  }

  get isBusy(): boolean {
    return this.#onResult !== null
  }

  /** Runs a call. `onResult` is called exactly once; from then on the transfer takes the next one. */
  start(call: HttpCall, signal: AbortSignal | undefined, onResult: OnResult): void {
    this.signal = signal
    this.options = call.options
    this.body = call.body
    this.#call = call
    this.#onResult = onResult
    this.#method = call.options.method
    this.#url = call.url
    this.#headers = call.headers
    this.#connection = null
    this.#isAborted = signal?.aborted === true
    this.#hasRetried = false
    this.#isRepetition = false
    this.#redirects = 0
    this.#startedAt = 0
    this.#endedAt = 0
    this.#sentBytes = 0
    this.#receivedBytes = 0
    this.#wireRequests = 0
    this.#repeatedRequests = 0
    this.#phasesUs = noPhases()
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
    this.#settle('ECONNRESET', failureText('closedBeforeSending'))
  }

  onFailed(code: string, message: string): void {
    const connection = this.#connection
    const isStale =
      connection !== null &&
      connection.answered > 0 &&
      connection.receivedBytes === 0 &&
      this.options.transport.repeatsDropped &&
      mayRepeat(this.#method, code)
    this.#account()
    if (isStale && !this.#hasRetried) {
      this.#hasRetried = true
      this.#isRepetition = true
      this.#send()
    } else this.#settle(code, message)
  }

  onAnswered(): void {
    const head = this.#connection?.parser.head
    if (head === undefined) return
    this.#account()
    this.#keepCookies(head.setCookies)
    if (head.status === 407 && this.#isForwarded) {
      return this.#settle('proxy.407', failureText('proxyCredentials'))
    }
    if (!this.options.followRedirects || !isRedirect(head.status, head.location)) {
      return this.#settle(null, '')
    }
    if (this.#redirects >= maxRedirects) {
      return this.#settle('tooManyRedirects', failureText('tooManyRedirects', { count: maxRedirects }))
    }
    this.#redirect(head.status, head.location)
  }

  /** Whether a proxy reads the request, so that the answer may be its own. */
  get #isForwarded(): boolean {
    const { proxy } = this.options.transport
    return proxy !== null && this.#origin !== null && forwardingOf(proxy, this.#origin) !== null
  }

  #redirect(status: number, location: string): void {
    this.#connection?.parser.dropBody()
    const next = redirected(
      { method: this.#method, url: this.#url, headers: this.#headers, body: this.body },
      status,
      location,
    )
    if (next === null) return this.#settle('protocol.redirect', failureText('foreignRedirect'))
    this.#redirects++
    this.#method = next.method
    this.#url = next.url
    this.#headers = next.headers
    this.body = next.body
    if (!this.options.transport.keepAlive) this.#connection?.close()
    this.#send()
  }

  #send(): void {
    const { wire, memory, pool } = this.#context
    if (this.#isAborted || wire.isClosed) return this.#settle(...aborted)
    const origin = memory.origins.find(this.#url)
    if (origin === null) return this.#settle('invalidUrl', failureText('invalidUrl'))
    const frame = this.#frame(origin)
    if (frame.invalid !== null) return this.#settle('invalidRequest', frame.invalid)
    this.#origin = origin
    this.#write(frame)
    const connection = pool.take(origin, this.options)
    this.#connection = connection
    this.#isNewConnection = connection.answered === 0
    connection.send(this, this)
  }

  #frame(origin: Origin): HeadFrame {
    // Only what every call of the step begins with is worth remembering.
    if (this.#redirects === 0) return this.#context.memory.heads.find(this.#call, origin)
    const { transport, compression } = this.options
    return headFrame({
      method: this.#method,
      origin,
      keepAlive: transport.keepAlive,
      compression,
      proxy: transport.proxy,
      headers: this.#headers,
    })
  }

  #write(frame: HeadFrame): void {
    const { body } = this
    const { jar } = this.#context
    this.#target = targetOf(this.#url, frame.origin.frontLength)
    const cookies = jar.isEmpty ? '' : jar.header(this.#place(frame.origin), Date.now())
    const bodyBytes = body === null ? null : lengthOf(body)
    const head = requestHead(frame, this.#target, { cookies, bodyBytes })
    // A target is always ASCII, so that mostly nothing has to be counted.
    const headBytes = frame.isAscii && cookies === '' ? head.length : Buffer.byteLength(head)
    this.head = head
    this.known = frame.known
    this.isHead = this.#method === 'HEAD'
    this.isAscii = headBytes === head.length && (typeof body !== 'string' || body.length === bodyBytes)
    this.#sizeBytes = headBytes
    if (typeof bodyBytes === 'number' && !isSource(body)) this.#sizeBytes += bodyBytes
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
    const phasesUs = this.#phasesUs
    const { flushedAt, firstByteAt, endedAt } = connection
    this.#endedAt = endedAt
    this.#receivedBytes += connection.receivedBytes
    if (this.#isNewConnection) {
      const { channel } = connection
      if (this.#startedAt === 0) this.#startedAt = channel.startedAt
      phasesUs[phase.dns] = addedUs(phasesUs[phase.dns], channel.dnsUs)
      phasesUs[phase.connect] = addedUs(phasesUs[phase.connect], channel.connectUs)
      phasesUs[phase.tls] = addedUs(phasesUs[phase.tls], channel.tlsUs)
    }
    if (flushedAt === 0) return
    if (this.#startedAt === 0) this.#startedAt = flushedAt
    this.#wireRequests++
    if (this.#isRepetition) this.#repeatedRequests++
    this.#isRepetition = false
    this.#sentBytes += this.#sizeBytes + connection.streamedBytes
    if (firstByteAt === 0) return
    phasesUs[phase.firstByte] = addedUs(phasesUs[phase.firstByte], microseconds(flushedAt, firstByteAt))
    phasesUs[phase.transfer] = addedUs(phasesUs[phase.transfer], microseconds(firstByteAt, endedAt))
  }

  #settle(errorCode: string | null, errorMessage: string): void {
    const { options } = this
    const onResult = this.#onResult
    if (onResult === null) return
    const connection = this.#connection
    const answer = connection !== null && connection.receivedBytes > 0 ? connection.parser : null
    const result: HttpResult = {
      status: answer === null ? 0 : answer.head.status,
      errorCode,
      errorMessage,
      headers: answer !== null && options.wantsHeaders ? answer.head.headers : noHeaders,
      body: answer !== null && options.wantsBody ? answer.takeBody() : noBytes,
      charset: answer === null ? null : answer.head.charset,
      sentBytes: this.#sentBytes,
      receivedBytes: this.#receivedBytes,
      durationUs: this.#startedAt === 0 ? 0 : microseconds(this.#startedAt, this.#endedAt),
      phasesUs: this.#phasesUs,
      url: this.#url,
      wireRequests: this.#wireRequests,
      repeatedRequests: this.#repeatedRequests,
      sentHead: options.wantsHeaders ? this.head : '',
    }
    this.#onResult = null
    // A user that thinks shall not hold what it sent.
    this.#connection = null
    this.head = ''
    this.body = null
    if (!options.transport.keepAlive) connection?.close()
    const encoding = answer !== null && errorCode === null ? answer.head.contentEncoding : null
    if (encoding === null || !options.compression || result.body.length === 0) return onResult(result)
    const { bodyMemory: memory } = this.#context.memory
    void decode(result, { encoding, maxBytes: options.maxBodyBytes, memory }, onResult)
  }
}

/** Never rejects: decodeBody turns every fault into a value. */
async function decode(
  result: HttpResult,
  { encoding, maxBytes, memory }: { encoding: string; maxBytes: number; memory: BodyMemory },
  onResult: OnResult,
): Promise<void> {
  const decoded = await decodeBody(result.body, encoding, { maxBytes, memory })
  if ('body' in decoded) result.body = decoded.body
  else {
    result.errorCode = decoded.fault[0]
    result.errorMessage = decoded.fault[1]
  }
  onResult(result)
}
