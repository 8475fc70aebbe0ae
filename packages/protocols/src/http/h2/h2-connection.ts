/** One HTTP/2 connection of a user to an origin: lends streams within the server's limit, and shares its bytes out to the requests. */

import { Channel, type ChannelEvents } from '../../connect/channel.ts'
import type { Fault } from '../../connect/fault.ts'
import type { QueuedRequest } from '../../wire/wire.ts'
import type { Negotiated } from '../alpn-memory.ts'
import type { ConnectionOptions } from '../connection.ts'
import { failureText } from '../definition/failures.ts'
import type { Transport } from '../exchange.ts'
import type { Origin } from '../origin.ts'
import { Deadlines, type Due } from './deadlines.ts'
import { FrameWriter } from './frames/frame-writer.ts'
import { H2Error, h2Errors } from './frames/h2-error.ts'
import { abortedFault, framesFault, goawayFault } from './h2-fault.ts'
import { H2Session, type RequestHead, type SessionEvents } from './h2-session.ts'
import type { H2Stream, StreamEvents } from './h2-stream.ts'
import { KnownBlocks } from './head-reader.ts'

/** A request as its connection sees it. All of it may be called before the request is written, onLost after as well. */
export interface H2Client extends QueuedRequest, Due {
  /** The connection is open: from now on it waits for a stream. */
  onConnected(): void
  /** The server speaks HTTP/1.1 only, which the transport allows. */
  onVersion1(): void
  /** The connection ended before the request was written: nothing was sent. */
  onNeverSent(): void
  onConnectFailed(fault: Fault): void
  onLost(fault: Fault): void
}

/** What a new connection needs to know. */
export interface H2ConnectionOptions extends Omit<ConnectionOptions, 'memory'> {
  /** Told once, when TLS agreed on a protocol. */
  onNegotiated: (negotiated: Negotiated) => void
}

/** Streams that may be opened before the server has told its limit (RFC 9113 §6.5.2 asks for no lower one). */
const streamsAtFirst = 100
/** Frames that gather up to this leave with one write. */
const writtenAtOnceBytes = 65_536
/** More than this waits only at a server that asks without reading what it is answered. */
const cloggedBytes = 4 * 1_024 ** 2

/** A connection from its first packet to its close. */
export class H2Connection implements ChannelEvents, SessionEvents {
  /** Requests answered in full. */
  answered = 0
  /** Bytes that have come so far. */
  receivedBytes = 0
  /** Instant of the latest read. */
  readAt = 0
  readonly channel: Channel
  readonly onTlsSession: (session: Buffer) => void
  readonly #options: H2ConnectionOptions
  readonly #writer = new FrameWriter()
  readonly #active = new Set<H2Client>()
  #waiting: H2Client[] = []
  readonly #deadlines = new Deadlines(() => [...this.#active, ...this.#waiting])
  #phase: 'connecting' | 'open' | 'retired' | 'closed' = 'connecting'
  #session: H2Session | null = null
  #maxStreams = streamsAtFirst
  #isReading = false
  #isFlushQueued = false
  #needsDrain = false
  #sentBytes = 0
  #claimedReceived = 0
  #claimedSent = 0

  constructor(options: H2ConnectionOptions) {
    this.#options = options
    this.onTlsSession = options.onTlsSession
    const { wire, origin, transport, user, connectTimeoutMs, tlsSession } = options
    this.channel = new Channel(
      {
        wire,
        origin,
        network: transport,
        user,
        alpn: transport.httpVersion === 'auto' ? ['h2', 'http/1.1'] : ['h2'],
        needsTunnel: true,
        tlsSession,
        connectTimeoutMs,
      },
      this,
    )
    wire.register(this)
  }

  /** Whether further requests may be given to it. */
  get isUsable(): boolean {
    if (this.#phase === 'connecting') return true
    return this.isOpen && this.#session?.hasStreamsLeft === true
  }

  get isOpen(): boolean {
    return this.#phase === 'open'
  }

  get isClosed(): boolean {
    return this.#phase === 'closed'
  }

  get isIdle(): boolean {
    return this.#active.size === 0 && this.#waiting.length === 0
  }

  /** Whether a name led to it. */
  get isToName(): boolean {
    return !this.#options.origin.isIp
  }

  /** Whether it leads to the origin. */
  leadsTo(origin: Origin, transport: Transport): boolean {
    return this.#options.transport === transport && this.#options.origin.key === origin.key
  }

  /** Takes over a request: it is queued for the wire as soon as a stream is free. */
  take(client: H2Client): void {
    if (this.#phase === 'open' && this.#active.size < this.#maxStreams) this.#queue(client)
    else this.#waiting.push(client)
  }

  /** Has the request told when it is due. */
  watch({ dueAt }: Due): void {
    this.#deadlines.watch(dueAt)
  }

  /** The request needs its stream no more, or never will. */
  release(client: H2Client): void {
    if (!this.#active.delete(client)) this.#waiting = this.#waiting.filter(each => each !== client)
    if (this.#phase === 'open') this.#proceed()
    if (this.isIdle && (this.#phase === 'retired' || !this.#options.transport.keepAlive)) this.close()
  }

  /** Takes no further requests, for it seems to be dead; those under way may still end. */
  retire(): void {
    if (this.#phase !== 'open') return
    this.#phase = 'retired'
    for (const client of this.#takeWaiting()) client.onNeverSent()
    if (this.isIdle) this.close()
  }

  /** Opens a stream; null when it cannot be any more. */
  open(head: RequestHead, events: StreamEvents): H2Stream | null {
    return this.#session?.open(head, events) ?? null
  }

  /** Sends a piece of a request's body once what was given before has left. */
  send(stream: H2Stream, piece: Uint8Array, isLast: boolean): void {
    this.#session?.send(stream, piece, isLast)
  }

  /** The stream is needed no more. */
  cancel(stream: H2Stream): void {
    this.#session?.close(stream)
  }

  /** A stream got so many bytes of its body. */
  claimReceived(bytes: number): void {
    this.#claimedReceived += bytes
  }

  /** A stream put so many bytes of its body into frames. */
  claimSent(bytes: number): void {
    this.#claimedSent += bytes
  }

  /** Bytes of the connection that no request has on its account yet (frame heads, header blocks, settings); they go to the caller. */
  takeUnclaimed(): { sent: number; received: number } {
    const received = (this.#session?.readBytes ?? 0) - this.#claimedReceived
    const sent = this.#sentBytes + this.#writer.length - this.#claimedSent
    this.#claimedReceived += received
    this.#claimedSent += sent
    return { sent, received }
  }

  /** Ends it; requests under way end as aborted. */
  abort(): void {
    this.#lose(abortedFault)
  }

  /** Closes it without a callback. */
  close(code: number = h2Errors.none): void {
    if (this.#phase === 'closed') return
    const isSpoken = this.#session !== null && !this.channel.stream.destroyed
    this.#phase = 'closed'
    this.#session?.stop()
    this.#deadlines.stop()
    this.#options.wire.unregister(this)
    if (isSpoken) {
      this.#writer.goaway(code)
      this.#writeOut()
    }
    this.channel.close()
  }

  onOpen(): void {
    const { origin, transport, onNegotiated, wire } = this.#options
    if (origin.isTls) {
      const isH2 = this.channel.alpn === 'h2'
      onNegotiated(isH2 ? 'h2' : '1.1')
      if (!isH2)
        return transport.httpVersion === 'auto' ? this.#leaveToVersion1() : this.#connectFailed(alpnFault)
    }
    this.#phase = 'open'
    this.#session = new H2Session(this, this.#writer, wire.memory.of(KnownBlocks))
    this.channel.stream.on('drain', this.#onDrain)
    if (wire.isClosed) return this.abort()
    for (const client of this.#waiting) client.onConnected()
    this.#proceed()
  }

  onRead(bytes: Buffer, length: number): void {
    this.receivedBytes += length
    this.readAt = performance.now()
    this.#isReading = true
    try {
      this.#session?.feed(bytes, length, this.readAt)
    } catch (error) {
      if (!(error instanceof H2Error)) throw error
      this.#lose(framesFault(error), error.code)
    } finally {
      this.#isReading = false
    }
    if (this.#phase !== 'closed') this.#writeOut()
  }

  onEnd(): void {
    this.#lose(lostFault)
  }

  onFault(code: string, message: string): void {
    if (this.#phase !== 'connecting') return this.#lose([code, message])
    this.#connectFailed(code === 'tls.alert.noApplicationProtocol' ? alpnFault : [code, message])
  }

  onMaxStreams(count: number): void {
    this.#maxStreams = count
    this.#proceed()
  }

  onGoaway(): void {
    this.retire()
  }

  onGoawayError(code: number): void {
    this.#lose(goawayFault(code))
  }

  /** Frames leave together: after what is being read, or at the end of the turn's step. */
  onOutput(): void {
    if (this.#isReading || this.#isFlushQueued) return
    this.#isFlushQueued = true
    process.nextTick(this.#onFlush)
  }

  makeRoom(): boolean {
    if (this.#writer.length >= writtenAtOnceBytes) this.#writeOut()
    return !this.#needsDrain
  }

  get isClogged(): boolean {
    return this.channel.stream.writableLength > cloggedBytes
  }

  readonly #onFlush = (): void => {
    this.#isFlushQueued = false
    if (this.#phase !== 'closed') this.#writeOut()
  }

  readonly #onDrain = (): void => {
    this.#needsDrain = false
    this.#session?.proceed()
  }

  #writeOut(): void {
    if (this.#writer.length === 0) return
    const bytes = this.#writer.take()
    this.#sentBytes += bytes.length
    if (!this.channel.stream.write(bytes)) this.#needsDrain = true
  }

  #queue(client: H2Client): void {
    this.#active.add(client)
    this.#options.wire.enqueue(client)
  }

  /** Hands out streams that are free. */
  #proceed(): void {
    if (this.#phase !== 'open' || this.#waiting.length === 0) return
    let handedOut = 0
    while (handedOut < this.#waiting.length && this.#active.size < this.#maxStreams) {
      const client = this.#waiting[handedOut++]
      if (client !== undefined) this.#queue(client)
    }
    if (handedOut > 0) this.#waiting = this.#waiting.slice(handedOut)
  }

  #leaveToVersion1(): void {
    this.close()
    for (const client of this.#takeWaiting()) client.onVersion1()
  }

  #connectFailed(fault: Fault): void {
    if (this.#phase !== 'connecting') return
    this.close()
    for (const client of this.#takeWaiting()) client.onConnectFailed(fault)
  }

  /** Ends it; the server is told the code. */
  #lose(fault: Fault, code: number = h2Errors.none): void {
    if (this.#phase === 'closed') return
    this.close(code)
    const active = [...this.#active]
    this.#active.clear()
    for (const client of active) client.onLost(fault)
    for (const client of this.#takeWaiting()) {
      if (fault === abortedFault) client.onLost(fault)
      else client.onNeverSent()
    }
  }

  #takeWaiting(): H2Client[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }
}

const alpnFault: Fault = ['protocol.alpn', failureText('noHttp2')]
const lostFault: Fault = ['protocol.noAnswer', failureText('noAnswer')]
