/** One request over HTTP/2, from its stream to its outcome: the one permitted retry, cookies, times and bytes. */

import type { ClientHttp2Stream } from 'node:http2'
import { errorText } from '@pone/schema/error-text.ts'
import type { Fault } from '../../connect/fault.ts'
import type { Wire } from '../../wire/wire.ts'
import { isSource, lengthOf } from '../body/body-source.ts'
import type { CookieJar } from '../cookies.ts'
import { failureText } from '../definition/failures.ts'
import type { BodySource, HttpCall, HttpResult } from '../exchange.ts'
import { unsentResult } from '../hops.ts'
import type { HttpMemory } from '../http-memory.ts'
import { type Origin, targetOf } from '../origin.ts'
import { mayRepeat } from '../retry.ts'
import { H2Answer } from './h2-answer.ts'
import type { H2Client, H2Connection } from './h2-connection.ts'
import { abortedFault, cancelStream, refusedStream, resetFault } from './h2-fault.ts'
import { H2Figures } from './h2-figures.ts'
import { h2Fields, headText, tellsEmptyLength } from './h2-head.ts'
import type { H2Pool } from './h2-pool.ts'
import { sendSource } from './send-source.ts'
import { watchEnd } from './stream-end.ts'

/** What an exchange shares with the others of its user. */
export interface H2Context {
  readonly wire: Wire
  readonly memory: HttpMemory
  readonly pool: H2Pool
  readonly jar: CookieJar
}

/** What is to be sent. */
export interface H2Task {
  readonly call: HttpCall
  readonly origin: Origin
  readonly signal: AbortSignal | undefined
  /** The outcome tells the head as it was sent. */
  readonly showsHead: boolean
}

/** Runs one request once; redirects are its caller's business. */
export class H2Exchange implements H2Client {
  readonly signal: AbortSignal | undefined
  readonly #context: H2Context
  readonly #call: HttpCall
  readonly #origin: Origin
  readonly #target: string
  readonly #showsHead: boolean
  readonly #onResult: (result: HttpResult | null) => void
  #connection: H2Connection | null = null
  #stream: ClientHttp2Stream | null = null
  #fields: string[] = []
  #timer: NodeJS.Timeout | null = null
  #isSettled = false
  #opensConnection = false
  #isOnKeptConnection = false
  #hasRetried = false
  readonly #figures = new H2Figures()
  /** Of the whole connection, when the request was written. */
  #receivedBefore = 0
  readonly #answer: H2Answer

  /** `onResult` is called exactly once, with null when the server speaks HTTP/1.1 only and the transport allows it. */
  constructor(context: H2Context, task: H2Task, onResult: (result: HttpResult | null) => void) {
    const { call, origin, signal, showsHead } = task
    this.#context = context
    this.#call = call
    this.#origin = origin
    this.#target = targetOf(call.url)
    this.#showsHead = showsHead
    this.signal = signal
    this.#onResult = onResult
    this.#answer = new H2Answer(call.options, context.memory.bodyMemory)
  }

  /** Finds a connection and takes its place on it. */
  start(): void {
    const { wire, pool } = this.#context
    const { options } = this.#call
    if (wire.isClosed) return this.#settle(abortedFault)
    const { connection, isNew } = pool.take(this.#origin, options)
    this.#connection = connection
    this.#opensConnection = isNew
    this.#isOnKeptConnection = connection.answered > 0
    if (connection.isOpen) this.#watch('timeout.stream')
    connection.take(this)
  }

  /** Ends it as aborted; others on the connection go on. */
  abort(): void {
    this.#fail(abortedFault)
  }

  get isWritable(): boolean {
    return !this.#isSettled && this.#figures.flushedAt === 0 && this.#connection?.isOpen === true
  }

  /** Only the wire calls it. */
  flush(): void {
    const connection = this.#connection
    if (!this.isWritable || connection === null) return
    this.#figures.flush()
    this.#receivedBefore = connection.receivedBytes
    const { body } = this.#call
    this.#fields = this.#write()
    this.#watch('timeout.response')
    try {
      this.#stream = connection.request(this.#fields, body === null)
    } catch (error) {
      return this.#fail(['protocol.h2', failureText('badFrames', { detail: errorText(error) })])
    }
    this.#listen(this.#stream)
    if (body === null) return
    if (isSource(body)) return this.#sendSource(this.#stream, body)
    this.#figures.sendBody(connection, typeof body === 'string' ? Buffer.byteLength(body) : body.length)
    this.#stream.end(body)
  }

  #sendSource(stream: ClientHttp2Stream, body: BodySource): void {
    // The answer is waited for from the last progress of a body on its way.
    const onProgress = () => {
      if (stream === this.#stream) this.#timer?.refresh()
    }
    void sendSource(stream, body, onProgress).then(fault => {
      if (fault !== null && stream === this.#stream) this.#fail(fault)
    })
  }

  /** The connection ended while the request was queued; only the wire calls it. */
  giveBack(): void {
    if (!this.#isSettled && this.#figures.flushedAt === 0) this.onNeverSent()
  }

  onNeverSent(): void {
    this.#connection?.release(this)
    this.#stopWatching()
    if (!this.#opensConnection && !this.#hasRetried) {
      this.#hasRetried = true
      return this.start()
    }
    this.#account()
    this.#settle(['ECONNRESET', failureText('closedBeforeSending')])
  }

  onVersion1(): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#onResult(null)
  }

  onConnectFailed(fault: Fault): void {
    this.#fail(fault)
  }

  onLost(fault: Fault): void {
    // Queued: the wire will find it not writable and give it back.
    if (this.#figures.flushedAt === 0 && fault[0] !== 'aborted') return
    const isCut = fault[0] === 'protocol.noAnswer' && this.#figures.firstByteAt > 0
    this.#fail(isCut ? ['protocol.incomplete', failureText('closedInAnswer')] : fault)
  }

  #write(): string[] {
    const { options, headers, body } = this.#call
    const { jar } = this.#context
    const length = lengthOf(body)
    return h2Fields({
      method: options.method,
      target: this.#target,
      origin: this.#origin,
      bodyBytes: length === 'chunked' ? null : (length ?? (tellsEmptyLength(options.method) ? 0 : null)),
      cookies: jar.isEmpty ? '' : jar.header(this.#place(), Date.now()),
      compression: options.compression,
      headers,
    })
  }

  #place() {
    return { host: this.#origin.host, path: this.#target, isTls: this.#origin.isTls }
  }

  #listen(stream: ClientHttp2Stream): void {
    stream.on('response', (_headers, _flags, rawHeaders: string[]) => {
      if (stream !== this.#stream) return
      this.#figures.firstByteAt = performance.now()
      this.#answer.begin(rawHeaders)
    })
    stream.on('data', (piece: Buffer) => {
      if (stream !== this.#stream) return
      this.#connection?.claimReceived(piece.length)
      const fault = this.#answer.add(piece)
      if (fault !== null) this.#fail(fault)
    })
    const isEnded = watchEnd(stream)
    stream.on('end', () => {
      if (stream === this.#stream && isEnded() && stream.rstCode === 0 && this.#figures.firstByteAt > 0) {
        this.#finish()
      }
    })
    stream.on('error', () => undefined)
    stream.on('close', () => {
      if (stream === this.#stream) this.#reset(stream)
    })
  }

  /** The answer came to its end. */
  #finish(): void {
    if (!this.#answer.isWhole) {
      return this.#fail(['protocol.incomplete', failureText('streamEndedInBody')])
    }
    const connection = this.#connection
    if (connection !== null) connection.answered++
    const { jar } = this.#context
    for (const [name, value] of this.#answer.headers) {
      if (name === 'set-cookie') jar.store(value, this.#place(), Date.now())
    }
    this.#account()
    // What the server answered without reading needs not be sent to the end.
    if (this.#stream?.writableFinished === false) this.#stream.close(cancelStream)
    this.#stream = null
    connection?.release(this)
    this.#settle(null)
  }

  /** The stream closed without the end of an answer. */
  #reset(stream: ClientHttp2Stream): void {
    const code = stream.rstCode ?? 0
    const isUntouched =
      this.#figures.firstByteAt === 0 &&
      (code === refusedStream || this.#connection?.isUntouched(stream.id ?? 0) === true)
    if (isUntouched && this.#mayRetry) return this.#retry()
    // The connection knows better what ended it, and will tell in a moment.
    if (!isUntouched && this.#connection?.isBreaking === true) return
    this.#fail(code === 0 ? ['protocol.incomplete', failureText('streamEndedInAnswer')] : resetFault(code))
  }

  get #mayRetry(): boolean {
    return !this.#hasRetried && this.#call.options.transport.repeatsDropped
  }

  #retry(): void {
    this.#account()
    this.#stopWatching()
    this.#stream = null
    this.#connection?.release(this)
    this.#hasRetried = true
    this.start()
  }

  #fail(fault: Fault): void {
    if (this.#isSettled) return
    const stream = this.#stream
    const isStale =
      this.#isOnKeptConnection &&
      this.#figures.flushedAt > 0 &&
      this.#figures.firstByteAt === 0 &&
      mayRepeat(this.#call.options.method, fault[0])
    if (isStale && this.#mayRetry) return this.#retry()
    this.#account()
    this.#stream = null
    this.#connection?.release(this)
    if (stream !== null && !stream.closed) stream.close(cancelStream)
    this.#settle(fault)
  }

  /** Adds the figures of the try that ended. */
  #account(): void {
    const connection = this.#connection
    if (connection === null) return
    if (this.#opensConnection) this.#figures.addConnection(connection)
    this.#opensConnection = false
    this.#figures.addTry(connection, this.#answer.bodyBytes)
  }

  #watch(code: 'timeout.stream' | 'timeout.response'): void {
    this.#stopWatching()
    const { responseTimeoutMs } = this.#call.options
    if (responseTimeoutMs === 0) return
    this.#timer = setTimeout(() => {
      this.#leaveDeadConnection()
      const text = code === 'timeout.stream' ? 'streamTimeout' : 'responseTimeout'
      this.#fail([code, failureText(text, { ms: responseTimeoutMs })])
    }, responseTimeoutMs)
  }

  /** One on which nothing at all has come for as long shall not take the next request. */
  #leaveDeadConnection(): void {
    const connection = this.#connection
    if (this.#figures.flushedAt > 0 && connection?.receivedBytes === this.#receivedBefore) connection.retire()
  }

  #stopWatching(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #settle(fault: Fault | null): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#stopWatching()
    const { url } = this.#call
    const isHeadWanted = this.#showsHead && this.#fields.length > 0
    const result: HttpResult = {
      ...unsentResult(url, '', ''),
      errorCode: fault === null ? null : fault[0],
      errorMessage: fault === null ? '' : fault[1],
      ...this.#figures.outcome(),
      sentHead: isHeadWanted ? headText(this.#fields) : '',
    }
    this.#answer.deliver(result, this.#onResult)
  }
}
