/** The connections of one virtual user: at most one free per origin, as the user does one thing at a time; TLS sessions are kept for the next. */
import { type ConnectionOptions, HttpConnection } from './connection.ts'
import type { HttpCall } from './exchange.ts'
import type { Origin } from './origin.ts'
import type { WireHub } from './wire.ts'

const maxConnections = 16
const maxTlsSessions = 16

/** Connections and TLS sessions of a user. */
export class ConnectionPool {
  readonly #wire: WireHub
  #connections: HttpConnection[] = []
  #tlsSessions: Map<string, Buffer> | null = null

  constructor(wire: WireHub) {
    this.#wire = wire
  }

  /** A free connection to the origin, kept or new. */
  take(origin: Origin, call: HttpCall): HttpConnection {
    const key = origin.isTls && !call.verifyTls ? `${origin.key} unverified` : origin.key
    for (const connection of this.#connections) {
      if (connection.key !== key || !connection.isFree) continue
      if (call.keepAlive && connection.isReusable) return connection
      connection.close()
    }
    return this.#connect(origin, key, call)
  }

  /** Closes everything; requests under way end as aborted. */
  closeAll(): void {
    const connections = this.#connections
    this.#connections = []
    for (const connection of connections) connection.abort()
  }

  #connect(origin: Origin, key: string, call: HttpCall): HttpConnection {
    this.#connections = this.#connections.filter(connection => !connection.isClosed)
    if (this.#connections.length >= maxConnections) this.#connections.find(each => each.isFree)?.close()
    const options: ConnectionOptions = {
      wire: this.#wire,
      origin,
      key,
      verifyTls: call.verifyTls,
      connectTimeoutMs: call.connectTimeoutMs,
      tlsSession: this.#tlsSessions?.get(key),
      onTlsSession: session => this.#remember(key, session),
    }
    const connection = new HttpConnection(options)
    this.#connections.push(connection)
    return connection
  }

  #remember(key: string, session: Buffer): void {
    this.#tlsSessions ??= new Map()
    if (this.#tlsSessions.size >= maxTlsSessions) this.#tlsSessions.clear()
    this.#tlsSessions.set(key, session)
  }
}
