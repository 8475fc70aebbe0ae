/** The HTTP/2 connections of one virtual user: one per origin, as streams share it; TLS sessions are kept for the next. */
import type { UserNetwork } from '../../connect/user-network.ts'
import type { Wire } from '../../wire/wire.ts'
import type { AlpnMemory } from '../alpn-memory.ts'
import type { CallOptions, Transport } from '../exchange.ts'
import { HttpMemory } from '../http-memory.ts'
import type { Origin } from '../origin.ts'
import { H2Connection } from './h2-connection.ts'

const maxConnections = 16
const maxTlsSessions = 16

interface KeptTlsSession {
  transport: Transport
  session: Buffer
}

/** Connections of a user. */
export class H2Pool {
  readonly #wire: Wire
  readonly #alpn: AlpnMemory
  readonly #user: UserNetwork
  #connections: H2Connection[] = []
  readonly #tlsSessions = new Map<string, KeptTlsSession>()

  constructor(wire: Wire, user: UserNetwork) {
    this.#wire = wire
    this.#alpn = wire.memory.of(HttpMemory).alpn
    this.#user = user
  }

  /** The connection to the origin; a new one when there is none that can be used. */
  take(origin: Origin, options: CallOptions): { connection: H2Connection; isNew: boolean } {
    const { transport } = options
    for (const connection of this.#connections) {
      if (connection.isUsable && connection.leadsTo(origin, transport)) return { connection, isNew: false }
    }
    this.#connections = this.#connections.filter(connection => !connection.isClosed)
    if (this.#connections.length >= maxConnections) this.#connections.find(each => each.isIdle)?.close()
    const kept = this.#tlsSessions.get(origin.key)
    const connection = new H2Connection({
      wire: this.#wire,
      origin,
      transport,
      user: this.#user,
      connectTimeoutMs: options.connectTimeoutMs,
      tlsSession: kept?.transport === transport && transport.reusesTlsSessions ? kept.session : undefined,
      onTlsSession: session => this.#remember(origin.key, { transport, session }),
      onNegotiated: negotiated => this.#alpn.remember(origin.key, negotiated),
    })
    this.#connections.push(connection)
    return { connection, isNew: true }
  }

  /** Closes and forgets everything; requests under way end as aborted. */
  closeAll(): void {
    const connections = this.#connections
    this.#connections = []
    for (const connection of connections) connection.abort()
    this.#tlsSessions.clear()
  }

  /** Closes what is idle and leads to a name, not to an address. */
  closeNamed(): void {
    for (const connection of this.#connections) {
      if (connection.isIdle && connection.isToName) connection.close()
    }
  }

  #remember(key: string, kept: KeptTlsSession): void {
    if (this.#tlsSessions.size >= maxTlsSessions) this.#tlsSessions.clear()
    this.#tlsSessions.set(key, kept)
  }
}
