/** The worker's side of all sockets: collects requests for one flush per event-loop turn, so that the journal is written once and before any byte leaves. */

import { createSecureContext, type SecureContext } from 'node:tls'
import { DnsCache } from './connect/dns-cache.ts'
import { BodyMemory } from './http/body/gathered-body.ts'
import type { Wire, WireOptions } from './http/exchange.ts'
import { AlpnMemory } from './http/h2/alpn-memory.ts'
import { HopOptions } from './http/hops.ts'
import { OriginTable } from './http/origin.ts'
import { HeadFrames } from './http/request-head.ts'

const readBufferBytes = 65_536

/** Something whose work ends when a signal says so. */
export interface Abortable {
  /** Ends what was begun with the signal. */
  abort(signal: AbortSignal): void
}

/** A request that waits for the end of the turn; only the wire calls these. */
export interface QueuedRequest {
  /** Whether flush will put it on the wire. */
  readonly isWritable: boolean
  /** Puts it on the wire if it is writable, else does nothing. */
  flush(): void
  /** It could not be written. */
  giveBack(): void
}

/** An open connection. */
export interface OpenConnection {
  /** Closes it; requests under way end as aborted. */
  abort(): void
}

/** The wire as connections and sessions see it. */
export class WireHub implements Wire {
  readonly origins = new OriginTable()
  readonly heads = new HeadFrames()
  readonly dns = new DnsCache()
  readonly alpn = new AlpnMemory()
  readonly hopOptions = new HopOptions()
  readonly bodyMemory = new BodyMemory()
  /** Sockets read one after the other and hand over at once, so one buffer serves all. */
  readonly readBuffer = Buffer.allocUnsafeSlow(readBufferBytes)
  readonly #beforeFlush: (totalRequestsPutOnWire: number) => void
  readonly #connections = new Set<OpenConnection>()
  readonly #abortGroups = new WeakMap<AbortSignal, Set<Abortable>>()
  #secureContext: SecureContext | null = null
  #queue: QueuedRequest[] = []
  #sent = 0
  #isClosed = false

  constructor(options: WireOptions) {
    this.#beforeFlush = options.beforeFlush
  }

  get sent(): number {
    return this.#sent
  }

  get connections(): number {
    return this.#connections.size
  }

  /** TLS settings shared by all connections: making them loads the certificate store. */
  get secureContext(): SecureContext {
    this.#secureContext ??= createSecureContext()
    return this.#secureContext
  }

  /** After close nothing is sent any more. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    this.#isClosed = true
    for (const connection of this.#connections) connection.abort()
  }

  /** Counts a connection as open. */
  register(connection: OpenConnection): void {
    this.#connections.add(connection)
  }

  /** Counts it no longer. */
  unregister(connection: OpenConnection): void {
    this.#connections.delete(connection)
  }

  /** Has the request written at the end of this turn. */
  enqueue(request: QueuedRequest): void {
    if (this.#queue.push(request) === 1) setImmediate(this.#flush)
  }

  /** Everything that the signal will tell; one listener per signal, however many users. */
  abortGroup(signal: AbortSignal): Set<Abortable> {
    let group = this.#abortGroups.get(signal)
    if (group === undefined) {
      const members = new Set<Abortable>()
      const tellAll = () => {
        for (const member of members) member.abort(signal)
      }
      signal.addEventListener('abort', tellAll, { once: true })
      this.#abortGroups.set(signal, members)
      group = members
    }
    return group
  }

  readonly #flush = (): void => {
    const queue = this.#queue
    this.#queue = []
    for (const request of queue) {
      if (!request.isWritable) request.giveBack()
    }
    let ready = 0
    for (const request of queue) {
      if (request.isWritable) ready++
    }
    if (ready === 0) return
    this.#sent += ready
    this.#beforeFlush(this.#sent)
    for (const request of queue) request.flush()
  }
}

/** Makes the wire of a worker. */
export function createWire(options: WireOptions): WireHub {
  return new WireHub(options)
}
