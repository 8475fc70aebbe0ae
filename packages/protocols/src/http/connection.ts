/** One socket to one origin, carrying one request at a time: writes when the wire flushes, reads into the parser, keeps the times. */

import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import { Channel, type ChannelEvents } from '../connect/channel.ts'
import type { UserNetwork } from '../connect/user-network.ts'
import type { Wire } from '../wire/wire.ts'
import { isSource } from './body/body-source.ts'
import { BodyWriter, type BodyWriterOwner } from './body/body-writer.ts'
import { failureText } from './definition/failures.ts'
import type { CallOptions, RequestBody, Transport } from './exchange.ts'
import type { HttpMemory } from './http-memory.ts'
import type { KnownHead } from './known-head.ts'
import type { Origin } from './origin.ts'
import { ResponseParser } from './response-parser.ts'

/** Who waits for the answer. */
export interface ConnectionOwner {
  /** The answer is whole; read it from the parser now. */
  onAnswered(): void
  onFailed(code: string, message: string): void
  /** The connection was closed by the server before the request was written: nothing was sent. */
  onNeverSent(): void
}

/** A request as the connection writes it, and what it is to read in return; its owner must not change it until the callback. */
export interface Outgoing {
  readonly options: CallOptions
  readonly head: string
  readonly body: RequestBody | null
  /** Whether head and a text body are plain ASCII. */
  readonly isAscii: boolean
  readonly isHead: boolean
  /** What answers to requests of the step are known to begin with. */
  readonly known: KnownHead | null
}

/** What a new connection needs to know. */
export interface ConnectionOptions {
  wire: Wire
  memory: HttpMemory
  origin: Origin
  transport: Transport
  user: UserNetwork
  /** 0 = no limit. */
  connectTimeoutMs: number
  tlsSession: Buffer | undefined
  onTlsSession: (session: Buffer) => void
}

const http1 = ['http/1.1']
/** A request up to this leaves with one write: every system takes as much at once. Larger ones are asked whether they were written. */
const writtenAtOnceBytes = 16_384

/** A connection from its first packet to its close. All instants are of performance.now(). */
export class HttpConnection implements ChannelEvents, BodyWriterOwner {
  readonly parser: ResponseParser
  /** The way to the origin, with the times that opening it took. */
  readonly channel: Channel
  readonly onTlsSession: (session: Buffer) => void
  /** Of the present request; 0 = not yet. */
  flushedAt = 0
  firstByteAt = 0
  endedAt = 0
  receivedBytes = 0
  /** Of a body that is read while it is sent, with its chunking, bytes. */
  streamedBytes = 0
  /** Requests answered in full. */
  answered = 0
  readonly #origin: Origin
  readonly #transport: Transport
  readonly #wire: Wire
  #stream: Duplex
  #owner: ConnectionOwner | null = null
  /** The request until it is written. */
  #outgoing: Outgoing | null = null
  #phase: 'opening' | 'open' | 'closed' = 'opening'
  #answerTimer: NodeJS.Timeout | null = null
  #timerDueAt = 0
  #answerTimeoutMs = 0
  /** From when the answer is waited for: the flush, or the last progress of a body on its way. */
  #waitsSince = 0
  #writer: BodyWriter | null = null
  /** Large bodies that the stream has not yet reported as written. */
  #unwritten = 0
  /** The whole answer came before the stream reported the request as written; the owner is told in the next turn. */
  #awaitsReport = false
  #reusableUntil = Number.POSITIVE_INFINITY

  constructor(options: ConnectionOptions) {
    const { origin, transport, wire } = options
    this.#origin = origin
    this.parser = new ResponseParser(options.memory.bodyMemory)
    this.#transport = transport
    this.#wire = wire
    this.onTlsSession = options.onTlsSession
    this.channel = new Channel({ ...options, network: transport, alpn: http1, needsTunnel: false }, this)
    this.#stream = this.channel.stream
    wire.register(this)
  }

  /** Free, open and not about to be closed by the server. */
  get isReusable(): boolean {
    if (this.#owner !== null || this.#phase !== 'open') return false
    return this.#reusableUntil === Number.POSITIVE_INFINITY || performance.now() < this.#reusableUntil
  }

  /** Whether a request to the origin could go over it. */
  leadsTo(origin: Origin, transport: Transport): boolean {
    return this.#transport === transport && this.#origin.key === origin.key
  }

  /** Whether a name led to it. */
  get isToName(): boolean {
    return !this.#origin.isIp
  }

  get isFree(): boolean {
    return this.#owner === null
  }

  get isClosed(): boolean {
    return this.#phase === 'closed'
  }

  /** Whether the queued request can be written. */
  get isWritable(): boolean {
    return this.#phase === 'open' && this.#outgoing !== null
  }

  /** Takes over one request; the callback is called exactly once. */
  send(owner: ConnectionOwner, outgoing: Outgoing): void {
    const { options } = outgoing
    this.#owner = owner
    this.#outgoing = outgoing
    this.#answerTimeoutMs = options.responseTimeoutMs
    this.flushedAt = 0
    this.firstByteAt = 0
    this.endedAt = 0
    this.receivedBytes = 0
    this.streamedBytes = 0
    this.parser.start(options, outgoing.isHead, outgoing.known)
    if (this.#phase === 'open') this.#wire.enqueue(this)
  }

  /** Writes the queued request; only the wire calls it. */
  flush(): void {
    const outgoing = this.#outgoing
    if (outgoing === null) return
    this.#outgoing = null
    this.flushedAt = performance.now()
    this.#waitsSince = this.flushedAt
    this.#watchAnswer()
    const { head, body, isAscii } = outgoing
    if (body instanceof Uint8Array) {
      this.#stream.cork()
      this.#stream.write(head, isAscii ? 'latin1' : 'utf8')
      this.#write(body)
      this.#stream.uncork()
    } else if (isSource(body)) {
      this.#stream.write(head, isAscii ? 'latin1' : 'utf8')
      this.#writer = new BodyWriter(this.#stream, body, this)
      this.#writer.start()
    } else this.#write(body === null ? head : head + body, isAscii ? 'latin1' : 'utf8')
  }

  /** Writes the end of a request, and keeps in mind when that may take longer than a turn. */
  #write(end: Uint8Array | string, encoding: BufferEncoding = 'utf8'): void {
    if (end.length <= writtenAtOnceBytes) this.#stream.write(end, encoding)
    else {
      this.#unwritten++
      this.#stream.write(end, encoding, this.#onWritten)
    }
  }

  readonly #onWritten = (): void => {
    this.#unwritten--
  }

  onBodyProgress(bytes: number): void {
    this.streamedBytes += bytes
    this.#waitsSince = performance.now()
  }

  onBodyFault(code: string, message: string): void {
    this.onFault(code, message)
  }

  /** Tells the owner that the request could not be written; only the wire calls it. */
  giveBack(): void {
    if (this.#outgoing === null) return
    this.#outgoing = null
    const owner = this.#owner
    this.#owner = null
    owner?.onNeverSent()
  }

  /** Closes the connection; a request under way ends as aborted. */
  abort(): void {
    this.onFault('aborted', failureText('aborted'))
  }

  /** Closes the connection without a callback. */
  close(): void {
    this.#owner = null
    this.#shut()
  }

  onOpen(): void {
    this.#phase = 'open'
    this.#stream = this.channel.stream
    if (this.#outgoing !== null) this.#wire.enqueue(this)
  }

  onRead(bytes: Buffer, length: number): void {
    const owner = this.#owner
    // Bytes that nobody asked for: what follows could not be trusted.
    if (owner === null || this.flushedAt === 0) {
      if (owner === null) this.close()
      else if (this.#outgoing !== null) this.#shutUnsent()
      return
    }
    if (this.#awaitsReport) return this.#shut()
    const now = performance.now()
    if (this.firstByteAt === 0) this.firstByteAt = now
    this.receivedBytes += length
    const { parser } = this
    parser.feed(bytes, length)
    if (parser.isDone) this.#answer(now, owner)
    else if (parser.fault !== null) this.onFault(...parser.fault)
  }

  #answer(now: number, owner: ConnectionOwner): void {
    this.endedAt = now
    this.answered++
    // TLS, and a socket that could not take all at once, report a write in the turn after it was done: an answer may come before.
    if (this.#unwritten > 0 && this.#writer?.isDone !== false && this.#phase === 'open') {
      this.#awaitsReport = true
      setImmediate(this.#settle)
    } else this.#conclude(owner)
  }

  readonly #settle = (): void => {
    if (!this.#awaitsReport) return
    this.#awaitsReport = false
    if (this.#owner !== null) this.#conclude(this.#owner)
  }

  /** Hands the whole answer over, and decides whether a further request may follow. */
  #conclude(owner: ConnectionOwner): void {
    const { head, hasExcess } = this.parser
    this.#owner = null
    if (head.keepAliveTimeoutMs !== null) {
      // Stay clear of the moment at which the server closes.
      this.#reusableUntil =
        this.endedAt + head.keepAliveTimeoutMs - Math.min(1_000, head.keepAliveTimeoutMs / 2)
    }
    // An answer to what was not sent in full is one, but nothing can follow it.
    const isCut = this.#unwritten > 0 || this.#writer?.isDone === false
    if (!head.keepsAlive || hasExcess || isCut) this.#shut()
    this.#writer?.stop()
    this.#writer = null
    owner.onAnswered()
  }

  /** The server closed. */
  onEnd(): void {
    if (this.#phase === 'closed') return
    const owner = this.#owner
    if (owner === null) return this.#shut()
    if (this.#outgoing !== null) return this.#shutUnsent()
    // The answer is whole: the next turn hands it over.
    if (this.#awaitsReport) return this.#shut()
    this.parser.finish()
    if (this.parser.isDone) this.#answer(performance.now(), owner)
    else this.onFault(...(this.parser.fault ?? ['protocol.noAnswer', failureText('noAnswer')]))
  }

  /** Closed with the request still in the queue: the wire will find it not writable and give it back. */
  #shutUnsent(): void {
    this.#shut()
  }

  onFault(code: string, message: string): void {
    if (this.#phase === 'closed') return
    if (this.#awaitsReport) return this.#shut()
    const owner = this.#owner
    // What a kept connection died of is not this request's affair.
    const wasQueued =
      this.#phase === 'open' && this.#outgoing !== null && this.answered > 0 && code !== 'aborted'
    this.endedAt = performance.now()
    if (wasQueued) return this.#shutUnsent()
    this.#owner = null
    this.#outgoing = null
    this.#shut()
    owner?.onFailed(code, message)
  }

  #shut(): void {
    if (this.#phase === 'closed') return
    this.#phase = 'closed'
    if (this.#answerTimer !== null) clearTimeout(this.#answerTimer)
    this.#answerTimer = null
    this.#writer?.stop()
    this.#writer = null
    this.#wire.unregister(this)
    this.channel.close()
  }

  /**
   * Arms the timer only when none runs: one that fires early for the present request is armed anew for the rest,
   * which is far cheaper than a timer per request. A running one that would fire too late is replaced.
   */
  #watchAnswer(): void {
    const timeoutMs = this.#answerTimeoutMs
    if (timeoutMs === 0) return
    const dueAt = this.#waitsSince + timeoutMs
    if (this.#answerTimer !== null) {
      if (this.#timerDueAt <= dueAt) return
      clearTimeout(this.#answerTimer)
    }
    this.#timerDueAt = dueAt
    this.#answerTimer = setTimeout(this.#onAnswerTimer, Math.ceil(dueAt - performance.now()))
  }

  readonly #onAnswerTimer = (): void => {
    this.#answerTimer = null
    if (this.#owner === null || this.#awaitsReport || this.flushedAt === 0 || this.#answerTimeoutMs === 0)
      return
    if (performance.now() < this.#waitsSince + this.#answerTimeoutMs) return this.#watchAnswer()
    this.onFault('timeout.response', failureText('responseTimeout', { ms: this.#answerTimeoutMs }))
  }
}

/** Whole µs between two instants. */
export function microseconds(fromAt: number, toAt: number): number {
  return Math.max(0, Math.round((toAt - fromAt) * 1_000))
}
