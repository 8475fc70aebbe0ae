/** Connections to the targets: which protocol a target speaks, requests over HTTP/1.1, sessions of HTTP/2, and plain tunnels. */
import { Agent, type ClientRequest, request as plainRequest } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectSecure, type TLSSocket } from 'node:tls'
import { addressesOf, keyOf, originOf, type Target, type TargetWall } from './target.ts'

interface UpstreamOptions {
  readonly wall: TargetWall
  /** Of this machine, which are never reached: that of the proxy itself and others. */
  readonly closedPorts: readonly number[]
  /** Certificates of targets are not verified. */
  readonly acceptsAnyCertificate: boolean
  /** PEM of authorities besides those of the machine; null without any. */
  readonly authorities: string | null
  readonly connectMs: number
  readonly silenceMs: number
}

/** A connection took too long. */
export class ConnectTimedOut extends Error {
  constructor() {
    super('the target did not accept the connection in time')
  }
}

export interface SentRequest {
  readonly target: Target
  readonly method: string
  readonly path: string
  /** Flat names and values. */
  readonly headers: readonly string[]
}

/** A session of HTTP/2 while it can take requests. */
type Protocol = { readonly name: 'h2'; readonly session: ClientHttp2Session } | { readonly name: 'http/1.1' }

export class Upstream {
  readonly #options: UpstreamOptions
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 64, timeout: 60_000 })
  readonly #secureAgent: SecureAgent
  readonly #protocols = new Map<string, Promise<Protocol>>()

  constructor(options: UpstreamOptions) {
    this.#options = options
    this.#secureAgent = new SecureAgent({
      keepAlive: true,
      maxFreeSockets: 64,
      timeout: 60_000,
      ...this.#tls(),
    })
  }

  /** What the target speaks over TLS. @throws why it cannot be reached */
  async protocolOf(target: Target): Promise<Protocol> {
    const key = keyOf(target)
    const known = this.#protocols.get(key)
    if (known !== undefined) return known
    const asked = this.#askProtocol(target, () => this.#protocols.delete(key))
    this.#protocols.set(key, asked)
    // It is asked again after a fault.
    asked.catch(() => this.#protocols.delete(key))
    return asked
  }

  /** A request over HTTP/1.1, whose body the caller writes. @throws why the target may not be reached */
  async request({ target, method, path, headers }: SentRequest): Promise<ClientRequest> {
    const { host, port, isSecure } = target
    const options = {
      host,
      port,
      method,
      path,
      headers: [...headers],
      setHost: false,
      lookup: await this.#lookupOf(target),
    }
    const sent = isSecure
      ? secureRequest({ ...options, agent: this.#secureAgent, servername: serverNameOf(host) })
      : plainRequest({ ...options, agent: this.#agent })
    const { connectMs, silenceMs } = this.#options
    sent.setTimeout(silenceMs, () => sent.destroy(new ConnectTimedOut()))
    sent.once('socket', socket => {
      if (!socket.connecting) return
      const timer = setTimeout(() => sent.destroy(new ConnectTimedOut()), connectMs)
      for (const event of ['close', isSecure ? 'secureConnect' : 'connect'])
        socket.once(event, () => clearTimeout(timer))
    })
    return sent
  }

  /** A connection whose bytes are passed on unread. @throws why the target may not be reached */
  async tunnel(target: Target): Promise<Socket> {
    const { host, port } = target
    const socket = connect({ host, port, lookup: await this.#lookupOf(target) })
    return this.#connected(socket, 'connect')
  }

  close(): void {
    this.#agent.destroy()
    this.#secureAgent.destroy()
    for (const asked of this.#protocols.values())
      asked.then(
        protocol => protocol.name === 'h2' && protocol.session.destroy(),
        () => undefined,
      )
    this.#protocols.clear()
  }

  #tls() {
    const { acceptsAnyCertificate, authorities } = this.#options
    return {
      rejectUnauthorized: !acceptsAnyCertificate,
      ...(authorities !== null && { ca: authorities }),
    }
  }

  async #askProtocol(target: Target, onEnd: () => void): Promise<Protocol> {
    const { host, port } = target
    const socket = connectSecure({
      host,
      port,
      lookup: await this.#lookupOf(target),
      servername: serverNameOf(host),
      ALPNProtocols: ['h2', 'http/1.1'],
      ...this.#tls(),
    })
    const secure = await this.#connected<TLSSocket>(socket, 'secureConnect')
    if (secure.alpnProtocol !== 'h2') {
      secure.destroy()
      return { name: 'http/1.1' }
    }
    const session = connectHttp2(originOf(target), {
      createConnection: () => secure,
      settings: { enablePush: false },
    })
    session.on('error', () => undefined)
    session.on('close', onEnd)
    // A session that takes no further requests is replaced; those on it end in peace.
    session.on('goaway', onEnd)
    return { name: 'h2', session }
  }

  async #lookupOf(target: Target): Promise<LookupFunction> {
    const { wall, closedPorts } = this.#options
    const addresses = await addressesOf(target, { wall, closedPorts })
    const [first] = addresses
    // Those that were checked are connected to.
    return (_host, { all }, callback) => {
      if (all === true) callback(null, addresses)
      else callback(null, first?.address ?? '', first?.family)
    }
  }

  async #connected<S extends Socket>(socket: S, event: string): Promise<S> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => socket.destroy(new ConnectTimedOut()), this.#options.connectMs)
      const closed = () => reject(new Error('the target closed the connection'))
      socket.once('error', reject)
      socket.once('close', closed)
      socket.once(event, () => {
        clearTimeout(timer)
        socket.off('close', closed)
        // Whoever takes the connection over sees its end.
        socket.on('error', () => undefined)
        resolve(socket)
      })
      socket.once('close', () => clearTimeout(timer))
    })
  }
}

/** Addresses are not sent as names. */
const serverNameOf = (host: string): string => (isIP(host) === 0 ? host : '')
