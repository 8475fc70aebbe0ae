/**
 * Opens the way to an origin as a component's settings say: name → source address → TCP → proxy → TLS, timed part by part, within one time-out.
 *
 * Who opens one passes events. `onOpen` comes once the way is ready: `alpn` then tells what the TLS handshake agreed on and `stream` can be
 * written to. Reads come by `onRead`, mostly straight from the wire's one buffer. For a library that reads by itself (`createConnection`
 * of node:http2) call `handOver` within `onOpen` and give it the stream that it returns: no byte has been taken from it, none is taken after.
 * At the end comes `onFault`, or `onEnd` after `onOpen`, never both, and none after `close`. No event comes before the constructor returns.
 */

import { connect as connectTcp, isIP, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls'
import { networkFailureText } from '../network-failures.ts'
import type { Wire } from '../wire/wire.ts'
import type { Destination } from './destination.ts'
import { type Fault, proxyFault, socketFault } from './fault.ts'
import type { Handshake } from './handshake.ts'
import { httpTunnel } from './http-proxy.ts'
import { LimitedStream } from './limited-stream.ts'
import type { Network } from './network.ts'
import { type Proxy, proxyFor } from './proxy.ts'
import { socks5 } from './socks5.ts'
import type { UserNetwork } from './user-network.ts'

/** One lost packet is sent again after a second: an address is not given up before. */
const attemptTimeoutMs = 2_000

/** Which way to open. */
export interface ChannelOptions {
  readonly wire: Wire
  readonly origin: Destination
  readonly network: Network
  readonly user: UserNetwork
  /** Protocols offered in the TLS handshake, the best first. */
  readonly alpn: string[]
  /** Goes through an HTTP proxy by CONNECT even without TLS, as everything must that is not HTTP/1.1. */
  readonly needsTunnel: boolean
  /** The stream goes to a library that listens to its `data` events: nothing comes by onRead, `handOver` has to be called. */
  readonly isForLibrary?: boolean
  /** Of an earlier connection to the same origin. */
  readonly tlsSession: Buffer | undefined
  /** For all of it together; 0 = no limit. */
  readonly connectTimeoutMs: number
}

/** Who opens a channel. */
export interface ChannelEvents {
  onOpen(): void
  /** The bytes are valid only during the call. */
  onRead(bytes: Buffer, length: number): void
  /** The other side closed. */
  onEnd(): void
  /** It could not be opened, or broke: ECONNREFUSED …, `timeout.connect`, `dns.*`, `proxy.*`, `tls.*`. */
  onFault(code: string, message: string): void
  /** A TLS session that the next connection to the origin may resume. */
  onTlsSession(session: Buffer): void
}

/** A way from its first packet to its close. Instants are of performance.now(); durations are null where the part did not happen or was not reached. */
export class Channel {
  readonly startedAt = performance.now()
  dnsUs: number | null = null
  /** TCP, and what the proxy needs. */
  connectUs: number | null = null
  tlsUs: number | null = null
  /** What the TLS handshake agreed on; empty = nothing. */
  alpn = ''
  /** What is written to, once open. */
  stream: Duplex
  readonly #options: ChannelOptions
  readonly #events: ChannelEvents
  readonly #proxy: Proxy | null
  readonly #isTls: boolean
  /** Whether reads go into the wire's buffer; a stream that is slowed down, or that TLS is wrapped around, reads by itself. */
  readonly #readsDirectly: boolean
  #phase: 'tcp' | 'proxy' | 'tls' | 'open' | 'closed' = 'tcp'
  #isHandedOver = false
  #handshake: Handshake | null = null
  /** Bytes that arrived before a listener was attached. */
  #early: Buffer | null = null
  #timer: NodeJS.Timeout | null = null
  #stepAt = this.startedAt

  constructor(options: ChannelOptions, events: ChannelEvents) {
    const { origin, network, connectTimeoutMs } = options
    this.#options = options
    this.#events = events
    const isRedirected = options.wire.connectTo !== null
    this.#isTls = origin.isTls && !isRedirected
    this.#proxy = isRedirected ? null : proxyFor(network.proxy, origin.host)
    this.#readsDirectly =
      options.isForLibrary !== true && network.bandwidth === null && (!this.#isTls || this.#proxy === null)
    this.stream = this.#connect()
    if (connectTimeoutMs > 0) {
      this.#timer = setTimeout(
        () => this.#fail(['timeout.connect', networkFailureText('connectTimeout', { ms: connectTimeoutMs })]),
        connectTimeoutMs,
      )
    }
  }

  /** Gives the stream away, still unread; only within onOpen. */
  handOver(): Duplex {
    this.#isHandedOver = true
    if (this.#early !== null) this.stream.unshift(this.#early)
    return this.stream
  }

  /** Closes it without a callback. */
  close(): void {
    if (this.#phase === 'closed') return
    this.#phase = 'closed'
    this.#clearTimer()
    this.stream.destroy()
  }

  /** Starts with the first socket: to the origin, with TLS at once, or to the proxy. */
  #connect(): Socket {
    const { origin, network, wire, user } = this.#options
    const first = wire.connectTo?.() ?? this.#proxy ?? origin
    const host = network.hosts.get(first.host.toLowerCase()) ?? first.host
    const localAddress = user.sourceAddress(network, host)
    if (localAddress === null) return this.#noSourceAddress(host)
    const base = {
      host,
      port: first.port,
      lookup: (network.dns === 'iteration' ? user.names : wire.dns).lookup,
      noDelay: true,
      autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
      family: localAddress === undefined ? network.ipFamily : isIP(localAddress),
      ...(localAddress === undefined ? {} : { localAddress }),
    }
    const isTlsAtOnce = this.#isTls && this.#proxy === null
    const options = this.#readsDirectly ? { ...base, onread: this.#directReads() } : base
    const socket = isTlsAtOnce ? connectTls({ ...options, ...this.#tlsOptions() }) : connectTcp(options)
    if (isIP(host) === 0) {
      socket.once('lookup', () => {
        this.dnsUs = this.#stepUs()
      })
    }
    socket.once('connect', () => this.#connected(socket))
    if (isTlsAtOnce) this.#watchTls(socket)
    this.#watch(socket)
    return socket
  }

  #noSourceAddress(host: string): Socket {
    const fault = ['EADDRNOTAVAIL', networkFailureText('noSourceOfFamily', { host })] as const
    process.nextTick(() => this.#fail(fault))
    return new Socket()
  }

  #directReads() {
    const { readBuffer } = this.#options.wire
    return {
      buffer: readBuffer,
      callback: (length: number) => {
        if (this.#handshake === null) this.#events.onRead(readBuffer, length)
        else this.#negotiate(Buffer.from(readBuffer.subarray(0, length)))
        return true
      },
    }
  }

  #tlsOptions(): ConnectionOptions {
    const { alpn, tlsSession } = this.#options
    return {
      ...tlsOptionsOf(this.#options),
      ALPNProtocols: alpn,
      ...(tlsSession === undefined ? {} : { session: tlsSession }),
    }
  }

  /** TCP stands. */
  #connected(socket: Socket): void {
    const { origin, needsTunnel } = this.#options
    const proxy = this.#proxy
    const isForwarding = proxy?.kind === 'http' && !this.#isTls && !needsTunnel
    if (proxy === null || isForwarding) return this.#reached(socket)
    this.#phase = 'proxy'
    this.#handshake = proxy.kind === 'http' ? httpTunnel(proxy, origin) : socks5(proxy, origin)
    if (!this.#readsDirectly) socket.on('data', this.#negotiate)
    socket.write(this.#handshake.greeting)
  }

  readonly #negotiate = (bytes: Buffer): void => {
    const step = this.#handshake?.feed(bytes)
    if (step === undefined || this.#phase !== 'proxy') return
    if (step.kind === 'fault') return this.#fail(step.fault)
    if (step.kind === 'more') {
      if (step.send !== null) this.stream.write(step.send)
      return
    }
    this.#handshake = null
    this.stream.off('data', this.#negotiate)
    if (step.rest.length > 0 && this.#readsDirectly) this.#early = step.rest
    else if (step.rest.length > 0) this.stream.unshift(step.rest)
    if (this.stream instanceof Socket) this.#reached(this.stream)
  }

  /** The socket leads to the origin. */
  #reached(socket: Socket): void {
    this.connectUs = this.#stepUs()
    const { origin } = this.#options
    if (!this.#isTls) return this.#open()
    this.#phase = 'tls'
    if (this.#proxy === null) return
    const secured = connectTls({ ...this.#tlsOptions(), host: origin.host, socket })
    this.stream = secured
    this.#watchTls(secured)
    this.#watch(secured)
  }

  #watchTls(socket: Socket): void {
    socket.once('secureConnect', () => {
      this.tlsUs = this.#stepUs()
      this.alpn = (socket instanceof TLSSocket && socket.alpnProtocol) || ''
      this.#open()
    })
    if (this.#options.network.reusesTlsSessions) {
      socket.on('session', session => this.#events.onTlsSession(session))
    }
  }

  #watch(stream: Duplex): void {
    stream.on('error', error => {
      const isToProxy = this.#proxy !== null && (this.#phase === 'tcp' || this.#phase === 'proxy')
      this.#fail(isToProxy ? proxyFault(error) : socketFault(error, this.#phase === 'tls'))
    })
    const end = () => {
      if (stream === this.stream) this.#end()
    }
    stream.on('end', end).on('close', end)
  }

  #open(): void {
    if (this.#phase === 'closed') return
    const { network, user } = this.#options
    if (network.bandwidth !== null) {
      this.stream = new LimitedStream(this.stream, user.line(network.bandwidth))
      this.#watch(this.stream)
    }
    this.#phase = 'open'
    this.#clearTimer()
    this.#events.onOpen()
    const early = this.#early
    this.#early = null
    if (this.#isHandedOver) return
    if (this.#readsDirectly) {
      if (early !== null) this.#events.onRead(early, early.length)
      return
    }
    this.stream.on('data', (chunk: Buffer) => {
      if (this.#phase === 'open') this.#events.onRead(chunk, chunk.length)
    })
  }

  /** The other side closed. */
  #end(): void {
    if (this.#phase === 'open') {
      this.close()
      this.#events.onEnd()
      return
    }
    const prefix = this.#phase === 'tcp' ? '' : `${this.#phase}.`
    this.#fail([`${prefix}ECONNRESET`, networkFailureText('connectCut')])
  }

  #fail([code, message]: Fault): void {
    if (this.#phase === 'closed') return
    this.close()
    this.#events.onFault(code, message)
  }

  #clearTimer(): void {
    if (this.#timer === null) return
    clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Whole µs since the step before. */
  #stepUs(): number {
    const before = this.#stepAt
    this.#stepAt = performance.now()
    return Math.max(0, Math.round((this.#stepAt - before) * 1_000))
  }
}

/** How TLS to a destination is made, also by a protocol that upgrades an open connection (STARTTLS). */
export function tlsOptionsOf({
  origin,
  network,
  wire,
}: Pick<ChannelOptions, 'origin' | 'network' | 'wire'>): ConnectionOptions {
  const servername = network.serverName || (origin.isIp ? '' : origin.host)
  return {
    secureContext: network.secureContext ?? wire.secureContext,
    rejectUnauthorized: network.verifyTls,
    ...(servername === '' ? {} : { servername }),
  }
}
