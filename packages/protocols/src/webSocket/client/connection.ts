/** One WebSocket connection: made over our own channel (names, proxy, TLS, source address, timings), frames by `ws`, an inbox of what arrived. */
import type { createConnection } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorText } from '@pone/schema/error-text.ts'
import { WebSocket } from 'ws'
import { Channel } from '../../connect/channel.ts'
import type { Destination } from '../../connect/destination.ts'
import type { Fault } from '../../connect/fault.ts'
import type { Network } from '../../connect/network.ts'
import type { MessageConnection, MessageListener } from '../../messages/connection.ts'
import { metric } from '../../messages/definition/metrics.ts'
import { Inbox, type InboxMessage } from '../../messages/inbox.ts'
import type { OperationContext, SessionUser } from '../../protocol.ts'
import { failureText } from '../definition/failures.ts'
import type { WebSocketSettings } from '../definition/operation.ts'

export interface ConnectOptions {
  readonly name: string
  readonly url: string
  readonly destination: Destination
  readonly subprotocols: readonly string[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly compression: boolean
  readonly pingIntervalMs: number
  readonly connectTimeoutMs: number
  readonly responseTimeoutMs: number
  readonly network: Network
  readonly user: SessionUser
  /** That opens it. */
  readonly operation: OperationContext
  readonly limits: WebSocketSettings
}

/** How opening ended. */
export interface Opened {
  readonly status: number
  readonly headers: readonly [name: string, value: string][]
  readonly fault: Fault | null
}

/** Longest time between our close frame and the end of the connection, when a user ends. */
const closeGraceMs = 1_000

export class WsConnection implements MessageConnection {
  readonly inbox: Inbox
  readonly channel: Channel
  /** Of performance.now(): the handshake was written, and answered. 0 = not yet. */
  handshakeAt = 0
  openedAt = 0
  /** Requests of it that the wire has counted. */
  wireRequests = 0
  closeCode = 0
  closeReason = ''
  /** That used it last: messages are counted under it, also those that come afterwards. */
  operation: OperationContext
  readonly #options: ConnectOptions
  readonly #onOpened: (opened: Opened) => void
  #socket: WebSocket | null = null
  #listener: MessageListener | null = null
  #ping: NodeJS.Timeout | null = null
  /** A ping was sent and has not been answered. */
  #awaitsPong = false
  #hasLostPong = false
  #state: 'opening' | 'open' | 'closed' = 'opening'

  /** `onOpened` is called exactly once, never before the constructor returns. */
  constructor(options: ConnectOptions, onOpened: (opened: Opened) => void) {
    this.#options = options
    this.#onOpened = onOpened
    this.operation = options.operation
    this.inbox = new Inbox(options.limits)
    const { network, user, destination, connectTimeoutMs } = options
    const { wire } = user
    this.channel = new Channel(
      {
        wire,
        network,
        user: user.network,
        origin: destination,
        alpn: ['http/1.1'],
        needsTunnel: true,
        isForLibrary: true,
        tlsSession: undefined,
        connectTimeoutMs,
      },
      {
        onOpen: () => this.#handshake(this.channel.handOver()),
        onRead: () => undefined,
        onEnd: () => this.#failOpening('ECONNRESET', failureText('connectCut')),
        onFault: (code, message) => this.#failOpening(code, message),
        onTlsSession: () => undefined,
      },
    )
    wire.register(this)
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /** Code and message of what fails for want of it, once it is no longer open. */
  get loss(): Fault {
    const { name: connection, pingIntervalMs: ms } = this.#options
    if (this.#hasLostPong) return ['pongMissing', failureText('pongMissing', { connection, ms })]
    const { closeCode: code, closeReason: reason } = this
    return ['connectionLost', failureText('connectionLost', { connection, code, reason })]
  }

  get subprotocol(): string {
    return this.#socket?.protocol ?? ''
  }

  /** Who is told of messages before they go into the inbox; null = nobody. */
  listen(listener: MessageListener | null): void {
    this.#listener = listener
  }

  /** Hands a message over; `onSent` with what went wrong, or null when the network has taken it. */
  send(data: string | Buffer, onSent: (fault: Fault | null) => void): void {
    const failed = (detail: string): Fault => ['writeFailed', failureText('writeFailed', { detail })]
    if (this.#socket === null || !this.isOpen) return onSent(failed('not open'))
    const { operation } = this
    this.#socket.send(data, error => {
      if (!error) this.#options.user.measure(operation, metric.sent, 1)
      onSent(error ? failed(error.message) : null)
    })
  }

  /** Begins to close; the listener hears of the end. */
  close(code: number, reason: string): void {
    this.#socket?.close(code, reason)
  }

  /** Ends it at once, without a word to anybody. */
  destroy(): void {
    this.#listener = null
    const socket = this.#socket
    if (this.#state === 'open' && socket !== null) {
      this.#end(1_000, '')
      socket.close(1_000)
      setTimeout(() => socket.terminate(), closeGraceMs).unref()
      return
    }
    this.abort()
  }

  /** Cuts it; whoever waits hears that it is closed. */
  abort(): void {
    if (this.#state === 'opening') return this.#failOpening('aborted', failureText('aborted'))
    this.#end(1_006, '')
    this.#socket?.terminate()
  }

  #handshake(stream: Duplex): void {
    const { wire } = this.#options.user
    wire.begin(() => {
      if (this.#state !== 'opening') return
      this.wireRequests++
      this.handshakeAt = performance.now()
      this.#open(stream)
    })
  }

  #open(stream: Duplex): void {
    const { url, subprotocols, headers, compression, responseTimeoutMs, limits } = this.#options
    const options: WebSocket.ClientOptions = {
      headers: Object.fromEntries(headers),
      handshakeTimeout: responseTimeoutMs,
      perMessageDeflate: compression,
      maxPayload: limits.maxMessageBytes,
      // The typings ask for a socket; what the library uses of it is what every stream has.
      createConnection: (() => stream) as unknown as typeof createConnection,
    }
    try {
      this.#watch(new WebSocket(url, [...subprotocols], options))
    } catch (error) {
      const detail = errorText(error)
      this.#failOpening('handshakeFailed', failureText('handshakeFailed', { detail }))
    }
  }

  #watch(socket: WebSocket): void {
    this.#socket = socket
    let answer: Pick<Opened, 'status' | 'headers'> = { status: 0, headers: [] }
    const headersOf = (raw: readonly string[]): [string, string][] =>
      raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
    socket.on('upgrade', response => {
      answer = { status: response.statusCode ?? 0, headers: headersOf(response.rawHeaders) }
    })
    socket.on('unexpected-response', (_request, response) => {
      const status = response.statusCode ?? 0
      answer = { status, headers: headersOf(response.rawHeaders) }
      this.#failOpening(`HTTP ${status}`, failureText('handshakeRefused', { status }), answer)
    })
    socket.on('open', () => {
      this.#state = 'open'
      this.openedAt = performance.now()
      this.#startPings(socket)
      this.#onOpened({ ...answer, fault: null })
    })
    socket.on('error', error => {
      const isTimeout = error.message.includes('timed out')
      if (isTimeout) {
        this.#failOpening(
          'timeout.response',
          failureText('responseTimeout', { ms: this.#options.responseTimeoutMs }),
        )
      } else this.#failOpening('handshakeFailed', failureText('handshakeFailed', { detail: error.message }))
    })
    socket.on('message', (data, isBinary) => {
      const bytes = Buffer.isBuffer(data)
        ? data
        : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)])
      const message = { bytes, isText: !isBinary, arrivedAt: performance.now(), at: Date.now() }
      this.#take(message)
    })
    socket.on('close', (code, reason) => {
      this.#failOpening('ECONNRESET', failureText('connectCut'))
      this.#end(code, reason.toString())
    })
  }

  #take(message: InboxMessage): void {
    if (!this.isOpen) return
    const { user } = this.#options
    user.measure(this.operation, metric.received, 1)
    if (this.#listener?.onMessage(message) === true) return
    const dropped = this.inbox.add(message)
    if (dropped > 0) user.measure(this.operation, metric.dropped, dropped)
  }

  #startPings(socket: WebSocket): void {
    const { pingIntervalMs } = this.#options
    if (pingIntervalMs === 0) return
    socket.on('pong', () => {
      this.#awaitsPong = false
    })
    this.#ping = setInterval(() => {
      if (socket.readyState !== WebSocket.OPEN) return
      if (this.#awaitsPong) return this.#losePong(socket)
      this.#awaitsPong = true
      socket.ping()
    }, pingIntervalMs)
  }

  /** The server has not answered a ping before the next one was due: it is taken for gone, although no end of the connection arrived. */
  #losePong(socket: WebSocket): void {
    this.#hasLostPong = true
    this.#end(1_006, '')
    socket.terminate()
  }

  #failOpening(
    code: string,
    message: string,
    answer: Pick<Opened, 'status' | 'headers'> = { status: 0, headers: [] },
  ): void {
    if (this.#state !== 'opening') return
    this.#end(1_006, '')
    this.channel.close()
    this.#socket?.terminate()
    this.#onOpened({ ...answer, fault: [code, message] })
  }

  #end(code: number, reason: string): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.closeCode = code
    this.closeReason = reason
    if (this.#ping !== null) clearInterval(this.#ping)
    this.#options.user.wire.unregister(this)
    const listener = this.#listener
    this.#listener = null
    listener?.onClosed()
  }
}
