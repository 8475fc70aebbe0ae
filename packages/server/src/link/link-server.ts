/** The server's end of the link: admits agents, manages their connections, sends commands and forwards reports, with limits per connection. */
import type { Duplex } from 'node:stream'
import type { AgentCommand, Hello } from '@pone/contract/link/messages.ts'
import type { WebSocket } from 'ws'
import { createWorkLimit } from '../adapters/work-limit.ts'
import { createStrangerPlaces } from '../sockets/stranger-places.ts'
import type { AdmissionService } from './admission.ts'
import { AgentLine, type LineContext } from './agent-line.ts'
import type { AgentLink, LineEnds, LinkHandlers, OnlineMachine } from './agent-link.ts'
import { FloodGuard } from './flood-guard.ts'
import { awaitHello } from './greeting.ts'
import { LineHeartbeat } from './line-heartbeat.ts'
import { createOutboxes, type Outboxes } from './outbox.ts'
import { type Relay, relayTo } from './relay.ts'
import { createRunOrder } from './run-order.ts'
import { refuse } from './socket-messages.ts'

/** Maximum number of sockets that are not admitted yet. Agents behind one address reconnect when it is exceeded. */
const strangers = { perAddress: 50, inAll: 400 }
/** Number of hellos that are looked up concurrently. */
const admissionsAtOnce = 8

export interface LinkServer extends AgentLink {
  /** Takes over a newly opened socket at linkPath. */
  accept(socket: WebSocket, connection: Duplex, ends?: LineEnds): void
  /** Connections of agents to this server, with the hello of each. */
  lines(): { machine: OnlineMachine; hello: Hello }[]
  /** Sends to an agent connected here, without queueing; does nothing when it is not connected. */
  post(agentId: string, command: AgentCommand): void
}

export interface LinkServerOptions {
  readonly admission: Pick<AdmissionService, 'admit'>
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
  /** Called when the connection of this agent was closed for flooding. */
  readonly onFlooding?: ((agentId: string, at: number) => void) | undefined
  /** Command queues; created when omitted. */
  readonly outboxes?: Outboxes | undefined
  /** Receives the reports of the agents instead of the handlers. */
  readonly relay?: Relay | undefined
}

export const createLinkServer = (options: LinkServerOptions): LinkServer => new SocketLinkServer(options)

class SocketLinkServer implements LinkServer {
  readonly #options: LinkServerOptions
  readonly #outboxes: Outboxes
  readonly #relay: Relay
  readonly #context: LineContext
  readonly #lines = new Map<string, AgentLine>()
  readonly #sockets = new Set<WebSocket>()
  readonly #listeners: Partial<LinkHandlers>[] = []
  readonly #places = createStrangerPlaces(strangers)
  readonly #admissions = createWorkLimit(admissionsAtOnce)
  readonly #guard = new FloodGuard()

  constructor(options: LinkServerOptions) {
    const { now, warn } = options
    this.#options = options
    this.#outboxes = options.outboxes ?? createOutboxes(now)
    this.#relay = options.relay ?? relayTo(this.#listeners)
    this.#context = {
      relay: this.#relay,
      outboxes: this.#outboxes,
      order: createRunOrder((key, cause) =>
        warn(`a report could not be stored (agent and run: ${key})`, cause),
      ),
      now,
      warn,
      onBroken: line => this.#lose(line, now()),
      onFlooding: (line, what) => this.#shutOut(line, what),
    }
  }

  accept(socket: WebSocket, connection: Duplex, ends?: LineEnds): void {
    const { warn } = this.#options
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', cause => warn('the line of an agent broke', cause))
    this.#greet(socket, connection, ends).catch((cause: unknown) => {
      warn('an agent could not be admitted', cause)
      socket.terminate()
    })
  }

  send(agentId: string, command: AgentCommand): boolean {
    const line = this.#openLine(agentId)
    // Sent commands are also kept until the agent confirms them, because the connection may be dead already.
    if (line === undefined || 'id' in command) this.#outboxes.of(agentId).keep(command)
    line?.send(command)
    return line !== undefined
  }

  on(handlers: Partial<LinkHandlers>): void {
    this.#listeners.push(handlers)
  }

  isOnline(agentId: string): boolean {
    return this.#lines.has(agentId)
  }

  onlineMachines(): OnlineMachine[] {
    return [...this.#lines.values()].map(line => line.machine)
  }

  lines(): { machine: OnlineMachine; hello: Hello }[] {
    return [...this.#lines.values()].map(({ machine, hello }) => ({ machine, hello }))
  }

  post(agentId: string, command: AgentCommand): void {
    this.#openLine(agentId)?.send(command)
  }

  renew(agentId: string): void {
    this.#lines.get(agentId)?.socket.terminate()
  }

  cut(agentId: string, reason: string): void {
    const line = this.#lines.get(agentId)
    if (line === undefined) return
    refuse(line.socket, reason)
    // Data received while the connection closes is not processed.
    this.#lose(line, this.#options.now())
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate()
  }

  /** From the open socket to an admitted connection, or a refusal. */
  async #greet(socket: WebSocket, connection: Duplex, ends: LineEnds | undefined): Promise<void> {
    const { admission, now, warn } = this.#options
    let line: AgentLine | null = null
    const heartbeat = new LineHeartbeat(socket, { now, isPaused: () => line?.isPaused ?? false })
    socket.on('close', () => {
      if (line !== null) this.#lose(line, heartbeat.heardAt)
    })
    const address = ends?.address ?? ''
    const greeting = await awaitHello(socket, { connection, address, places: this.#places, warn })
    if (greeting === null) return
    const { hello } = greeting
    // Only an authenticated agent is ever blocked, so nobody can block another one.
    if (hello.agentId !== undefined && this.#guard.isBlocked(hello.agentId, now()))
      return refuse(socket, 'flooding')
    const admitted = await this.#admissions.run(() => admission.admit(hello, ends))
    if (socket.readyState !== socket.OPEN) return
    if (!admitted.isAdmitted) {
      warn(`agent "${hello.name}" was refused: ${admitted.reason}`)
      return refuse(socket, admitted.reason)
    }
    const { agentId, key } = admitted
    if (!this.#guard.admits(agentId, now())) {
      warn(`agent ${agentId} ("${hello.name}") has to wait: it dials again and again`)
      this.#guard.block(agentId, now())
      return refuse(socket, 'flooding')
    }
    greeting.trust()
    const opened = this.#open(new AgentLine({ agentId, hello, socket, context: this.#context }), key)
    line = opened
    socket.on('message', (data: Buffer) => opened.put(data))
  }

  /** Replaces an older connection of the same agent, and sends the queued commands. */
  #open(line: AgentLine, key: string | undefined): AgentLine {
    const { agentId } = line
    const older = this.#lines.get(agentId)
    this.#lines.set(agentId, line)
    older?.close()
    older?.socket.terminate()
    const serverTime = this.#options.now()
    line.post({ kind: 'welcome', agentId, serverTime, ...(key === undefined ? {} : { key }) })
    for (const command of this.#outboxes.of(agentId).take()) line.send(command)
    this.#relay.online(agentId, line.hello)
    return line
  }

  /** `heardAt` is when the last data arrived from the agent; its share may be moved some time after that. */
  #lose(line: AgentLine, heardAt: number): void {
    line.close()
    if (this.#lines.get(line.agentId) !== line) return
    this.#lines.delete(line.agentId)
    this.#relay.offline(line.agentId, heardAt)
  }

  /** Closes the connection to protect the server, and refuses the agent for a while. */
  #shutOut(line: AgentLine, what: string): void {
    if (line.isClosed) return
    const { now, warn, onFlooding } = this.#options
    warn(`the line of agent ${line.agentId} ("${line.hello.name}") was closed because it floods: ${what}`)
    this.#guard.block(line.agentId, now())
    refuse(line.socket, 'flooding', true)
    this.#lose(line, now())
    onFlooding?.(line.agentId, now())
  }

  #openLine(agentId: string): AgentLine | undefined {
    const line = this.#lines.get(agentId)
    return line?.isOpen === true ? line : undefined
  }
}
