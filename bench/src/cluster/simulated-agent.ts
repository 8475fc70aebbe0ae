/**
 * One agent that generates no load: it speaks the real link and reports once a second what a load machine with that
 * many labels would.
 */
import { randomUUID } from 'node:crypto'
import { linkPath } from '@pone/contract/link/connection.ts'
import { type AgentMessage, type ServerMessage, serverMessageSchema } from '@pone/contract/link/messages.ts'
import { type RunPlan } from '@pone/contract/link/plan.ts'
import WebSocket from 'ws'
import type { SimulatedLabels } from './simulated-labels.ts'

const statusEveryMs = 2_000
const pingEveryMs = 2_500
/** Batches that may be sent but not yet acknowledged. */
const windowBatches = 32

export interface SimulatedAgentEvents {
  online(): void
  /** A batch of the second has been handed to the socket. */
  made(second: number, at: number): void
  /** The server has stored the batch of the second. */
  acknowledged(second: number, at: number): void
  ended(): void
}

export interface SimulatedAgentOptions {
  readonly serverUrl: string
  readonly token: string
  readonly name: string
  /** How much later than the second's end it reports, ms. */
  readonly skewMs: number
  readonly labelsOf: (plan: RunPlan) => SimulatedLabels
  readonly events: SimulatedAgentEvents
}

/** Lives from its connection to the end of its process; takes part in one run. */
export class SimulatedAgent {
  readonly #options: SimulatedAgentOptions
  readonly #socket: WebSocket
  #agentId = ''
  #plan: RunPlan | null = null
  #startAt = 0
  #clockOffsetMs = 0
  #second = 0
  #acknowledged = 0
  #isStopped = false
  /**
   * Created and not sent yet: like a real agent, it sends only a limited number ahead of what the server has stored.
   */
  readonly #waiting: string[] = []
  #sent = 0

  constructor(options: SimulatedAgentOptions) {
    this.#options = options
    const address = options.serverUrl.replace(/^http/, 'ws') + linkPath
    const socket = new WebSocket(address, { perMessageDeflate: false })
    this.#socket = socket
    socket.on('open', () => this.#say(helloOf(options)))
    socket.on('message', (data: Buffer) =>
      this.#handle(serverMessageSchema.parse(JSON.parse(data.toString()))),
    )
    socket.on('error', () => undefined)
    const ping = () => {
      if (socket.readyState === socket.OPEN) socket.ping()
    }
    setInterval(() => this.#tellStatus(), statusEveryMs)
    setInterval(ping, pingEveryMs)
  }

  #say(message: AgentMessage): void {
    this.#socket.send(JSON.stringify(message))
  }

  #tellStatus(): void {
    if (this.#socket.readyState !== this.#socket.OPEN || this.#agentId === '') return
    this.#say({
      kind: 'status',
      status: { cpu01: 0.5, memoryUsedBytes: 2 ** 30, memoryTotalBytes: 2 ** 33, loadAverage: 1 },
    })
  }

  #handle(message: ServerMessage): void {
    if ('id' in message && typeof message.id === 'string') this.#say({ kind: 'received', id: message.id })
    switch (message.kind) {
      case 'welcome':
        this.#agentId = message.agentId
        this.#clockOffsetMs = message.serverTime - Date.now()
        return this.#options.events.online()
      case 'prepareRun':
        this.#plan = message.plan
        return this.#say({ kind: 'runPrepared', runId: message.plan.runId, error: null })
      case 'startRun':
        if (this.#startAt !== 0) return
        this.#startAt = message.startAt
        this.#say({ kind: 'runStarted', runId: message.runId, at: message.startAt })
        return this.#schedule()
      case 'stopRun':
        this.#isStopped = true
        return
      case 'ackBatches':
        return this.#acknowledge(message.runId, message.seq)
    }
  }

  #schedule(): void {
    const due = this.#startAt - this.#clockOffsetMs + (this.#second + 1) * 1_000 + this.#options.skewMs
    setTimeout(() => this.#report(), Math.max(0, due - Date.now()))
  }

  #report(): void {
    if (this.#plan === null) return
    const { labelsOf, events } = this.#options
    const isLast = this.#isStopped
    const second = this.#second
    this.#waiting.push(
      labelsOf(this.#plan).batchText({
        runId: this.#plan.runId,
        workerId: `${this.#agentId}/1.1`,
        seq: second + 1,
        second,
        end: isLast ? { cause: 'stopped', detail: '', lost: 0 } : null,
      }),
    )
    this.#pump()
    events.made(second, Date.now())
    this.#second += 1
    if (!isLast) this.#schedule()
  }

  #pump(): void {
    while (this.#sent - this.#acknowledged < windowBatches) {
      const text = this.#waiting.shift()
      if (text === undefined) return
      this.#sent += 1
      this.#socket.send(text)
    }
  }

  #acknowledge(runId: string, seq: number): void {
    const { events } = this.#options
    for (; this.#acknowledged < seq; this.#acknowledged += 1)
      events.acknowledged(this.#acknowledged, Date.now())
    this.#pump()
    if (!this.#isStopped || seq < this.#second) return
    this.#say({
      kind: 'runEnded',
      runId,
      cause: 'stopped',
      detail: '',
      shareIds: [],
      workers: [{ workerId: `${this.#agentId}/1.1`, lastSeq: this.#second }],
    })
    events.ended()
  }
}

const helloOf = ({ token, name }: Pick<SimulatedAgentOptions, 'token' | 'name'>): AgentMessage => ({
  kind: 'hello',
  token,
  name,
  host: name,
  system: 'linux',
  architecture: 'x64',
  cores: 4,
  memoryBytes: 8 * 1024 ** 3,
  version: '0.0.0',
  incarnation: randomUUID(),
  runs: [],
})
