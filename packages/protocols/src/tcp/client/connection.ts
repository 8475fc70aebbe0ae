/** One TCP connection: made over our own channel (names, proxy, TLS, source address, timings), its bytes divided into messages, an inbox of what arrived. */
import { Channel, type ChannelEvents } from '../../connect/channel.ts'
import type { Destination } from '../../connect/destination.ts'
import type { Fault } from '../../connect/fault.ts'
import type { Network } from '../../connect/network.ts'
import type { MessageConnection, MessageListener } from '../../messages/connection.ts'
import { metric } from '../../messages/definition/metrics.ts'
import { Inbox } from '../../messages/inbox.ts'
import type { OperationContext, SessionUser } from '../../protocol.ts'
import { failureText } from '../definition/failures.ts'
import type { Framing } from '../definition/framing.ts'
import type { TcpSettings } from '../definition/operation.ts'
import { framed } from '../framing/framed.ts'
import { type Framed, type Framer, FramingFault, framerOf } from '../framing/framer.ts'
import { SilenceTimer } from './silence-timer.ts'

export interface ConnectOptions {
  readonly name: string
  /** As logs show it. */
  readonly url: string
  readonly destination: Destination
  readonly framing: Framing
  readonly connectTimeoutMs: number
  readonly network: Network
  readonly user: SessionUser
  /** That opens it. */
  readonly operation: OperationContext
  readonly limits: TcpSettings
}

/** Longest time between our end of a connection and the server's. */
const closeGraceMs = 1_000

export class TcpConnection implements MessageConnection, ChannelEvents {
  readonly inbox: Inbox
  operation: OperationContext
  /** null until its first packet may leave. */
  channel: Channel | null = null
  readonly #options: ConnectOptions
  readonly #onOpened: (fault: Fault | null) => void
  readonly #framer: Framer
  readonly #silence: SilenceTimer | null
  #listener: MessageListener | null = null
  #state: 'opening' | 'open' | 'closed' = 'opening'
  #loss: Fault
  #arrivedAt = 0

  /** `onOpened` is called exactly once, never before the constructor returns; with null when it is open. */
  constructor(options: ConnectOptions, onOpened: (fault: Fault | null) => void) {
    this.#options = options
    this.#onOpened = onOpened
    this.operation = options.operation
    const { name: connection, limits, framing, user } = options
    this.inbox = new Inbox(limits)
    this.#framer = framerOf(framing, limits.maxMessageBytes)
    this.#silence =
      framing.kind === 'silence' ? new SilenceTimer(framing.silenceMs, () => this.#flush()) : null
    this.#loss = ['notConnected', failureText('notConnected', { connection })]
    user.wire.register(this)
    user.wire.begin(() => {
      if (this.#state === 'opening') this.channel = this.#openChannel()
    })
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  get url(): string {
    return this.#options.url
  }

  get loss(): Fault {
    return this.#loss
  }

  listen(listener: MessageListener | null): void {
    this.#listener = listener
  }

  /** The bytes that go out for a message. @throws Error with a sentence for people when it does not fit into the framing */
  framed(data: Buffer): Buffer {
    return framed(data, this.#options.framing)
  }

  send(data: string | Buffer, onSent: (fault: Fault | null) => void): void {
    const failed = (detail: string): Fault => ['writeFailed', failureText('writeFailed', { detail })]
    if (this.channel === null || !this.isOpen) return onSent(this.#loss)
    const { operation } = this
    this.channel.stream.write(data, error => {
      if (!error) this.#options.user.measure(operation, metric.sent, 1)
      onSent(error ? failed(error.message) : null)
    })
  }

  /** Begins to close; the listener hears of the end once the network has everything. */
  close(): void {
    const { channel } = this
    if (channel === null || !this.isOpen) return
    channel.stream.end(() => {
      this.#end(['notConnected', failureText('notConnected', { connection: this.#options.name })])
      // The server may still be sending; nobody reads that any more.
      setTimeout(() => channel.close(), closeGraceMs).unref()
    })
  }

  destroy(): void {
    this.#listener = null
    this.abort()
  }

  abort(): void {
    if (this.#state === 'opening') return this.#failOpening(['aborted', failureText('aborted')])
    this.#end(this.#loss)
    this.channel?.close()
  }

  onOpen(): void {
    if (this.#state !== 'opening') return
    this.#state = 'open'
    this.#onOpened(null)
  }

  onRead(bytes: Buffer, length: number): void {
    if (!this.isOpen) return
    this.#arrivedAt = performance.now()
    try {
      this.#framer.feed(bytes.subarray(0, length), message => this.#take(message))
      this.#silence?.restart()
    } catch (error) {
      if (!(error instanceof FramingFault)) throw error
      this.#end([error.code, error.message])
      this.channel?.close()
    }
  }

  onEnd(): void {
    const connection = this.#options.name
    if (this.#state === 'opening') return this.#failOpening(['ECONNRESET', failureText('connectCut')])
    this.#flush()
    const bytes = this.#framer.pendingBytes
    this.#end([
      'connectionLost',
      bytes === 0
        ? failureText('tcpClosedByServer', { connection })
        : failureText('tcpCutMessage', { connection, bytes }),
    ])
  }

  onFault(code: string, message: string): void {
    if (this.#state === 'opening') return this.#failOpening([code, message])
    const detail = message
    this.#end(['connectionLost', failureText('tcpBroken', { connection: this.#options.name, detail })])
  }

  onTlsSession(): void {
    // Connections are made anew by steps; none is resumed.
  }

  #openChannel(): Channel {
    const { user, network, destination, connectTimeoutMs } = this.#options
    return new Channel(
      {
        wire: user.wire,
        network,
        user: user.network,
        origin: destination,
        alpn: [],
        needsTunnel: true,
        tlsSession: undefined,
        connectTimeoutMs,
      },
      this,
    )
  }

  /** The message that ends because nothing follows it. */
  #flush(): void {
    const message = this.#framer.flush()
    if (message !== null) this.#take(message)
  }

  #take({ bytes, wireBytes }: Framed): void {
    if (!this.isOpen) return
    const { user } = this.#options
    user.measure(this.operation, metric.received, 1)
    // When its last byte came, which may be long before it is known to be the last.
    const arrivedAt = this.#arrivedAt
    const at = Math.round(Date.now() - (performance.now() - arrivedAt))
    const message = { bytes, wireBytes, isText: false, arrivedAt, at }
    if (this.#listener?.onMessage(message) === true) return
    const dropped = this.inbox.add(message)
    if (dropped > 0) user.measure(this.operation, metric.dropped, dropped)
  }

  #failOpening(fault: Fault): void {
    if (this.#state !== 'opening') return
    this.#end(this.#loss)
    this.channel?.close()
    this.#onOpened(fault)
  }

  #end(loss: Fault): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#loss = loss
    this.#silence?.stop()
    this.#options.user.wire.unregister(this)
    const listener = this.#listener
    this.#listener = null
    listener?.onClosed()
  }
}
