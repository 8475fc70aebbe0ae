/** The server's end of the link: admits agents, keeps their lines, sends commands and passes on what they report. */
import { type AgentMessage, agentMessageSchema, type ServerMessage } from '@pone/contract/link/messages.ts'
import type { RawData, WebSocket } from 'ws'
import type { AdmissionService } from '../modules/cluster/admission.ts'
import type {
  AgentCommand,
  AgentLink,
  AgentStatus,
  Hello,
  LineEnds,
  LinkHandlers,
  OnlineMachine,
} from './agent-link.ts'
import { createOutboxes, type Outboxes } from './outbox.ts'
import { isRunMessage, type Relay, type RunMessage, relayTo } from './pass-message.ts'
import { createRunOrder } from './run-order.ts'

/** An agent pings every second; after this silence it is offline, ms. */
const silenceMs = 6_000
const pingEveryMs = 1_000
const helloTimeoutMs = 5_000
const policyViolation = 1008
/** A hello is small; whoever sends more has not been admitted. */
const maxHelloBytes = 256 * 1024

interface Line {
  readonly agentId: string
  readonly hello: Hello
  readonly socket: WebSocket
  readonly since: number
  readonly runIds: Set<string>
  status: AgentStatus | null
  /** Aborted when the line is gone. */
  readonly end: AbortController
}

export interface LinkServer extends AgentLink {
  /** Takes over a socket that has just been opened at linkPath. */
  accept(socket: WebSocket, ends?: LineEnds): void
  /** Lines that stand here, with what their agents said first. */
  lines(): { machine: OnlineMachine; hello: Hello }[]
  /** Sends to an agent linked here, without keeping; does nothing when there is no line. */
  post(agentId: string, command: AgentCommand): void
}

export function createLinkServer(options: {
  admission: Pick<AdmissionService, 'admit'>
  now: () => number
  warn: (text: string, cause?: unknown) => void
  /** Where commands wait; one of its own when left out. */
  outboxes?: Outboxes | undefined
  /** Hears the agents in place of the handlers. */
  relay?: Relay | undefined
}): LinkServer {
  const { admission, now, warn } = options
  const outboxes = options.outboxes ?? createOutboxes(now)
  const lines = new Map<string, Line>()
  const sockets = new Set<WebSocket>()
  const listeners: Partial<LinkHandlers>[] = []
  const relay = options.relay ?? relayTo(listeners)
  const order = createRunOrder((key, cause) =>
    warn(`what agent and run ${key} report could not be stored`, cause),
  )

  const post = (socket: WebSocket, message: ServerMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  const refuse = (socket: WebSocket, reason: string) => {
    post(socket, { kind: 'refused', reason })
    socket.close(policyViolation, 'refused')
  }
  const open = (socket: WebSocket, hello: Hello, admitted: { agentId: string; key?: string | undefined }) => {
    const { agentId, key } = admitted
    const older = lines.get(agentId)
    const line: Line = {
      agentId,
      hello,
      socket,
      since: now(),
      runIds: new Set(hello.runs.map(run => run.runId)),
      status: null,
      end: new AbortController(),
    }
    lines.set(agentId, line)
    older?.end.abort()
    older?.socket.terminate()
    post(socket, { kind: 'welcome', agentId, serverTime: now(), ...(key === undefined ? {} : { key }) })
    for (const command of outboxes.of(agentId).take()) post(socket, command)
    relay.online(agentId, hello)
    return line
  }

  /** `heardAt` is when the agent was last heard: what it drives may be given away a while after that. */
  const lose = (line: Line, heardAt: number) => {
    line.end.abort()
    if (lines.get(line.agentId) !== line) return
    lines.delete(line.agentId)
    relay.offline(line.agentId, heardAt)
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

  const receive = (line: Line, message: AgentMessage) => {
    if (line.end.signal.aborted) return
    const { agentId } = line
    if (message.kind === 'hello') return line.socket.close(policyViolation, 'hello again')
    if (message.kind === 'clockProbe') {
      return post(line.socket, { kind: 'clockAnswer', sentAt: message.sentAt, serverTime: now() })
    }
    if (!areOwnWorkers(agentId, message)) {
      return line.socket.close(policyViolation, 'workers or batches of another agent or run')
    }
    if (!isRunMessage(message)) {
      if (message.kind === 'received') outboxes.of(agentId).confirm(message.id)
      if (message.kind === 'status') line.status = message.status
      return relay.spoken(agentId, message)
    }
    if (message.kind === 'runPrepared') line.runIds.add(message.runId)
    order.add({
      key: `${agentId} ${message.runId}`,
      signal: line.end.signal,
      work: () => pass(line, message),
    })
  }

  const accept = (socket: WebSocket, ends?: LineEnds) => {
    sockets.add(socket)
    let line: Line | null = null
    let heardAt = now()
    let beatAt = now()
    const helloTimer = setTimeout(() => socket.close(policyViolation, 'no hello'), helloTimeoutMs)
    const heartbeat = setInterval(() => {
      // Where this process itself has stood still, what agents have said meanwhile is still to be read.
      const hasStalled = now() - beatAt > 2 * pingEveryMs
      beatAt = now()
      if (now() - heardAt > silenceMs && !hasStalled) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.ping()
    }, pingEveryMs)
    const greet = async (message: AgentMessage) => {
      if (message.kind !== 'hello') return socket.close(policyViolation, 'hello expected')
      clearTimeout(helloTimer)
      const admitted = await admission.admit(message, ends)
      if (socket.readyState !== socket.OPEN) return
      if (admitted.isAdmitted) {
        line = open(socket, message, admitted)
      } else {
        warn(`agent "${message.name}" was refused: ${admitted.reason}`)
        refuse(socket, admitted.reason)
      }
    }
    let greeting: Promise<void> | null = null
    socket.on('message', data => {
      heardAt = now()
      const isTooLong = line === null && Buffer.isBuffer(data) && data.length > maxHelloBytes
      const message = isTooLong ? null : parse(data)
      if (message === null) {
        warn(`a message of ${line === null ? 'an agent' : `agent ${line.agentId}`} was not understood`)
        return socket.close(policyViolation, 'not understood')
      }
      if (line !== null) return receive(line, message)
      if (greeting !== null) return socket.close(policyViolation, 'not welcome yet')
      greeting = greet(message).catch((cause: unknown) => {
        warn('an agent could not be admitted', cause)
        socket.terminate()
      })
    })
    const heard = () => {
      heardAt = now()
    }
    socket.on('pong', heard)
    socket.on('ping', heard)
    socket.on('error', cause => warn('the line of an agent broke', cause))
    socket.on('close', () => {
      clearTimeout(helloTimer)
      clearInterval(heartbeat)
      sockets.delete(socket)
      if (line !== null) lose(line, heardAt)
    })
  }

  const openLine = (agentId: string): Line | undefined => {
    const line = lines.get(agentId)
    return line?.socket.readyState === line?.socket.OPEN ? line : undefined
  }
  const put = (line: Line, command: AgentCommand) => {
    if (command.kind === 'forgetRun') line.runIds.delete(command.runId)
    post(line.socket, command)
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

const machineOf = ({ agentId, hello, since, status, runIds }: Line): OnlineMachine => ({
  agentId,
  name: hello.name,
  host: hello.host,
  since,
  cores: hello.cores,
  memoryBytes: hello.memoryBytes,
  status,
  runIds: [...runIds],
})

function parse(data: RawData): AgentMessage | null {
  try {
    // Sockets deliver buffers unless told otherwise.
    return agentMessageSchema.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))
  } catch {
    return null
  }
}

/** What is stored goes by the ids that a message names, so an agent may only name its own workers, and the run it speaks of. */
function areOwnWorkers(agentId: string, message: AgentMessage): boolean {
  const isOwn = (workerId: string) => workerId.startsWith(`${agentId}/`)
  switch (message.kind) {
    case 'batches':
      return message.batches.every(batch => batch.runId === message.runId && isOwn(batch.workerId))
    case 'workerLost':
    case 'loadHeld':
      return isOwn(message.workerId)
    case 'coordination':
      return (
        message.gone.every(isOwn) &&
        message.workers.every(worker => isOwn(worker.workerId)) &&
        message.rows.every(request => isOwn(request.workerId))
      )
    default:
      return true
  }
}
