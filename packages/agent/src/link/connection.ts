/** One connection to the server: sends the hello, maintains clock and lease, and passes on what arrives, one message after the other. */

import {
  type AgentMessage,
  type FamilyCommand,
  type Hello,
  type LinkFamily,
  type ServerMessage,
  serverMessageSchema,
} from '@pone/contract/link/messages.ts'
import { tlsProblem } from '@pone/contract/tls-problems.ts'
import { errorText } from '@pone/schema/error-text.ts'
import WebSocket, { type RawData } from 'ws'
import { type Log } from '../log.ts'
import type { LineLease } from './line-lease.ts'
import type { ServerClock } from './server-clock.ts'

export type Welcome = Extract<ServerMessage, { kind: 'welcome' }>
type Command = FamilyCommand<LinkFamily> & { epoch?: number | undefined }

/** Without traffic for this long the connection counts as dead; the server and the agent both send pings. */
const silenceMs = 6_000
/** The answer renews the lease on what this agent drives. */
const pingEveryMs = 1_000
const handshakeTimeoutMs = 4_000
/** The clock is probed quickly on a new connection, rarely later. */
const firstProbes = 10
const firstProbeEveryMs = 50
const probeEveryMs = 2_000
const maxMessageBytes = 64 * 1024 ** 2

export interface LinkEvents {
  /** Created anew for each connection. */
  hello(): Promise<Hello>
  /** Called before any other message; the link is open for sending once this resolves. */
  welcome(message: Welcome): Promise<void>
  refused(reason: string): Promise<void>
  /** Called after `welcome`: everything that is still unsettled must be sent again. */
  opened(): void
  message(message: Command): void
}

export interface ConnectionOptions {
  /** ws(s) address with its path. */
  readonly address: string
  readonly clock: ServerClock
  readonly lease: LineLease
  readonly events: LinkEvents
  /** The connection has proved stable: the next attempt need not wait long. */
  readonly onSteady: () => void
  readonly onRefused: (reason: string) => void
  /** The server's certificate was not accepted. */
  readonly onDistrust: () => void
  /** Called once; `wasWelcome`: the server had admitted this agent. */
  readonly onClosed: (wasWelcome: boolean) => void
  readonly log: Log
}

export class Connection {
  readonly #options: ConnectionOptions
  readonly #socket: WebSocket
  readonly #heartbeat: NodeJS.Timeout
  #heardAt = Date.now()
  #helloAt = 0
  /** By performance.now(). */
  #helloSentAt = 0
  #isWelcome = false
  #isServerDown = false
  #probes = 0
  #prober: NodeJS.Timeout | undefined
  #inbox = Promise.resolve()

  /** Connects immediately. */
  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#socket = new WebSocket(options.address, {
      handshakeTimeout: handshakeTimeoutMs,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
    })
    this.#heartbeat = setInterval(() => this.#beat(), pingEveryMs)
    this.#listen()
  }

  /** The server has admitted this agent, and messages can be sent. */
  get isOpen(): boolean {
    return this.#isWelcome && this.#socket.readyState === WebSocket.OPEN
  }

  /** False when the connection is not open. */
  send(message: AgentMessage): boolean {
    if (!this.isOpen) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  close(): void {
    this.#socket.close()
  }

  #listen(): void {
    const { log, address } = this.#options
    this.#socket.on('open', () => this.#enqueue(() => this.#greet()))
    this.#socket.on('message', data => {
      this.#noteHeard()
      this.#enqueue(() => this.#receive(data))
    })
    this.#socket.on('pong', data => {
      this.#noteHeard()
      const sentAt = Number(data.toString())
      if (this.#isWelcome && data.length > 0 && Number.isFinite(sentAt)) this.#options.lease.answered(sentAt)
    })
    this.#socket.on('ping', () => this.#noteHeard())
    this.#socket.on('error', cause => {
      this.#isServerDown = isServerDown(cause)
      const problem = tlsProblem(cause)
      if (problem !== undefined) this.#options.onDistrust()
      log(`no connection to ${address}: ${problem ?? cause.message}`)
    })
    this.#socket.on('close', () => this.#closed())
  }

  /** One message after the other: a command that follows the welcome waits until that is processed. */
  #enqueue(work: () => Promise<void>): void {
    this.#inbox = this.#inbox.then(work).catch((cause: unknown) => {
      this.#options.log(`closing the connection: ${errorText(cause)}`)
      this.#socket.terminate()
    })
  }

  async #greet(): Promise<void> {
    const hello = await this.#options.events.hello()
    this.#helloAt = Date.now()
    this.#helloSentAt = performance.now()
    this.#socket.send(JSON.stringify(hello))
  }

  async #receive(data: RawData): Promise<void> {
    const { clock, events, onSteady, onRefused, log } = this.#options
    const message = parse(data)
    if (message === null) {
      log('a message of the server was not understood; is its version newer than this agent?')
    } else if (message.kind === 'welcome') {
      await this.#welcomed(message)
    } else if (message.kind === 'refused') {
      onRefused(message.reason)
      await events.refused(message.reason)
    } else if (message.kind === 'clockAnswer') {
      const { sentAt, serverTime } = message
      clock.add({ sentAt, receivedAt: performance.now(), serverTime })
    } else {
      onSteady()
      events.message(message)
    }
  }

  async #welcomed(message: Welcome): Promise<void> {
    const { clock, lease, events } = this.#options
    const { serverTime } = message
    clock.add({ sentAt: this.#helloSentAt, receivedAt: performance.now(), serverTime })
    lease.answered(this.#helloSentAt)
    this.#probe()
    await events.welcome(message)
    if (this.#socket.readyState !== WebSocket.OPEN) return
    this.#isWelcome = true
    events.opened()
  }

  /** Probes the server's clock repeatedly. */
  #probe(): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    const probe: AgentMessage = { kind: 'clockProbe', sentAt: performance.now() }
    this.#socket.send(JSON.stringify(probe))
    this.#probes += 1
    const restMs = this.#probes < firstProbes ? firstProbeEveryMs : probeEveryMs
    this.#prober = setTimeout(() => this.#probe(), restMs)
  }

  #beat(): void {
    if (Date.now() - this.#heardAt > silenceMs) this.#socket.terminate()
    // The server's socket answers the ping immediately, so the answer means that the server has received everything
    // sent by then.
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.ping(String(performance.now()))
  }

  #noteHeard(): void {
    this.#heardAt = Date.now()
    // After a connection that opens and breaks immediately the waits keep growing.
    if (this.#isWelcome && this.#heardAt - this.#helloAt > silenceMs) this.#options.onSteady()
  }

  #closed(): void {
    const { lease, address, onClosed } = this.#options
    clearInterval(this.#heartbeat)
    clearTimeout(this.#prober)
    lease.failed(address, this.#isServerDown)
    onClosed(this.#isWelcome)
  }
}

/** The server's address refuses connections, or a proxy in front of it answers that the server cannot be reached. */
function isServerDown(cause: Error): boolean {
  const code = 'code' in cause ? cause.code : ''
  return code === 'ECONNREFUSED' || /^Unexpected server response: 5\d\d/.test(cause.message)
}

function parse(data: RawData): ServerMessage | null {
  try {
    // Sockets deliver buffers by default.
    return serverMessageSchema.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))
  } catch {
    return null
  }
}
