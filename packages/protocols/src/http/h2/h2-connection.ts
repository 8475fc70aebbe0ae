/** One HTTP/2 connection of a user to an origin: lends streams within the server's limit, and shares its bytes out to the requests. */

import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2'
import type { Duplex } from 'node:stream'
import { Channel } from '../../connect/channel.ts'
import type { Fault } from '../../connect/fault.ts'
import type { QueuedRequest } from '../../wire/wire.ts'
import type { Negotiated } from '../alpn-memory.ts'
import type { ConnectionOptions } from '../connection.ts'
import { failureText } from '../definition/failures.ts'
import type { Transport } from '../exchange.ts'
import type { Origin } from '../origin.ts'
import { maxHeadBytes, maxHeaderCount } from '../response-head.ts'
import { abortedFault, goawayFault, sessionFault } from './h2-fault.ts'

/** A request as its connection sees it. All of it may be called before the request is written, the last two after as well. */
export interface H2Client extends QueuedRequest {
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
/** What may be on its way to us: wide enough for fast lines with long delays, as in browsers. Bytes are taken at once, so this is no memory. */
const streamWindowBytes = 6 * 1_024 ** 2
const connectionWindowBytes = 16 * 1_024 ** 2
const sessionMemoryMegabytes = 64

/** Typings lag behind: strictSingleValueFields, which lets a caller repeat any header, is missing in them. */
const sessionOptions = {
  maxHeaderListPairs: maxHeaderCount,
  maxSendHeaderBlockLength: maxHeadBytes,
  maxSessionMemory: sessionMemoryMegabytes,
  strictSingleValueFields: false,
  settings: { enablePush: false, initialWindowSize: streamWindowBytes, maxHeaderListSize: maxHeadBytes },
}

/** A connection from its first packet to its close. */
export class H2Connection {
  /** Requests answered in full. */
  answered = 0
  readonly channel: Channel
  readonly #options: H2ConnectionOptions
  readonly #active = new Set<H2Client>()
  #waiting: H2Client[] = []
  #phase: 'connecting' | 'open' | 'retired' | 'closed' = 'connecting'
  #session: ClientHttp2Session | null = null
  #stream: (Duplex & { bytesRead?: number; bytesWritten?: number }) | null = null
  #fault: Fault | null = null
  #maxStreams = streamsAtFirst
  /** Of the last stream that the server will answer. */
  #lastStreamId = Number.POSITIVE_INFINITY
  #claimedReceived = 0
  #claimedSent = 0

  constructor(options: H2ConnectionOptions) {
    this.#options = options
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
      {
        onOpen: () => this.#open(),
        // Nothing is read before the stream is handed over.
        onRead: () => undefined,
        onEnd: () => this.#connectFailed(['ECONNRESET', failureText('connectCut')]),
        onFault: (code, message) =>
          this.#connectFailed(code === 'tls.alert.noApplicationProtocol' ? alpnFault : [code, message]),
        onTlsSession: options.onTlsSession,
      },
    )
    wire.register(this)
  }

  /** Whether further requests may be given to it. */
  get isUsable(): boolean {
    if (this.#phase === 'connecting') return true
    return this.isOpen && this.#session?.closed === false
  }

  get isOpen(): boolean {
    // The library destroys a session some moments before it says so.
    return this.#phase === 'open' && this.#session?.destroyed === false
  }

  get isClosed(): boolean {
    return this.#phase === 'closed'
  }

  get isIdle(): boolean {
    return this.#active.size === 0 && this.#waiting.length === 0
  }

  /** Whether the library has given it up, though its end was not heard of yet. */
  get isBreaking(): boolean {
    return this.#phase !== 'closed' && this.#session?.destroyed === true
  }

  /** Whether a name led to it. */
  get isToName(): boolean {
    return !this.#options.origin.isIp
  }

  /** Whether it leads to the origin. */
  leadsTo(origin: Origin, transport: Transport): boolean {
    return this.#options.transport === transport && this.#options.origin.key === origin.key
  }

  /** Whether the server said that it has not touched the stream. */
  isUntouched(streamId: number): boolean {
    return streamId > this.#lastStreamId
  }

  /** Takes over a request: it is queued for the wire as soon as a stream is free. */
  take(client: H2Client): void {
    if (this.#phase === 'open' && this.#active.size < this.#maxStreams) this.#queue(client)
    else this.#waiting.push(client)
  }

  /** The request needs its stream no more, or never will. */
  release(client: H2Client): void {
    if (!this.#active.delete(client)) this.#waiting = this.#waiting.filter(each => each !== client)
    if (this.#phase === 'open') this.#proceed()
    if (this.isIdle && !this.#options.transport.keepAlive) this.close()
  }

  /** Bytes that have come so far. */
  get receivedBytes(): number {
    return this.#stream?.bytesRead ?? this.#claimedReceived
  }

  /** Takes no further requests, for it seems to be dead; those under way may still end. */
  retire(): void {
    if (this.#phase !== 'open') return
    this.#phase = 'retired'
    for (const client of this.#takeWaiting()) client.onNeverSent()
    this.#session?.close()
  }

  /** Opens a stream. @throws Error when the library refuses the fields */
  request(fields: string[], endStream: boolean): ClientHttp2Stream {
    if (this.#session === null) throw new Error('connection is not open')
    return this.#session.request(fields, { endStream })
  }

  /** A stream got so many bytes of its body. */
  claimReceived(bytes: number): void {
    this.#claimedReceived += bytes
  }

  /** A stream was given so many bytes of its body to send. */
  claimSent(bytes: number): void {
    this.#claimedSent += bytes
  }

  /** Bytes of the connection that no request has on its account yet (frame heads, header blocks, settings); they go to the caller. */
  takeUnclaimed(): { sent: number; received: number } {
    const received = this.receivedBytes - this.#claimedReceived
    const sent = (this.#stream?.bytesWritten ?? this.#claimedSent) - this.#claimedSent
    this.#claimedReceived += received
    this.#claimedSent += sent
    return { sent, received }
  }

  /** Ends it; requests under way end as aborted. */
  abort(): void {
    this.#fault = abortedFault
    this.#lose()
  }

  /** Closes it without a callback. */
  close(): void {
    if (this.#phase === 'closed') return
    this.#phase = 'closed'
    this.#options.wire.unregister(this)
    if (this.#session === null) this.channel.close()
    else this.#session.destroy()
  }

  #open(): void {
    const { origin, transport, onNegotiated, wire } = this.#options
    if (origin.isTls) {
      const isH2 = this.channel.alpn === 'h2'
      onNegotiated(isH2 ? 'h2' : '1.1')
      if (!isH2)
        return transport.httpVersion === 'auto' ? this.#leaveToVersion1() : this.#connectFailed(alpnFault)
    }
    const stream = this.channel.handOver()
    this.#stream = stream
    // Ours come before the library's, so that a lost connection is known when its streams end.
    stream.on('error', error => {
      this.#fault ??= sessionFault(error)
    })
    stream.on('close', () => this.#lose())
    const session = connectHttp2(origin.key, { ...sessionOptions, createConnection: () => stream })
    this.#session = session
    session.on('error', error => {
      this.#fault ??= sessionFault(error)
      this.#lose()
    })
    session.on('remoteSettings', settings => {
      this.#maxStreams = settings.maxConcurrentStreams ?? Number.POSITIVE_INFINITY
      this.#proceed()
    })
    session.on('goaway', (code, lastStreamId) => this.#leave(code, lastStreamId))
    session.on('close', () => this.#lose())
    session.setLocalWindowSize(connectionWindowBytes)
    this.#phase = 'open'
    if (wire.isClosed) return this.abort()
    this.#proceed()
  }

  #queue(client: H2Client): void {
    this.#active.add(client)
    this.#options.wire.enqueue(client)
  }

  /** Hands out streams that are free. */
  #proceed(): void {
    if (this.#phase !== 'open') return
    let handedOut = 0
    while (handedOut < this.#waiting.length && this.#active.size < this.#maxStreams) {
      const client = this.#waiting[handedOut++]
      if (client !== undefined) this.#queue(client)
    }
    if (handedOut > 0) this.#waiting = this.#waiting.slice(handedOut)
  }

  /** The server said GOAWAY. */
  #leave(code: number, lastStreamId: number): void {
    this.#lastStreamId = lastStreamId
    if (code !== 0) this.#fault ??= goawayFault(code)
    this.retire()
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

  #lose(): void {
    if (this.#phase === 'closed') return
    this.close()
    const fault = this.#fault ?? lostFault
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
