/** The worker's side of all sockets: collects requests for one flush per event-loop turn, so that the journal is written once and before any byte leaves. */

import { createSecureContext, type SecureContext } from 'node:tls'
import { DnsCache } from './dns-cache.ts'
import { SharedMemory } from './shared-memory.ts'

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

/** A TCP port by its address. */
export interface Endpoint {
  readonly host: string
  readonly port: number
}

/** Set-up of a wire. */
export interface WireOptions {
  /** Called once per event-loop turn before anything is written, with `sent` as it will be after the flush: the worker journals it here. If it throws, nothing is written. */
  beforeFlush: (totalRequestsPutOnWire: number) => void
  /** Where every TCP connection goes, in the clear and without a proxy, whatever the requests say; left out: where they say. */
  connectTo?: () => Endpoint
}

/**
 * What puts bytes on sockets, shared by all sessions of a process, whatever their protocol. Nothing that counts as a request is written
 * before it has been queued here (`enqueue`, or `begin` for what is sent by a library): the count is journalled first.
 */
export class Wire {
  readonly dns = new DnsCache()
  /** What sessions of one protocol share in this process. */
  readonly memory = new SharedMemory()
  /** Sockets read one after the other and hand over at once, so one buffer serves all. */
  readonly readBuffer = Buffer.allocUnsafeSlow(readBufferBytes)
  /** See WireOptions; null = connections go where the requests say. */
  readonly connectTo: (() => Endpoint) | null
  readonly #beforeFlush: (totalRequestsPutOnWire: number) => void
  readonly #connections = new Set<OpenConnection>()
  readonly #abortGroups = new WeakMap<AbortSignal, Set<Abortable>>()
  #secureContext: SecureContext | null = null
  #queue: QueuedRequest[] = []
  #sent = 0
  #isClosed = false

  constructor(options: WireOptions) {
    this.#beforeFlush = options.beforeFlush
    this.connectTo = options.connectTo ?? null
  }

  /** Requests put on the wire since the start. */
  get sent(): number {
    return this.#sent
  }

  /** Open connections. */
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

  /** Destroys every connection; requests under way end as aborted. */
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

  /**
   * Counts one request as begun, and calls `put` at the end of this turn, after the count is journalled: then the first byte may leave.
   * For protocols whose library writes by itself.
   */
  begin(put: () => void): void {
    this.enqueue(new Begun(put))
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

/** A request that a library will write. */
class Begun implements QueuedRequest {
  readonly isWritable = true
  readonly flush: () => void

  constructor(put: () => void) {
    this.flush = put
  }

  giveBack(): void {
    // Always writable, so that it never comes back.
  }
}

/** Makes the wire of a worker. */
export function createWire(options: WireOptions): Wire {
  return new Wire(options)
}
