/** The server's end of the link: admits agents, keeps their lines, sends commands and passes on what they report, within bounds per line. */
import type { Duplex } from 'node:stream'
import type { AgentMessage, ServerMessage } from '@pone/contract/link/messages.ts'
import type { WebSocket } from 'ws'
import { closeSoon } from '../sockets/close-soon.ts'
import { createStrangerPlaces } from '../sockets/stranger-places.ts'
import { TokenBucket } from '../sockets/token-bucket.ts'
import type { AdmissionService } from './admission.ts'
import type {
  AgentCommand,
  AgentLink,
  AgentStatus,
  Hello,
  LineEnds,
  LinkHandlers,
  OnlineMachine,
} from './agent-link.ts'
import { FloodGuard } from './flood-guard.ts'
import { GivenWork, maxHeldRuns } from './given-work.ts'
import { awaitHello, parseMessage } from './greeting.ts'
import { LineInbox } from './line-inbox.ts'
import { createOutboxes, type Outboxes } from './outbox.ts'
import { areOwnWorkers } from './own-workers.ts'
import { isRunMessage, type Relay, type RunMessage, relayTo, type SpokenMessage } from './pass-message.ts'
import { createRunOrder } from './run-order.ts'
import { createWorkLimit, type WorkLimit } from './work-limit.ts'

/** An agent pings every second; after this silence it is offline, ms. */
const silenceMs = 6_000
const pingEveryMs = 1_000
const policyViolation = 1008
const notOwn = 'workers or batches of another agent or run'
/** Sockets that have not been admitted yet. Agents behind one address dial again when there is no room. */
const strangers = { perAddress: 50, inAll: 400 }
/** Hellos that are looked up at once, and runs of one line. */
const admissionsAtOnce = 8
const runsAtOnce = 16
/** Messages about what was not given to the agent; some come of messages that cross. */
const unaskedPerSecond = 10
const unaskedAtOnce = 500
/** An agent that leaves so much unread does not read. */
const maxUnreadBytes = 64 * 1024 ** 2

interface Line {
  readonly agentId: string
  readonly hello: Hello
  readonly socket: WebSocket
  readonly since: number
  readonly given: GivenWork
  readonly unasked: TokenBucket
  readonly limit: WorkLimit
  readonly inbox: LineInbox
  status: AgentStatus | null
  /** Aborted when the line is gone. */
  readonly end: AbortController
}

export interface LinkServer extends AgentLink {
  /** Takes over a socket that has just been opened at linkPath over this connection. */
  accept(socket: WebSocket, connection: Duplex, ends?: LineEnds): void
  /** Lines that stand here, with what their agents said first. */
  lines(): { machine: OnlineMachine; hello: Hello }[]
  /** Sends to an agent linked here, without keeping; does nothing when there is no line. */
  post(agentId: string, command: AgentCommand): void
}

export interface LinkServerOptions {
  readonly admission: Pick<AdmissionService, 'admit'>
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
  /** The line of this agent was closed because it floods the server. */
  readonly onFlooding?: ((agentId: string, at: number) => void) | undefined
  /** Where commands wait; one of its own when left out. */
  readonly outboxes?: Outboxes | undefined
  /** Hears the agents in place of the handlers. */
  readonly relay?: Relay | undefined
}

export function createLinkServer(options: LinkServerOptions): LinkServer {
  const { admission, now, warn } = options
  const outboxes = options.outboxes ?? createOutboxes(now)
  const lines = new Map<string, Line>()
  const sockets = new Set<WebSocket>()
  const listeners: Partial<LinkHandlers>[] = []
  const relay = options.relay ?? relayTo(listeners)
  const order = createRunOrder((key, cause) =>
    warn(`what agent and run ${key} report could not be stored`, cause),
  )
  const places = createStrangerPlaces(strangers)
  const admissions = createWorkLimit(admissionsAtOnce)
  const guard = new FloodGuard()

  const post = (socket: WebSocket, message: ServerMessage) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > maxUnreadBytes) socket.terminate()
    else socket.send(JSON.stringify(message))
  }
  const refuse = (socket: WebSocket, reason: string, isFlooding = false) => {
    post(socket, { kind: 'refused', reason })
    closeSoon(socket, policyViolation, { reason: 'refused', isFlooding })
  }
  const put = (line: Line, command: AgentCommand) => {
    line.given.note(command)
    post(line.socket, command)
  }
  const open = (socket: WebSocket, said: Hello, admitted: { agentId: string; key?: string | undefined }) => {
    const { agentId, key } = admitted
    const hello = { ...said, runs: said.runs.slice(0, maxHeldRuns) }
    const older = lines.get(agentId)
    const line: Line = {
      agentId,
      hello,
      socket,
      since: now(),
      given: new GivenWork(hello),
      unasked: new TokenBucket(unaskedPerSecond, unaskedAtOnce),
      limit: createWorkLimit(runsAtOnce),
      inbox: new LineInbox({
        socket,
        take: data => read(line, data),
        onExcess: () => flood(line, 'more messages than an agent may send'),
      }),
      status: null,
      end: new AbortController(),
    }
    lines.set(agentId, line)
    older?.end.abort()
    older?.socket.terminate()
    post(socket, { kind: 'welcome', agentId, serverTime: now(), ...(key === undefined ? {} : { key }) })
    for (const command of outboxes.of(agentId).take()) put(line, command)
    relay.online(agentId, hello)
    return line
  }

  /** `heardAt` is when the agent was last heard: what it drives may be given away a while after that. */
  const lose = (line: Line, heardAt: number) => {
    line.inbox.close()
    line.end.abort()
    if (lines.get(line.agentId) !== line) return
    lines.delete(line.agentId)
    relay.offline(line.agentId, heardAt)
  }
  /** Closes the line for the sake of all others, and keeps the agent out for a while. */
  const flood = (line: Line, what: string) => {
    if (line.end.signal.aborted) return
    warn(`the line of agent ${line.agentId} ("${line.hello.name}") was closed because it floods: ${what}`)
    guard.block(line.agentId, now())
    refuse(line.socket, 'flooding', true)
    lose(line, now())
    options.onFlooding?.(line.agentId, now())
  }

  const pass = async (line: Line, message: RunMessage) => {
    await relay.run(line.agentId, message)
    if (message.kind === 'batches') acknowledge(line, message)
  }
  const acknowledge = (line: Line, message: Extract<AgentMessage, { kind: 'batches' }>) => {
    const last = new Map<string, number>()
    for (const { workerId, seq } of message.batches)
      last.set(workerId, Math.max(seq, last.get(workerId) ?? 0))
    for (const [workerId, seq] of last) {
      post(line.socket, { kind: 'ackBatches', runId: message.runId, workerId, seq })
    }
  }
  const store = async (line: Line, message: RunMessage) => {
    const isSettled = await order.add({
      key: `${line.agentId} ${message.runId}`,
      signal: line.end.signal,
      work: () => pass(line, message),
      limit: line.limit,
    })
    if (isSettled || line.end.signal.aborted) return
    warn(
      `the line of agent ${line.agentId} was closed: ${message.kind} of run ${message.runId} cannot be stored`,
    )
    refuse(line.socket, 'notStored')
    lose(line, now())
  }

  const read = (line: Line, data: Buffer): Promise<void> | undefined => {
    if (line.end.signal.aborted) return
    const message = parseMessage(data)
    if (message !== null) return receive(line, message)
    warn(`a message of agent ${line.agentId} was not understood`)
    closeSoon(line.socket, policyViolation, { reason: 'not understood' })
    lose(line, now())
    return undefined
  }
  const handleReport = (line: Line, message: SpokenMessage) => {
    if (message.kind === 'received') outboxes.of(line.agentId).confirm(message.id)
    if (message.kind === 'status') line.status = message.status
    relay.spoken(line.agentId, message)
  }
  const drop = (line: Line) => {
    if (!line.unasked.tryTake(performance.now())) flood(line, 'messages about work that it was not given')
  }
  const receive = (line: Line, message: AgentMessage): Promise<void> | undefined => {
    const { socket } = line
    if (message.kind === 'hello') closeSoon(socket, policyViolation, { reason: 'hello again' })
    else if (!areOwnWorkers(line.agentId, message)) closeSoon(socket, policyViolation, { reason: notOwn })
    else if (message.kind === 'clockProbe')
      post(socket, { kind: 'clockAnswer', sentAt: message.sentAt, serverTime: now() })
    else if (!line.given.covers(message, performance.now())) drop(line)
    else if (isRunMessage(message)) return store(line, message)
    else handleReport(line, message)
    return undefined
  }

  const meet = async (socket: WebSocket, connection: Duplex, ends: LineEnds | undefined) => {
    let line: Line | null = null
    let heardAt = now()
    let beatAt = now()
    const heard = () => {
      heardAt = now()
    }
    const heartbeat = setInterval(() => {
      // Where this process itself has stood still, what agents have said meanwhile is still to be read.
      const hasStalled = now() - beatAt > 2 * pingEveryMs
      beatAt = now()
      if (line?.inbox.isPaused === true) heard()
      if (now() - heardAt > silenceMs && !hasStalled) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.ping()
    }, pingEveryMs)
    socket.on('message', heard)
    socket.on('pong', heard)
    socket.on('ping', heard)
    socket.on('close', () => {
      clearInterval(heartbeat)
      if (line !== null) lose(line, heardAt)
    })

    const address = ends?.address ?? ''
    const greeting = await awaitHello(socket, { connection, address, places, warn })
    if (greeting === null) return
    const { hello } = greeting
    // Whoever is blocked has proved before who it is; nobody can block another one.
    if (hello.agentId !== undefined && guard.isBlocked(hello.agentId, now()))
      return refuse(socket, 'flooding')
    const admitted = await admissions.run(() => admission.admit(hello, ends))
    if (socket.readyState !== socket.OPEN) return
    if (!admitted.isAdmitted) {
      warn(`agent "${hello.name}" was refused: ${admitted.reason}`)
      return refuse(socket, admitted.reason)
    }
    if (!guard.admits(admitted.agentId, now())) {
      warn(`agent ${admitted.agentId} ("${hello.name}") has to wait: it dials again and again`)
      guard.block(admitted.agentId, now())
      return refuse(socket, 'flooding')
    }
    greeting.trust()
    const { inbox } = (line = open(socket, hello, admitted))
    socket.on('message', (data: Buffer) => inbox.put(data))
  }
  const accept: LinkServer['accept'] = (socket, connection, ends) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', cause => warn('the line of an agent broke', cause))
    meet(socket, connection, ends).catch((cause: unknown) => {
      warn('an agent could not be admitted', cause)
      socket.terminate()
    })
  }

  const openLine = (agentId: string): Line | undefined => {
    const line = lines.get(agentId)
    return line?.socket.readyState === line?.socket.OPEN ? line : undefined
  }
  const send = (agentId: string, command: AgentCommand): boolean => {
    const line = openLine(agentId)
    // What went out is kept too until the agent confirms it: the line may be dead already.
    if (line === undefined || 'id' in command) outboxes.of(agentId).keep(command)
    if (line !== undefined) put(line, command)
    return line !== undefined
  }

  return {
    accept,
    send,
    on: handlers => {
      listeners.push(handlers)
    },
    isOnline: agentId => lines.has(agentId),
    onlineMachines: () => [...lines.values()].map(machineOf),
    lines: () => [...lines.values()].map(line => ({ machine: machineOf(line), hello: line.hello })),
    post: (agentId, command) => {
      const line = openLine(agentId)
      if (line !== undefined) put(line, command)
    },
    renew: agentId => lines.get(agentId)?.socket.terminate(),
    cut: (agentId, reason) => {
      const line = lines.get(agentId)
      if (line === undefined) return
      refuse(line.socket, reason)
      // What it still sends while the line closes is not listened to.
      lose(line, now())
    },
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}

const machineOf = ({ agentId, hello, since, status, given }: Line): OnlineMachine => ({
  agentId,
  name: hello.name,
  host: hello.host,
  since,
  cores: hello.cores,
  memoryBytes: hello.memoryBytes,
  status,
  runIds: given.runIds,
})
