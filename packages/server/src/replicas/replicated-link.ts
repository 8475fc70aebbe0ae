/** The link over all servers: who is online anywhere, commands to agents wherever their lines stand, and what they say to the server that it concerns. */
import type { AgentCommand, Hello, LinkHandlers, OnlineMachine } from '../link/agent-link.ts'
import type { LinkServer } from '../link/link-server.ts'
import type { Outboxes } from '../link/outbox.ts'
import {
  isRunMessage,
  type Relay,
  type RunMessage,
  relayTo,
  type SpokenMessage,
} from '../link/pass-message.ts'
import type { Report, ReportAnswer } from './peer-reports.ts'
import type { Replicas } from './replicas.ts'

/** An agent's line as other servers hear of it; the hello without its secrets. */
export interface AgentLine {
  readonly machine: OnlineMachine
  readonly hello: Hello
  /** How long it has stood when this was told. */
  readonly ageMs: number
}

/** After this what an agent said in its hello of its runs may no longer be so, ms. */
const freshMs = 3_000

export type LinkNote =
  | { readonly kind: 'commands'; readonly agentId: string; readonly commands: AgentCommand[] }
  | { readonly kind: 'renew'; readonly agentId: string }
  | { readonly kind: 'spoken'; readonly agentId: string; readonly message: SpokenMessage }
  | { readonly kind: 'cut'; readonly agentId: string; readonly reason: string }

export interface ReplicatedLink extends LinkServer {
  /** The lines that stand here, for the other servers. */
  localLines(): AgentLine[]
  /** All lines of another server; none when it is gone. */
  takeLines(peerId: string, lines: readonly AgentLine[]): void
  takeNote(note: LinkNote): void
  /** What an agent of another server says of a run that is driven here. */
  takeReport(report: Report): Promise<ReportAnswer>
}

/** Stands for this server where lines are kept by server. */
const here = ''

export function createReplicatedLink(options: {
  openLocal: (relay: Relay) => LinkServer
  outboxes: Outboxes
  replicas: Pick<
    Replicas,
    'id' | 'ownerOf' | 'knownOwner' | 'epochOf' | 'ready' | 'isReady' | 'peers' | 'beat'
  >
  send: (peerId: string, note: LinkNote) => void
  sendToAll: (note: LinkNote) => void
  hand: (peerId: string, report: Report) => Promise<ReportAnswer>
  /** The lines of this server have changed. */
  onLines: () => void
  now: () => number
  warn: (text: string, cause?: unknown) => void
}): ReplicatedLink {
  const { replicas, outboxes, send, sendToAll, now } = options
  const listeners: Partial<LinkHandlers>[] = []
  const listening = relayTo(listeners)
  const remote = new Map<string, Map<string, AgentLine>>()
  /** Agent → servers that have a line of it, the latest last: a server that was paused still believes in lines of old. */
  const homes = new Map<string, { home: string; since: number }[]>()

  const arrive = (agentId: string, home: string, since: number) => {
    const others = (homes.get(agentId) ?? []).filter(each => each.home !== home)
    homes.set(
      agentId,
      [...others, { home, since }].toSorted((one, other) => one.since - other.since),
    )
  }
  /** True when it was the last line; what waits for the agent goes over the line that is left otherwise. */
  const depart = (agentId: string, home: string): boolean => {
    const rest = (homes.get(agentId) ?? []).filter(each => each.home !== home)
    if (rest.length === 0) return homes.delete(agentId)
    homes.set(agentId, rest)
    deliver(agentId)
    return false
  }
  const homeOf = (agentId: string): string | undefined => homes.get(agentId)?.at(-1)?.home
  const deliver = (agentId: string) => {
    const home = homeOf(agentId)
    const commands = outboxes.of(agentId).take()
    if (home === undefined || commands.length === 0) return
    if (home !== here) send(home, { kind: 'commands', agentId, commands })
    else for (const command of commands) local.post(agentId, command)
  }
  const isOwn = (ownerId: string | null) => ownerId === replicas.id

  /** Says that an agent is online, with the runs that are this server's business: its own, and of its own lines those that nobody drives. */
  const announce = (agentId: string, hello: Hello, home: string): void => {
    // A run that is being taken over is not known yet, and would be ended.
    if (!replicas.isReady()) return void replicas.ready().then(() => announce(agentId, hello, home))
    const unknown = hello.runs.filter(run => replicas.knownOwner(run.runId) === null)
    const say = (driven: ReadonlySet<string>) => {
      if (homeOf(agentId) !== home) return
      const runs = hello.runs.filter(({ runId }) => {
        const owner = replicas.knownOwner(runId)
        return owner === null ? home === here && !driven.has(runId) : isOwn(owner)
      })
      listening.online(agentId, { ...hello, runs })
    }
    if (unknown.length === 0 || home !== here || replicas.peers().length === 0) return say(new Set())
    void drivenElsewhere(unknown.map(run => run.runId)).then(say)
  }
  const drivenElsewhere = async (runIds: readonly string[]): Promise<Set<string>> => {
    const driven = new Set<string>()
    for (const runId of runIds) {
      // Whoever cannot be asked may be driving it.
      const owner = await replicas.ownerOf(runId).catch(() => 'unknown')
      if (owner !== null && !isOwn(owner)) driven.add(runId)
    }
    return driven
  }

  /** To the server that drives the run; what nobody drives is dealt with here. */
  const route = async (agentId: string, message: RunMessage): Promise<void> => {
    if (!replicas.isReady()) await replicas.ready()
    const owner = replicas.knownOwner(message.runId) ?? (await replicas.ownerOf(message.runId))
    if (owner === null || isOwn(owner)) return listening.run(agentId, message)
    const answer = await options.hand(owner, { agentId, message })
    if (answer === 'taken') return
    if (answer === 'notOwner') await replicas.beat()
    throw new Error(`the server that drives run ${message.runId}: ${answer}`)
  }

  const spread = (agentId: string, message: SpokenMessage) => {
    if (message.kind === 'status') return listening.spoken(agentId, message)
    if (message.kind === 'coordination') {
      const owner = replicas.knownOwner(message.runId)
      if (owner === null || isOwn(owner)) return listening.spoken(agentId, message)
      return send(owner, { kind: 'spoken', agentId, message })
    }
    listening.spoken(agentId, message)
    sendToAll({ kind: 'spoken', agentId, message })
  }

  const local = options.openLocal({
    run: route,
    spoken: spread,
    online: (agentId, hello) => {
      arrive(agentId, here, now())
      options.onLines()
      announce(agentId, hello, here)
    },
    offline: (agentId, since) => {
      options.onLines()
      if (depart(agentId, here)) listening.offline(agentId, since)
    },
  })

  const stamped = (command: AgentCommand): AgentCommand => {
    const runId = 'plan' in command ? command.plan.runId : 'runId' in command ? command.runId : undefined
    const epoch = runId === undefined ? undefined : replicas.epochOf(runId)
    return epoch === undefined ? command : { ...command, epoch }
  }

  return {
    accept: (socket, connection, ends) => local.accept(socket, connection, ends),
    lines: () => local.lines(),
    post: (agentId, command) => local.post(agentId, command),
    close: () => local.close(),
    on: handlers => void listeners.push(handlers),
    isOnline: agentId => homes.has(agentId),
    onlineMachines: () => {
      const machines = new Map(local.onlineMachines().map(machine => [machine.agentId, machine]))
      for (const [peerId, lines] of remote) {
        for (const [agentId, line] of lines)
          if (homeOf(agentId) === peerId) machines.set(agentId, line.machine)
      }
      return [...machines.values()]
    },
    send: (agentId, plain) => {
      const command = stamped(plain)
      const home = homeOf(agentId)
      if (home === undefined || home === here) return local.send(agentId, command)
      if ('id' in command) outboxes.of(agentId).keep(command)
      send(home, { kind: 'commands', agentId, commands: [command] })
      return true
    },
    renew: agentId => {
      local.renew(agentId)
      sendToAll({ kind: 'renew', agentId })
    },
    cut: (agentId, reason) => {
      local.cut(agentId, reason)
      sendToAll({ kind: 'cut', agentId, reason })
    },
    localLines: () =>
      local.lines().map(({ machine, hello: { key: _key, token: _token, ...hello } }) => ({
        machine,
        hello,
        ageMs: now() - machine.since,
      })),
    takeLines: (peerId, lines) => {
      const before = remote.get(peerId) ?? new Map<string, AgentLine>()
      remote.set(peerId, new Map(lines.map(line => [line.machine.agentId, line])))
      for (const line of lines) {
        const { agentId, since, status } = line.machine
        const known = before.get(agentId)
        before.delete(agentId)
        if (status !== null) listening.spoken(agentId, { kind: 'status', status })
        if (known?.machine.since === since) continue
        arrive(agentId, peerId, since)
        if (homeOf(agentId) !== peerId) continue
        deliver(agentId)
        // Its server was gone for a while, and perhaps the agent's run has got a new one meanwhile: it says all of it anew.
        const isDrivenHere = line.machine.runIds.some(runId => isOwn(replicas.knownOwner(runId)))
        if (line.ageMs > freshMs && isDrivenHere) send(peerId, { kind: 'renew', agentId })
        else announce(agentId, line.hello, peerId)
      }
      for (const agentId of before.keys()) if (depart(agentId, peerId)) listening.offline(agentId, now())
    },
    takeNote: note => {
      if (note.kind === 'commands') for (const command of note.commands) local.post(note.agentId, command)
      else if (note.kind === 'renew') local.renew(note.agentId)
      else if (note.kind === 'cut') local.cut(note.agentId, note.reason)
      else {
        if (note.message.kind === 'received') outboxes.of(note.agentId).confirm(note.message.id)
        listening.spoken(note.agentId, note.message)
      }
    },
    takeReport: async ({ agentId, message }) => {
      if (!isRunMessage(message)) return 'failed'
      if (!replicas.isReady()) await replicas.ready()
      if (!isOwn(replicas.knownOwner(message.runId))) return 'notOwner'
      try {
        await listening.run(agentId, message)
        return 'taken'
      } catch (cause) {
        options.warn(`what agent ${agentId} reports over another server could not be stored`, cause)
        return 'failed'
      }
    },
  }
}
