/** One request over HTTP/2, from its stream to its outcome: the one permitted retry, cookies, times and bytes. */

import type { Fault } from '../../connect/fault.ts'
import type { Wire } from '../../wire/wire.ts'
import { isSource, lengthOf } from '../body/body-source.ts'
import type { CookieJar } from '../cookies.ts'
import { failureText } from '../definition/failures.ts'
import type { BodySource, HttpCall, HttpResult } from '../exchange.ts'
import type { HttpMemory } from '../http-memory.ts'
import { type Origin, targetOf } from '../origin.ts'
import { mayRepeat } from '../retry.ts'
import type { AnswerHead } from './answer-head.ts'
import { H2Answer } from './h2-answer.ts'
import type { H2Client, H2Connection } from './h2-connection.ts'
import { abortedFault, resetFault } from './h2-fault.ts'
import { H2Figures } from './h2-figures.ts'
import type { H2Pool } from './h2-pool.ts'
import type { H2Stream, StreamEvents } from './h2-stream.ts'
import { type H2RequestFrame, headText, tellsEmptyLength, varyingFields } from './request-frame.ts'
import { sendSource } from './send-source.ts'

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
  readonly frame: H2RequestFrame
  readonly signal: AbortSignal | undefined
  /** The outcome tells the head as it was sent. */
  readonly showsHead: boolean
}

/** Runs one request once; redirects are its caller's business. */
export class H2Exchange implements H2Client, StreamEvents {
  readonly signal: AbortSignal | undefined
  /** Instant of performance.now(); infinity = nothing is waited for. */
  dueAt = Number.POSITIVE_INFINITY
  readonly #context: H2Context
  readonly #call: HttpCall
  readonly #origin: Origin
  readonly #target: string
  readonly #frame: H2RequestFrame
  readonly #showsHead: boolean
  readonly #onResult: (result: HttpResult | null) => void
  #connection: H2Connection | null = null
  #stream: H2Stream | null = null
  #varying: readonly string[] | null = null
  /** Goes on with a body that is read while it is sent. */
  #onRoom: (() => void) | null = null
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
    const { call, origin, frame, signal, showsHead } = task
    this.#context = context
    this.#call = call
    this.#origin = origin
    this.#frame = frame
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
    if (connection.isOpen) this.#watch()
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
    const { body, options } = this.#call
    const isSent = body === null || (!isSource(body) && body.length === 0)
    this.#varying = this.#write()
    this.#watch()
    const head = {
      frame: this.#frame,
      target: this.#target,
      varying: this.#varying,
      endsStream: isSent,
      isHead: options.method === 'HEAD',
    }
    this.#stream = connection.open(head, this)
    if (isSent || this.#stream === null) return
    if (isSource(body)) return this.#sendSource(this.#stream, body)
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    connection.send(this.#stream, bytes, true)
  }

  #sendSource(stream: H2Stream, body: BodySource): void {
    const isOpen = () => stream === this.#stream
    const write = (piece: Uint8Array, isLast: boolean) => this.#writePiece(stream, piece, isLast)
    const target = { isOpen, write }
    void sendSource(body, target).then(fault => {
      if (fault !== null && isOpen()) this.#fail(fault)
    })
  }

  #writePiece(stream: H2Stream, piece: Uint8Array, isLast: boolean): Promise<void> {
    if (stream !== this.#stream) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onRoom = resolve
    this.#connection?.send(stream, piece, isLast)
    return promise
  }

  onBodySent(bytes: number): void {
    this.#connection?.claimSent(bytes)
    this.#figures.sentBodyBytes += bytes
  }

  onRoom(): void {
    const proceed = this.#onRoom
    if (proceed === null) return
    this.#onRoom = null
    // The answer is waited for from the last progress of a body on its way.
    if (this.#stream !== null) this.#watch()
    proceed()
  }

  /** The connection ended while the request was queued; only the wire calls it. */
  giveBack(): void {
    if (!this.#isSettled && this.#figures.flushedAt === 0) this.onNeverSent()
  }

  onNeverSent(): void {
    this.#connection?.release(this)
    this.#stopWatching()
    if (!this.#opensConnection) return this.start()
    this.#account()
    this.#settle(['ECONNRESET', failureText('closedBeforeSending')])
  }

  onConnected(): void {
    this.#watch()
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

  #write(): readonly string[] {
    const { options, body } = this.#call
    const { jar } = this.#context
    const length = lengthOf(body)
    return varyingFields(this.#frame, {
      bodyBytes: length === 'chunked' ? null : (length ?? (tellsEmptyLength(options.method) ? 0 : null)),
      cookies: jar.isEmpty ? '' : jar.header(this.#place(), Date.now()),
    })
  }

  #place() {
    return { host: this.#origin.host, path: this.#target, isTls: this.#origin.isTls }
  }

  onHead(head: AnswerHead): void {
    this.#figures.firstByteAt = this.#connection?.readAt ?? performance.now()
    this.#answer.head = head
  }

  onBody(bytes: Buffer, from: number, to: number): void {
    this.#connection?.claimReceived(to - from)
    const fault = this.#answer.add(bytes, from, to)
    if (fault !== null) this.#fail(fault)
  }

  /** The answer came to its end. */
  onEnd(isWhole: boolean): void {
    this.#leaveStream()
    if (!isWhole) {
      return this.#fail(['protocol.incomplete', failureText('streamEndedInBody')])
    }
    const connection = this.#connection
    if (connection !== null) connection.answered++
    const { jar } = this.#context
    for (const value of this.#answer.head?.setCookies ?? []) jar.store(value, this.#place(), Date.now())
    connection?.release(this)
    this.#account()
    this.#settle(null)
  }

  onReset(code: number, isUntouched: boolean): void {
    this.#leaveStream()
    if (isUntouched && this.#figures.firstByteAt === 0 && this.#mayRetry) return this.#retry()
    this.#fail(code === 0 ? ['protocol.incomplete', failureText('streamEndedInAnswer')] : resetFault(code))
  }

  onBroken(fault: Fault): void {
    this.#leaveStream()
    this.#fail(fault)
  }

  /** The stream is over, or given up. */
  #leaveStream(): void {
    this.#stream = null
    const proceed = this.#onRoom
    this.#onRoom = null
    proceed?.()
  }

  get #mayRetry(): boolean {
    return !this.#hasRetried && this.#call.options.transport.repeatsDropped
  }

  #retry(): void {
    this.#stopWatching()
    this.#connection?.release(this)
    this.#account()
    this.#hasRetried = true
    this.start()
  }

  #fail(fault: Fault): void {
    if (this.#isSettled) return
    const stream = this.#stream
    this.#leaveStream()
    if (stream !== null) this.#connection?.cancel(stream)
    const isStale =
      this.#isOnKeptConnection &&
      this.#figures.flushedAt > 0 &&
      this.#figures.firstByteAt === 0 &&
      mayRepeat(this.#call.options.method, fault[0])
    if (isStale && this.#mayRetry) return this.#retry()
    this.#connection?.release(this)
    this.#account()
    this.#settle(fault)
  }

  /** Adds the figures of the try that ended and has left its connection, which may have said GOAWAY. */
  #account(): void {
    const connection = this.#connection
    if (connection === null) return
    if (this.#opensConnection) this.#figures.addConnection(connection)
    this.#opensConnection = false
    this.#figures.addTry(connection, this.#answer.bodyBytes)
  }

  /** Waits for a stream, or for the answer once the request is written. */
  #watch(): void {
    const { responseTimeoutMs } = this.#call.options
    if (responseTimeoutMs === 0) return
    this.dueAt = performance.now() + responseTimeoutMs
    this.#connection?.watch(this)
  }

  onDue(): void {
    const { responseTimeoutMs } = this.#call.options
    const isWritten = this.#figures.flushedAt > 0
    this.#leaveDeadConnection()
    const text = failureText(isWritten ? 'responseTimeout' : 'streamTimeout', { ms: responseTimeoutMs })
    this.#fail([isWritten ? 'timeout.response' : 'timeout.stream', text])
  }

  /** One on which nothing at all has come for as long shall not take the next request. */
  #leaveDeadConnection(): void {
    const connection = this.#connection
    if (this.#figures.flushedAt > 0 && connection?.receivedBytes === this.#receivedBefore) connection.retire()
  }

  #stopWatching(): void {
    this.dueAt = Number.POSITIVE_INFINITY
  }

  #settle(fault: Fault | null): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#stopWatching()
    const figures = this.#figures
    const result: HttpResult = {
      status: 0,
      errorCode: fault === null ? null : fault[0],
      errorMessage: fault === null ? '' : fault[1],
      headers: [],
      body: noBytes,
      charset: null,
      sentBytes: figures.sentBytes,
      receivedBytes: figures.receivedBytes,
      durationUs: figures.durationUs,
      phasesUs: figures.phasesUs,
      url: this.#call.url,
      wireRequests: figures.wireRequests,
      repeatedRequests: Math.max(0, figures.wireRequests - 1),
      sentHead:
        this.#showsHead && this.#varying !== null ? headText(this.#frame, this.#target, this.#varying) : '',
    }
    this.#answer.deliver(result, this.#onResult)
  }
}

const noBytes = new Uint8Array(0)
