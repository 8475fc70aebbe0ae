/** The connections of one virtual user: at most one free per origin, as the user does one thing at a time; TLS sessions are kept for the next. */

import type { UserNetwork } from '../connect/user-network.ts'
import type { Wire } from '../wire/wire.ts'
import { type ConnectionOptions, HttpConnection } from './connection.ts'
import type { CallOptions, Transport } from './exchange.ts'
import { HttpMemory } from './http-memory.ts'
import type { Origin } from './origin.ts'

const maxConnections = 16
const maxTlsSessions = 16

interface KeptTlsSession {
  transport: Transport
  session: Buffer
}

/** Connections and TLS sessions of a user. */
export class ConnectionPool {
  readonly #wire: Wire
  readonly #memory: HttpMemory
  readonly #user: UserNetwork
  #connections: HttpConnection[] = []
  #tlsSessions: Map<string, KeptTlsSession> | null = null

  constructor(wire: Wire, user: UserNetwork) {
    this.#wire = wire
    this.#memory = wire.memory.of(HttpMemory)
    this.#user = user
  }

  /** A free connection to the origin, kept or new. */
  take(origin: Origin, options: CallOptions): HttpConnection {
    const { transport } = options
    for (const connection of this.#connections) {
      if (!connection.isFree || !connection.leadsTo(origin, transport)) continue
      if (transport.keepAlive && connection.isReusable) return connection
      connection.close()
    }
    return this.#connect(origin, options)
  }

  /** Closes and forgets everything; requests under way end as aborted. */
  closeAll(): void {
    const connections = this.#connections
    this.#connections = []
    this.#tlsSessions = null
    for (const connection of connections) connection.abort()
  }

  /** Closes what is free and leads to a name, not to an address. */
  closeNamed(): void {
    for (const connection of this.#connections) {
      if (connection.isFree && connection.isToName) connection.close()
    }
  }

  #connect(origin: Origin, { transport, connectTimeoutMs }: CallOptions): HttpConnection {
    this.#connections = this.#connections.filter(connection => !connection.isClosed)
    if (this.#connections.length >= maxConnections) this.#connections.find(each => each.isFree)?.close()
    const kept = this.#tlsSessions?.get(origin.key)
    const options: ConnectionOptions = {
      wire: this.#wire,
      memory: this.#memory,
      origin,
      transport,
      user: this.#user,
      connectTimeoutMs,
      tlsSession: kept?.transport === transport ? kept.session : undefined,
      onTlsSession: session => this.#remember(origin.key, { transport, session }),
    }
    const connection = new HttpConnection(options)
    this.#connections.push(connection)
    return connection
  }

  #remember(key: string, session: KeptTlsSession): void {
    this.#tlsSessions ??= new Map()
    if (this.#tlsSessions.size >= maxTlsSessions) this.#tlsSessions.clear()
    this.#tlsSessions.set(key, session)
  }
}
