/** The connection of one admitted agent: reads its reports within limits, drops reports on work that it was not given, and forwards the others. */
import type { AgentStatus } from '@pone/contract/link/machine.ts'
import type {
  AgentCommand,
  AgentMessage,
  AgentReport,
  Hello,
  ServerMessage,
} from '@pone/contract/link/messages.ts'
import type { WebSocket } from 'ws'
import { createWorkLimit } from '../adapters/work-limit.ts'
import { closeSoon } from '../sockets/close-soon.ts'
import { TokenBucket } from '../sockets/token-bucket.ts'
import type { OnlineMachine } from './agent-link.ts'
import {
  acknowledgementsOf,
  isGiven,
  isOwn,
  isStored,
  noteGiven,
  type StoredReport,
  type UnstoredReport,
} from './families/registry.ts'
import { GivenWork, maxHeldRuns } from './given-work.ts'
import { parseMessage } from './greeting.ts'
import { LineInbox } from './line-inbox.ts'
import type { Outboxes } from './outbox.ts'
import type { Relay } from './relay.ts'
import type { RunOrder } from './run-order.ts'
import { policyViolation, post, refuse } from './socket-messages.ts'

/** Number of runs of one connection whose reports are stored concurrently. */
const runsAtOnce = 16
/** Limit for reports on work that the agent was not given; a few are normal, because messages cross. */
const unaskedPerSecond = 10
const unaskedAtOnce = 500

/** Shared by all connections of a server. */
export interface LineContext {
  readonly relay: Relay
  readonly order: RunOrder
  readonly outboxes: Outboxes
  readonly now: () => number
  readonly warn: (text: string) => void
  /** The connection cannot be used any more: its socket is being closed. */
  readonly onBroken: (line: AgentLine) => void
  /** The agent exceeds its message limit. */
  readonly onFlooding: (line: AgentLine, what: string) => void
}

export class AgentLine {
  readonly agentId: string
  readonly hello: Hello
  readonly socket: WebSocket
  readonly #context: LineContext
  readonly #since: number
  readonly #given: GivenWork
  readonly #unasked = new TokenBucket(unaskedPerSecond, unaskedAtOnce)
  readonly #limit = createWorkLimit(runsAtOnce)
  readonly #inbox: LineInbox
  readonly #end = new AbortController()
  #status: AgentStatus | null = null

  constructor(options: { agentId: string; hello: Hello; socket: WebSocket; context: LineContext }) {
    const { agentId, hello, socket, context } = options
    this.agentId = agentId
    this.hello = { ...hello, runs: hello.runs.slice(0, maxHeldRuns) }
    this.socket = socket
    this.#context = context
    this.#since = context.now()
    this.#given = new GivenWork(this.hello)
    this.#inbox = new LineInbox({
      socket,
      take: data => this.#read(data),
      onExcess: () => context.onFlooding(this, 'more messages than an agent may send'),
    })
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  get isClosed(): boolean {
    return this.#end.signal.aborted
  }

  /** Reading from the socket is paused. */
  get isPaused(): boolean {
    return this.#inbox.isPaused
  }

  get machine(): OnlineMachine {
    const { name, host, cores, memoryBytes } = this.hello
    return {
      agentId: this.agentId,
      name,
      host,
      since: this.#since,
      cores,
      memoryBytes,
      status: this.#status,
      runIds: this.#given.runIds,
    }
  }

  post(message: ServerMessage): void {
    post(this.socket, message)
  }

  send(command: AgentCommand): void {
    noteGiven(this.#given, command)
    this.post(command)
  }

  /** Processes the messages received on the socket. */
  put(data: Buffer): void {
    this.#inbox.put(data)
  }

  /** Stops the processing of received and future messages; the owner must close the socket. */
  close(): void {
    this.#inbox.close()
    this.#end.abort()
  }

  #read(data: Buffer): Promise<void> | undefined {
    if (this.isClosed) return
    const message = parseMessage(data)
    if (message !== null) return this.#receive(message)
    this.#context.warn(`a message of agent ${this.agentId} was not understood`)
    this.#violate('not understood')
    this.#context.onBroken(this)
    return undefined
  }

  #receive(message: AgentMessage): Promise<void> | undefined {
    if (message.kind === 'hello') return this.#violate('hello again')
    if (message.kind === 'clockProbe') return this.#answerProbe(message.sentAt)
    if (!isOwn(this.agentId, message)) return this.#violate('workers or batches of another agent or run')
    if (!isGiven(this.#given, message, performance.now())) return this.#drop()
    if (isStored(message)) return this.#store(message)
    return this.#pass(message as Exclude<AgentReport, StoredReport>)
  }

  #violate(reason: string): undefined {
    closeSoon(this.socket, policyViolation, { reason })
  }

  #answerProbe(sentAt: number): undefined {
    this.post({ kind: 'clockAnswer', sentAt, serverTime: this.#context.now() })
  }

  #drop(): undefined {
    if (!this.#unasked.tryTake(performance.now()))
      this.#context.onFlooding(this, 'messages about work that it was not given')
  }

  #pass(report: UnstoredReport): undefined {
    if (report.kind === 'received') this.#context.outboxes.of(this.agentId).confirm(report.id)
    if (report.kind === 'status') this.#status = report.status
    this.#context.relay.unstored(this.agentId, report)
  }

  async #store(report: StoredReport): Promise<void> {
    const { order, relay, warn, onBroken } = this.#context
    const isSettled = await order.add({
      key: `${this.agentId} ${report.runId}`,
      signal: this.#end.signal,
      limit: this.#limit,
      work: async () => {
        await relay.stored(this.agentId, report)
        for (const message of acknowledgementsOf(report)) this.post(message)
      },
    })
    if (isSettled || this.isClosed) return
    warn(
      `the line of agent ${this.agentId} was closed: ${report.kind} of run ${report.runId} cannot be stored`,
    )
    refuse(this.socket, 'notStored')
    onBroken(this)
  }
}
