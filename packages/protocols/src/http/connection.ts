/** One socket to one origin, carrying one request at a time: writes when the wire flushes, reads into the parser, keeps the times. */
import type { Socket } from 'node:net'
import type { CallOptions, Transport } from './exchange.ts'
import { openSocket, socketFault } from './open-socket.ts'
import type { Origin } from './origin.ts'
import { ResponseParser } from './response-parser.ts'
import type { WireHub } from './wire.ts'

/** Who waits for the answer. */
export interface ConnectionOwner {
  /** The answer is whole; read it from the parser now. */
  onAnswered(): void
  onFailed(code: string, message: string): void
  /** The connection was closed by the server before the request was written: nothing was sent. */
  onNeverSent(): void
}

/** A request as the connection writes it, and what it is to read in return; its owner leaves it alone until it hears of it. */
export interface Outgoing {
  readonly options: CallOptions
  readonly head: string
  readonly body: Uint8Array | string | null
  /** Whether head and a text body are plain ASCII. */
  readonly isAscii: boolean
  readonly isHead: boolean
}

/** What a new connection needs to know. */
export interface ConnectionOptions {
  wire: WireHub
  origin: Origin
  transport: Transport
  tlsSession: Buffer | undefined
  onTlsSession: (session: Buffer) => void
}

/** A connection from its first packet to its close. All instants are of performance.now(). */
export class HttpConnection {
  readonly parser = new ResponseParser()
  readonly startedAt = performance.now()
  dnsUs: number | null = null
  connectUs: number | null = null
  tlsUs: number | null = null
  /** Of the present request; 0 = not yet. */
  flushedAt = 0
  firstByteAt = 0
  endedAt = 0
  receivedBytes = 0
  /** Requests answered in full. */
  answered = 0
  readonly #originKey: string
  readonly #transport: Transport
  readonly #wire: WireHub
  readonly #socket: Socket
  #owner: ConnectionOwner | null = null
  /** The request until it is written. */
  #outgoing: Outgoing | null = null
  #phase: 'connecting' | 'handshake' | 'open' | 'closed' = 'connecting'
  #connectTimer: NodeJS.Timeout | null = null
  #answerTimer: NodeJS.Timeout | null = null
  #timerDueAt = 0
  #answerTimeoutMs = 0
  #reusableUntil = Number.POSITIVE_INFINITY

  constructor(options: ConnectionOptions) {
    const { origin, transport } = options
    const { connectTimeoutMs } = transport
    this.#originKey = origin.key
    this.#transport = transport
    this.#wire = options.wire
    this.#socket = openSocket({ ...options, onRead: (bytes, length) => this.#read(bytes, length) })
    this.#wire.register(this)
    let stepAt = this.startedAt
    const stepUs = (): number => {
      const before = stepAt
      stepAt = performance.now()
      return microseconds(before, stepAt)
    }
    this.#socket
      .on('connect', () => {
        this.connectUs = stepUs()
        if (origin.isTls) this.#phase = 'handshake'
        else this.#open()
      })
      .on('error', error => this.#fail(...socketFault(error, this.#phase === 'handshake')))
      .on('end', () => this.#end())
      .on('close', () => this.#end())
    if (!origin.isIp) {
      this.#socket.once('lookup', () => {
        this.dnsUs = stepUs()
      })
    }
    if (origin.isTls) {
      this.#socket.on('secureConnect', () => {
        this.tlsUs = stepUs()
        this.#open()
      })
      this.#socket.on('session', options.onTlsSession)
    }
    if (connectTimeoutMs > 0) {
      this.#connectTimer = setTimeout(() => {
        this.#fail('timeout.connect', `no connection within ${connectTimeoutMs} ms`)
      }, connectTimeoutMs)
    }
  }

  /** Free, open and not about to be closed by the server. */
  get isReusable(): boolean {
    if (this.#owner !== null || this.#phase !== 'open') return false
    return this.#reusableUntil === Number.POSITIVE_INFINITY || performance.now() < this.#reusableUntil
  }

  /** Whether a request to the origin could go over it. */
  leadsTo(origin: Origin, transport: Transport): boolean {
    return this.#transport === transport && this.#originKey === origin.key
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

  /** Takes over one request; the owner hears of it exactly once. */
  send(owner: ConnectionOwner, outgoing: Outgoing): void {
    const { options } = outgoing
    this.#owner = owner
    this.#outgoing = outgoing
    this.#answerTimeoutMs = options.responseTimeoutMs
    this.flushedAt = 0
    this.firstByteAt = 0
    this.endedAt = 0
    this.receivedBytes = 0
    this.parser.start(options, outgoing.isHead)
    if (this.#phase === 'open') this.#wire.enqueue(this)
  }

  /** Writes the queued request; only the wire calls it. */
  flush(): void {
    const outgoing = this.#outgoing
    if (outgoing === null) return
    this.#outgoing = null
    this.flushedAt = performance.now()
    this.#watchAnswer()
    const { head, body, isAscii } = outgoing
    if (body instanceof Uint8Array) {
      this.#socket.cork()
      this.#socket.write(head, isAscii ? 'latin1' : 'utf8')
      this.#socket.write(body)
      this.#socket.uncork()
    } else this.#socket.write(body === null ? head : head + body, isAscii ? 'latin1' : 'utf8')
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
    this.#fail('aborted', 'request was aborted')
  }

  /** Closes the connection without a word to anybody. */
  close(): void {
    this.#owner = null
    this.#shut()
  }

  #open(): void {
    this.#phase = 'open'
    this.#clearConnectTimer()
    if (this.#outgoing !== null) this.#wire.enqueue(this)
  }

  #read(bytes: Buffer, length: number): void {
    const owner = this.#owner
    // Bytes that nobody asked for: what follows could not be trusted.
    if (owner === null || this.flushedAt === 0) {
      if (owner === null) this.close()
      else if (this.#outgoing !== null) this.#shutUnsent()
      return
    }
    const now = performance.now()
    if (this.firstByteAt === 0) this.firstByteAt = now
    this.receivedBytes += length
    const { parser } = this
    parser.feed(bytes, length)
    if (parser.isDone) this.#answer(now, owner)
    else if (parser.fault !== null) this.#fail(...parser.fault)
  }

  #answer(now: number, owner: ConnectionOwner): void {
    const { head, hasExcess } = this.parser
    this.endedAt = now
    this.answered++
    this.#owner = null
    if (head.keepAliveTimeoutMs !== null) {
      // Stay clear of the moment at which the server closes.
      this.#reusableUntil = now + head.keepAliveTimeoutMs - Math.min(1_000, head.keepAliveTimeoutMs / 2)
    }
    if (!head.keepsAlive || hasExcess || this.#socket.writableLength > 0) this.#shut()
    owner.onAnswered()
  }

  /** The server closed. */
  #end(): void {
    if (this.#phase === 'closed') return
    const owner = this.#owner
    if (owner === null) return this.#shut()
    if (this.#phase !== 'open') {
      return this.#fail(
        this.#phase === 'handshake' ? 'tls.ECONNRESET' : 'ECONNRESET',
        'connection closed while it was being made',
      )
    }
    if (this.#outgoing !== null) return this.#shutUnsent()
    this.parser.finish()
    if (this.parser.isDone) this.#answer(performance.now(), owner)
    else this.#fail(...(this.parser.fault ?? ['protocol.noAnswer', 'connection closed without an answer']))
  }

  /** Closed with the request still in the queue: the wire will find it not writable and give it back. */
  #shutUnsent(): void {
    this.#shut()
  }

  #fail(code: string, message: string): void {
    if (this.#phase === 'closed') return
    const owner = this.#owner
    const wasQueued = this.#phase === 'open' && this.#outgoing !== null && code !== 'aborted'
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
    this.#clearConnectTimer()
    if (this.#answerTimer !== null) clearTimeout(this.#answerTimer)
    this.#answerTimer = null
    this.#wire.unregister(this)
    this.#socket.destroy()
  }

  #clearConnectTimer(): void {
    if (this.#connectTimer === null) return
    clearTimeout(this.#connectTimer)
    this.#connectTimer = null
  }

  /**
   * Arms the timer only when none runs: one that fires early for the present request is armed anew for the rest,
   * which is far cheaper than a timer per request. A running one that would fire too late is replaced.
   */
  #watchAnswer(): void {
    const timeoutMs = this.#answerTimeoutMs
    if (timeoutMs === 0) return
    const dueAt = this.flushedAt + timeoutMs
    if (this.#answerTimer !== null) {
      if (this.#timerDueAt <= dueAt) return
      clearTimeout(this.#answerTimer)
    }
    this.#timerDueAt = dueAt
    this.#answerTimer = setTimeout(this.#onAnswerTimer, Math.ceil(dueAt - performance.now()))
  }

  readonly #onAnswerTimer = (): void => {
    this.#answerTimer = null
    if (this.#owner === null || this.flushedAt === 0 || this.#answerTimeoutMs === 0) return
    if (performance.now() < this.flushedAt + this.#answerTimeoutMs) return this.#watchAnswer()
    this.#fail('timeout.response', `no complete answer within ${this.#answerTimeoutMs} ms`)
  }
}

/** Whole µs between two instants. */
export function microseconds(fromAt: number, toAt: number): number {
  return Math.max(0, Math.round((toAt - fromAt) * 1_000))
}
