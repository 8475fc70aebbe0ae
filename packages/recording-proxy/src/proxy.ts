/** The recording proxy: HTTP and HTTPS over HTTP/1.1 and HTTP/2, and WebSockets; closed to whoever has no access, bounded, and ending by itself. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { performServerHandshake } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createSecureServer, type TLSSocket } from 'node:tls'
import { type Access, hasPassword, isAllowedAddress } from './access.ts'
import type { Authority } from './certificates/authority.ts'
import type { ExchangeSummary } from './exchange/exchange.ts'
import type { MarkedPage } from './exchange/har-file.ts'
import { defaultLimits, type EndReason, type Limits } from './limits.ts'
import { answerOwnPage } from './own-page.ts'
import { passRequest } from './pass/http1.ts'
import { passStream } from './pass/http2.ts'
import type { Passing } from './pass/passing.ts'
import { passTunnel } from './pass/tunnel.ts'
import { passUpgrade } from './pass/web-socket.ts'
import { Recording } from './recording.ts'
import { noWall, type Target, type TargetWall, targetOf } from './target/target.ts'
import { Upstream } from './target/upstream.ts'

export interface ProxyOptions {
  readonly authority: Authority
  /** The address to listen on. */
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  readonly access: Access
  /** The HAR file, which must not exist. */
  readonly path: string
  /** Hosts that are recorded, with all below them; empty: all. Connections to others are passed on unread. */
  readonly hosts?: readonly string[]
  readonly wall?: TargetWall
  /** Ports of this machine that are never reached, besides that of the proxy. */
  readonly closedPorts?: readonly number[]
  readonly acceptsAnyCertificate?: boolean
  /** PEM of authorities that sign certificates of targets, besides those of the machine. */
  readonly targetAuthorities?: string | null
  readonly limits?: Partial<Limits>
  readonly onExchange?: (summary: ExchangeSummary) => void
  /** Called once, when a bound was reached; the proxy is still to be closed. */
  readonly onEnd?: (reason: EndReason) => void
}

export interface RecordingProxy {
  readonly port: number
  readonly exchanges: number
  /** Requests from now on belong to a transaction of this name; null when there are too many. */
  mark(title: string): MarkedPage | null
  /** Ends all connections and completes the file. */
  close(): Promise<void>
}

/** @throws the error of the listening socket or of the file */
export async function startProxy(options: ProxyOptions): Promise<RecordingProxy> {
  const limits = { ...defaultLimits, ...options.limits }
  const { handshakeMs, silenceMs } = limits
  const server = createServer({
    headersTimeout: handshakeMs,
    requestTimeout: silenceMs,
    connectionsCheckingInterval: Math.min(1_000, handshakeMs),
    keepAliveTimeout: 60_000,
    maxHeaderSize: 64 * 1024,
    insecureHTTPParser: false,
  })
  server.maxConnections = limits.maxConnections
  await listening(server, options)
  const { port } = server.address() as AddressInfo
  try {
    const recording = await Recording.start({
      path: options.path,
      limits,
      hosts: (options.hosts ?? []).map(each => each.toLowerCase()),
      onExchange: summary => options.onExchange?.(summary),
      onEnd: reason => options.onEnd?.(reason),
    })
    const upstream = new Upstream({
      wall: options.wall ?? noWall,
      closedPorts: [port, ...(options.closedPorts ?? [])],
      acceptsAnyCertificate: options.acceptsAnyCertificate ?? false,
      authorities: options.targetAuthorities ?? null,
      connectMs: limits.connectMs,
      silenceMs,
    })
    const front = new Front(server, { recording, upstream, silenceMs }, options, limits)
    return {
      port,
      get exchanges() {
        return recording.exchanges
      },
      mark: title => recording.mark(title),
      close: async () => {
        front.close()
        upstream.close()
        await recording.close()
      },
    }
  } catch (cause) {
    server.close()
    throw cause
  }
}

const listening = (server: Server, { host, port }: ProxyOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    // Connections beyond a full backlog are known to their clients only, and would never be closed.
    server.listen({ host, port, backlog: 2_048 }, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Connections of clients: who they are, and what becomes of them. */
class Front {
  readonly #server: Server
  readonly #passing: Passing
  readonly #options: ProxyOptions
  readonly #limits: Limits
  readonly #sockets = new Set<Duplex>()
  /** Of connections inside a tunnel, where each leads. */
  readonly #targets = new WeakMap<Duplex, Target>()

  constructor(server: Server, passing: Passing, options: ProxyOptions, limits: Limits) {
    this.#server = server
    this.#passing = passing
    this.#options = options
    this.#limits = limits
    server.on('connection', socket => this.#admit(socket))
    server.on('request', (request, response) => this.#request(request, response))
    server.on('connect', (request, socket) => this.#connect(request, socket))
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    server.on('clientError', (_fault, socket) => socket.destroy())
    server.on('error', () => undefined)
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #admit(socket: Socket): void {
    if (this.#targets.has(socket)) return
    if (!isAllowedAddress(this.#options.access, socket.remoteAddress)) {
      socket.destroy()
      return
    }
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setTimeout(this.#limits.silenceMs, () => socket.destroy())
  }

  #request(request: IncomingMessage, response: ServerResponse): void {
    const inside = this.#targets.get(request.socket)
    const { url = '/' } = request
    if (inside !== undefined) {
      if (!url.startsWith('/')) response.writeHead(400).end()
      else void passRequest(this.#passing, { target: inside, path: url }, request, response)
      return
    }
    if (url.startsWith('/')) return answerOwnPage(this.#options.authority, request, response)
    if (!hasPassword(this.#options.access, request.headers['proxy-authorization'])) {
      response.writeHead(407, { 'proxy-authenticate': challenge, connection: 'close' }).end()
      return
    }
    const target = plainTargetOf(url)
    if (target === null) response.writeHead(400).end()
    else void passRequest(this.#passing, { target, path: pathOf(url) }, request, response)
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { url = '/', headers } = request
    const inside = this.#targets.get(request.socket)
    const target = inside ?? plainTargetOf(url)
    if (target === null || headers.upgrade?.toLowerCase() !== 'websocket') {
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      return
    }
    if (inside === undefined && !this.#mayUse(request, socket)) return
    if (head.length > 0) socket.unshift(head)
    void passUpgrade(this.#passing, { target, path: pathOf(url) }, request, socket)
  }

  #mayUse(request: IncomingMessage, socket: Duplex): boolean {
    if (hasPassword(this.#options.access, request.headers['proxy-authorization'])) return true
    socket.end(
      `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${challenge}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    )
    return false
  }

  #connect(request: IncomingMessage, socket: Duplex): void {
    // Node leaves its faults to whoever takes the socket.
    socket.on('error', () => socket.destroy())
    if (!this.#mayUse(request, socket)) return
    const target = this.#targets.has(request.socket) ? null : targetOf(request.url ?? '', true)
    if (target === null) {
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      return
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (!this.#passing.recording.isRecorded(target.host)) {
      void passTunnel(this.#passing, target, socket)
      return
    }
    const timer = setTimeout(() => socket.destroy(), this.#limits.handshakeMs)
    socket.once('close', () => clearTimeout(timer))
    socket.once('data', (first: Buffer) => {
      clearTimeout(timer)
      socket.pause()
      socket.unshift(first)
      // A TLS record of a handshake; anything else has to be HTTP.
      if (first[0] === 0x16) void this.#secure(target, socket)
      else this.#enter({ ...target, isSecure: false }, socket)
    })
  }

  /** Speaks TLS with the client, in the protocol that the target speaks. */
  async #secure(target: Target, socket: Duplex): Promise<void> {
    const { authority } = this.#options
    // A target that cannot be reached is told as the answer to each request.
    const protocol = await this.#passing.upstream.protocolOf(target).catch(() => null)
    if (socket.destroyed) return
    const server = createSecureServer({
      ...authority.identityOf(target.host),
      ALPNProtocols: protocol?.name === 'h2' ? ['h2', 'http/1.1'] : ['http/1.1'],
      handshakeTimeout: this.#limits.handshakeMs,
    })
    // Also when a client does not trust the authority.
    server.on('tlsClientError', () => socket.destroy())
    server.on('secureConnection', secure => {
      secure.on('error', () => secure.destroy())
      secure.once('close', () => socket.destroy())
      if (secure.alpnProtocol === 'h2') this.#enterHttp2(target, secure)
      else this.#enter(target, secure)
    })
    server.emit('connection', socket)
  }

  #enter(target: Target, socket: Duplex): void {
    this.#targets.set(socket, target)
    this.#server.emit('connection', socket)
    socket.resume()
  }

  #enterHttp2(target: Target, socket: TLSSocket): void {
    const session = performServerHandshake(socket, {
      settings: { maxConcurrentStreams: 100, maxHeaderListSize: 64 * 1024 },
      maxSessionMemory: 16,
    })
    session.on('error', () => session.destroy())
    session.on('stream', (stream, headers) => void passStream(this.#passing, target, stream, headers))
  }
}

const challenge = 'Basic realm="Pone recording", charset="UTF-8"'

/** Of a request for a whole address without TLS; null for any other. */
function plainTargetOf(url: string): Target | null {
  const parsed = URL.parse(url)
  if (parsed === null || !/^(http|ws):$/.test(parsed.protocol)) return null
  return targetOf(`${parsed.hostname}:${parsed.port || '80'}`, false)
}

/** As it was sent, since parsing and writing might change it. */
const pathOf = (url: string): string => {
  const path = url.startsWith('/') ? url : url.replace(/^\w+:\/\/[^/?#]*/, '')
  return path.startsWith('/') ? path : `/${path}`
}
