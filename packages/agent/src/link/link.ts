/** The agent's end of the link: connects to one of the servers, and again whenever the connection is lost. */

import { linkPath } from '@pone/contract/link/connection.ts'
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { type Log } from '../log.ts'
import { backoffMs } from './backoff.ts'
import { Connection, type LinkEvents } from './connection.ts'
import { LineLease } from './line-lease.ts'
import type { ServerAddresses } from './server-addresses.ts'
import { ServerClock } from './server-clock.ts'
import type { ServerTrust } from './server-trust.ts'

/** After a disconnect because of flooding the server refuses this agent for this long, ms. */
const floodRestMs = 60_000

export interface LinkOptions {
  readonly servers: ServerAddresses
  readonly trust: ServerTrust
  readonly log: Log
}

export class Link {
  readonly clock = new ServerClock()
  readonly lease: LineLease
  readonly #options: LinkOptions
  #connection: Connection | null = null
  #isClosed = false
  #attempt = 0
  /** No attempt before this instant; monotonic, ms. */
  #restUntil = 0
  #redial: NodeJS.Timeout | undefined

  constructor(options: LinkOptions) {
    this.#options = options
    this.lease = new LineLease(options.servers.count)
  }

  get isOpen(): boolean {
    return this.#connection?.isOpen ?? false
  }

  /** False when there is no connection: the message is dropped, and its sender repeats it after `opened`. */
  send(message: AgentMessage): boolean {
    return this.#connection?.send(message) ?? false
  }

  /** Starts to connect, and reconnects until `close`. */
  open(events: LinkEvents): void {
    const { servers, trust, log } = this.#options
    const preparation = trust.prepare(servers.current)
    if (preparation === undefined) return this.#connect(events)
    preparation.then(
      () => {
        if (!this.#isClosed) this.#connect(events)
      },
      (cause: unknown) => {
        log(`no connection to ${servers.current}: ${errorText(cause)}`)
        this.lease.failed(servers.current, false)
        servers.turn()
        if (!this.#isClosed) this.#openAgain(events)
      },
    )
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#redial)
    this.#connection?.close()
  }

  #connect(events: LinkEvents): void {
    const { servers, trust, log } = this.#options
    this.#connection = new Connection({
      address: servers.current.replace(/^http/, 'ws') + linkPath,
      clock: this.clock,
      lease: this.lease,
      events,
      onSteady: () => {
        this.#attempt = 0
      },
      onRefused: reason => {
        if (reason === 'flooding') this.#restUntil = performance.now() + floodRestMs
      },
      onDistrust: () => trust.forget(),
      onClosed: wasWelcome => {
        this.#connection = null
        if (this.#isClosed) return
        if (!wasWelcome) servers.turn()
        this.#openAgain(events)
      },
      log,
    })
  }

  #openAgain(events: LinkEvents): void {
    const restMs = this.#restUntil - performance.now()
    const waitMs = Math.max(restMs, backoffMs(this.#attempt, Math.random()))
    this.#redial = setTimeout(() => this.open(events), waitMs)
    this.#attempt += 1
  }
}
