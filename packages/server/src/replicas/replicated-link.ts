/** The link over all servers: which agents are online anywhere, commands to agents through the server they are connected to, and reports to the server that drives the run. */
import type { Duplex } from 'node:stream'
import type { AgentCommand, Hello } from '@pone/contract/link/messages.ts'
import type { WebSocket } from 'ws'
import type { LineEnds, LinkHandlers, OnlineMachine } from '../link/agent-link.ts'
import { deliveryOf, isStored, type StoredReport, type UnstoredReport } from '../link/families/registry.ts'
import { runOf } from '../link/families/runs.ts'
import type { LinkServer } from '../link/link-server.ts'
import type { Outboxes } from '../link/outbox.ts'
import { type Relay, relayTo } from '../link/relay.ts'
import { AgentHomes } from './agent-homes.ts'
import type { Report, ReportAnswer } from './peer-reports.ts'
import type { Replicas } from './replicas.ts'

/** An agent's connection as its server describes it to the others; the hello without its secrets. */
export interface PeerLine {
  readonly machine: OnlineMachine
  readonly hello: Hello
  /** Age of the connection when this was sent, ms. */
  readonly ageMs: number
}

/** After this time the runs in an agent's hello may be outdated, ms. */
const freshMs = 3_000

export type LinkNote =
  | { readonly kind: 'commands'; readonly agentId: string; readonly commands: AgentCommand[] }
  | { readonly kind: 'renew'; readonly agentId: string }
  | { readonly kind: 'spoken'; readonly agentId: string; readonly message: UnstoredReport }
  | { readonly kind: 'cut'; readonly agentId: string; readonly reason: string }

export interface ReplicatedLink extends LinkServer {
  /** The connections of this server, for the other servers. */
  localLines(): PeerLine[]
  /** Sets all connections of another server; none when it is gone. */
  takeLines(peerId: string, lines: readonly PeerLine[]): void
  takeNote(note: LinkNote): void
  /** Handles a report of an agent of another server on a run that is driven here. */
  takeReport(report: Report): Promise<ReportAnswer>
}

interface ReplicatedLinkOptions {
  readonly openLocal: (relay: Relay) => LinkServer
  readonly outboxes: Outboxes
  readonly replicas: Pick<
    Replicas,
    'id' | 'ownerOf' | 'knownOwner' | 'epochOf' | 'ready' | 'isReady' | 'peers' | 'beat'
  >
  readonly send: (peerId: string, note: LinkNote) => void
  readonly sendToAll: (note: LinkNote) => void
  readonly hand: (peerId: string, report: Report) => Promise<ReportAnswer>
  /** The connections of this server have changed. */
  readonly onLines: () => void
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
}

/** Key of this server in maps by server. */
const here = ''

export const createReplicatedLink = (options: ReplicatedLinkOptions): ReplicatedLink =>
  new LinkOfAllServers(options)

class LinkOfAllServers implements ReplicatedLink {
  readonly #options: ReplicatedLinkOptions
  readonly #listeners: Partial<LinkHandlers>[] = []
  readonly #handlers: Relay
  readonly #local: LinkServer
  readonly #remote = new Map<string, Map<string, PeerLine>>()
  readonly #homes = new AgentHomes()

  constructor(options: ReplicatedLinkOptions) {
    this.#options = options
    this.#handlers = relayTo(this.#listeners)
    this.#local = options.openLocal({
      stored: (agentId, report) => this.#route(agentId, report),
      unstored: (agentId, report) => this.#spread(agentId, report),
      online: (agentId, hello) => {
        this.#homes.arrive(agentId, here, options.now())
        options.onLines()
        this.#announce(agentId, hello, here)
      },
      offline: (agentId, since) => {
        options.onLines()
        this.#depart(agentId, here, since)
      },
    })
  }

  accept(socket: WebSocket, connection: Duplex, ends?: LineEnds): void {
    this.#local.accept(socket, connection, ends)
  }

  lines(): { machine: OnlineMachine; hello: Hello }[] {
    return this.#local.lines()
  }

  post(agentId: string, command: AgentCommand): void {
    this.#local.post(agentId, command)
  }

  close(): void {
    this.#local.close()
  }

  on(handlers: Partial<LinkHandlers>): void {
    this.#listeners.push(handlers)
  }

  isOnline(agentId: string): boolean {
    return this.#homes.has(agentId)
  }

  onlineMachines(): OnlineMachine[] {
    const machines = new Map(this.#local.onlineMachines().map(machine => [machine.agentId, machine]))
    for (const [peerId, lines] of this.#remote) {
      for (const [agentId, line] of lines)
        if (this.#homes.of(agentId) === peerId) machines.set(agentId, line.machine)
    }
    return [...machines.values()]
  }

  send(agentId: string, plain: AgentCommand): boolean {
    const { outboxes, send } = this.#options
    const command = this.#stamped(plain)
    const home = this.#homes.of(agentId)
    if (home === undefined || home === here) return this.#local.send(agentId, command)
    if ('id' in command) outboxes.of(agentId).keep(command)
    send(home, { kind: 'commands', agentId, commands: [command] })
    return true
  }

  renew(agentId: string): void {
    this.#local.renew(agentId)
    this.#options.sendToAll({ kind: 'renew', agentId })
  }

  cut(agentId: string, reason: string): void {
    this.#local.cut(agentId, reason)
    this.#options.sendToAll({ kind: 'cut', agentId, reason })
  }

  localLines(): PeerLine[] {
    const at = this.#options.now()
    return this.#local.lines().map(({ machine, hello: { key: _key, token: _token, ...hello } }) => ({
      machine,
      hello,
      ageMs: at - machine.since,
    }))
  }

  takeLines(peerId: string, lines: readonly PeerLine[]): void {
    const before = this.#remote.get(peerId) ?? new Map<string, PeerLine>()
    this.#remote.set(peerId, new Map(lines.map(line => [line.machine.agentId, line])))
    for (const line of lines) {
      const { agentId } = line.machine
      this.#takeLine(peerId, line, before.get(agentId))
      before.delete(agentId)
    }
    for (const agentId of before.keys()) this.#depart(agentId, peerId, this.#options.now())
  }

  takeNote(note: LinkNote): void {
    const { agentId } = note
    switch (note.kind) {
      case 'commands':
        for (const command of note.commands) this.#local.post(agentId, command)
        return
      case 'renew':
        return this.#local.renew(agentId)
      case 'cut':
        return this.#local.cut(agentId, note.reason)
      case 'spoken':
        if (note.message.kind === 'received') this.#options.outboxes.of(agentId).confirm(note.message.id)
        return this.#handlers.unstored(agentId, note.message)
    }
  }

  async takeReport({ agentId, message }: Report): Promise<ReportAnswer> {
    const { replicas, warn } = this.#options
    if (!isStored(message)) return 'failed'
    if (!replicas.isReady()) await replicas.ready()
    if (!this.#isOwn(replicas.knownOwner(message.runId))) return 'notOwner'
    try {
      await this.#handlers.stored(agentId, message)
      return 'taken'
    } catch (cause) {
      warn(`what agent ${agentId} reports over another server could not be stored`, cause)
      return 'failed'
    }
  }

  #takeLine(peerId: string, line: PeerLine, known: PeerLine | undefined): void {
    const { replicas, send } = this.#options
    const { agentId, since, status, runIds } = line.machine
    if (status !== null) this.#handlers.unstored(agentId, { kind: 'status', status })
    if (known?.machine.since === since) return
    this.#homes.arrive(agentId, peerId, since)
    if (this.#homes.of(agentId) !== peerId) return
    this.#deliver(agentId)
    // Its server was unreachable for a while, and the agent's run may have a new owner, so the agent must report everything again.
    const isDrivenHere = runIds.some(runId => this.#isOwn(replicas.knownOwner(runId)))
    if (line.ageMs > freshMs && isDrivenHere) send(peerId, { kind: 'renew', agentId })
    else this.#announce(agentId, line.hello, peerId)
  }

  /** Queued commands are sent over the remaining connection, if there is one. */
  #depart(agentId: string, home: string, since: number): void {
    const isLast = this.#homes.depart(agentId, home)
    if (isLast) this.#handlers.offline(agentId, since)
    else if (this.#homes.has(agentId)) this.#deliver(agentId)
  }

  #deliver(agentId: string): void {
    const { outboxes, send } = this.#options
    const home = this.#homes.of(agentId)
    const commands = outboxes.of(agentId).take()
    if (home === undefined || commands.length === 0) return
    if (home !== here) send(home, { kind: 'commands', agentId, commands })
    else for (const command of commands) this.#local.post(agentId, command)
  }

  /** Reports that an agent is online, with the runs that concern this server: its own, and for agents connected here those that no server drives. */
  #announce(agentId: string, hello: Hello, home: string): void {
    const { replicas } = this.#options
    // A run that is being taken over is not known yet, and would be ended.
    if (!replicas.isReady()) {
      void replicas.ready().then(() => this.#announce(agentId, hello, home))
      return
    }
    const unknown = hello.runs.filter(run => replicas.knownOwner(run.runId) === null)
    const report = (driven: ReadonlySet<string>) => {
      if (this.#homes.of(agentId) !== home) return
      const runs = hello.runs.filter(({ runId }) => {
        const owner = replicas.knownOwner(runId)
        return owner === null ? home === here && !driven.has(runId) : this.#isOwn(owner)
      })
      this.#handlers.online(agentId, { ...hello, runs })
    }
    if (unknown.length === 0 || home !== here || replicas.peers().length === 0) report(new Set())
    else void this.#drivenElsewhere(unknown.map(run => run.runId)).then(report)
  }

  async #drivenElsewhere(runIds: readonly string[]): Promise<Set<string>> {
    const driven = new Set<string>()
    for (const runId of runIds) {
      // A server that cannot be called may be driving it.
      const owner = await this.#options.replicas.ownerOf(runId).catch(() => 'unknown')
      if (owner !== null && !this.#isOwn(owner)) driven.add(runId)
    }
    return driven
  }

  /** Forwards to the server that drives the run; reports on a run that no server drives are handled here. */
  async #route(agentId: string, message: StoredReport): Promise<void> {
    const { replicas, hand } = this.#options
    if (!replicas.isReady()) await replicas.ready()
    const owner = replicas.knownOwner(message.runId) ?? (await replicas.ownerOf(message.runId))
    if (owner === null || this.#isOwn(owner)) return this.#handlers.stored(agentId, message)
    const answer = await hand(owner, { agentId, message })
    if (answer === 'taken') return
    if (answer === 'notOwner') await replicas.beat()
    throw new Error(`the server that drives run ${message.runId}: ${answer}`)
  }

  #spread(agentId: string, message: UnstoredReport): void {
    const { replicas, send, sendToAll } = this.#options
    const delivery = deliveryOf(message)
    const owner = delivery === 'runOwner' && 'runId' in message ? replicas.knownOwner(message.runId) : null
    if (owner !== null && !this.#isOwn(owner)) return send(owner, { kind: 'spoken', agentId, message })
    this.#handlers.unstored(agentId, message)
    if (delivery === 'everywhere') sendToAll({ kind: 'spoken', agentId, message })
  }

  #stamped(command: AgentCommand): AgentCommand {
    const runId = runOf(command)
    const epoch = runId === null ? undefined : this.#options.replicas.epochOf(runId)
    return epoch === undefined ? command : { ...command, epoch }
  }

  #isOwn(ownerId: string | null): boolean {
    return ownerId === this.#options.replicas.id
  }
}
