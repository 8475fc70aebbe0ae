/** The server's end of the link: admits agents, keeps their lines, sends commands and passes on what they report. */
import { type AgentMessage, agentMessageSchema, type ServerMessage } from '@pone/contract/link/messages.ts'
import type { RawData, WebSocket } from 'ws'
import type { AdmissionService } from '../modules/cluster/admission.ts'
import type { AgentCommand, AgentLink, AgentStatus, Hello, LinkHandlers } from './agent-link.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createRunOrder } from './run-order.ts'

/** An agent sends its status every two seconds; after this silence it is offline, ms. */
const silenceMs = 10_000
const pingEveryMs = 2_500
const helloTimeoutMs = 5_000
const policyViolation = 1008
/** A hello is small; whoever sends more has not been admitted. */
const maxHelloBytes = 256 * 1024

type RunMessage = Extract<
  AgentMessage,
  { kind: 'batches' | 'workerLost' | 'runEnded' | 'runPrepared' | 'runStarted' }
>

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
  accept(socket: WebSocket): void
}

export function createLinkServer(options: {
  admission: Pick<AdmissionService, 'admit'>
  now: () => number
  warn: (text: string, cause?: unknown) => void
}): LinkServer {
  const { admission, now, warn } = options
  const lines = new Map<string, Line>()
  const outboxes = new Map<string, Outbox>()
  const sockets = new Set<WebSocket>()
  const listeners: Partial<LinkHandlers>[] = []
  const order = createRunOrder((key, cause) =>
    warn(`what agent and run ${key} report could not be stored`, cause),
  )

  const outboxOf = (agentId: string) => {
    const outbox = outboxes.get(agentId) ?? createOutbox(now)
    outboxes.set(agentId, outbox)
    return outbox
  }
  const post = (socket: WebSocket, message: ServerMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  const tell = (say: (handlers: Partial<LinkHandlers>) => void) => {
    for (const handlers of listeners) say(handlers)
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
    for (const command of outboxOf(agentId).take()) post(socket, command)
    tell(handlers => handlers.agentOnline?.(agentId, hello))
    return line
  }

  const lose = (line: Line) => {
    line.end.abort()
    if (lines.get(line.agentId) !== line) return
    lines.delete(line.agentId)
    tell(handlers => handlers.agentOffline?.(line.agentId, now()))
  }

  const pass = async (line: Line, message: RunMessage) => {
    const { agentId } = line
    for (const handlers of listeners) {
      if (message.kind === 'batches') await handlers.batches?.(agentId, message)
      else if (message.kind === 'workerLost') await handlers.workerLost?.(agentId, message)
      else if (message.kind === 'runEnded') await handlers.runEnded?.(agentId, message)
      else if (message.kind === 'runPrepared') await handlers.runPrepared?.(agentId, message)
      else await handlers.runStarted?.(agentId, message)
    }
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
    const { agentId } = line
    switch (message.kind) {
      case 'hello':
        return line.socket.close(policyViolation, 'hello again')
      case 'received':
        return outboxOf(agentId).confirm(message.id)
      case 'status':
        line.status = message.status
        return tell(handlers => handlers.agentStatus?.(agentId, message.status))
      case 'debug':
        return tell(handlers => handlers.debug?.(agentId, message.debugId, message.events))
      case 'clockProbe':
        return post(line.socket, { kind: 'clockAnswer', sentAt: message.sentAt, serverTime: now() })
      case 'runPrepared':
        line.runIds.add(message.runId)
        break
      case 'batches':
        if (!isOwn(agentId, message))
          return line.socket.close(policyViolation, 'batches of another agent or run')
        break
      case 'workerLost':
        if (!message.workerId.startsWith(`${agentId}/`))
          return line.socket.close(policyViolation, 'worker of another agent')
        break
      case 'runEnded':
      case 'runStarted':
        break
    }
    order.add({
      key: `${agentId} ${message.runId}`,
      signal: line.end.signal,
      work: () => pass(line, message),
    })
  }

  const accept = (socket: WebSocket) => {
    sockets.add(socket)
    let line: Line | null = null
    let heardAt = now()
    const helloTimer = setTimeout(() => socket.close(policyViolation, 'no hello'), helloTimeoutMs)
    const heartbeat = setInterval(() => {
      if (now() - heardAt > silenceMs) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.ping()
    }, pingEveryMs)
    const greet = async (message: AgentMessage) => {
      if (message.kind !== 'hello') return socket.close(policyViolation, 'hello expected')
      clearTimeout(helloTimer)
      const admitted = await admission.admit(message)
      if (socket.readyState !== socket.OPEN) return
      if (admitted.isAdmitted) {
        line = open(socket, message, admitted)
      } else {
        warn(`agent "${message.name}" was refused: ${admitted.reason}`)
        post(socket, { kind: 'refused', reason: admitted.reason })
        socket.close(policyViolation, 'refused')
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
      if (line !== null) lose(line)
    })
  }

  const send = (agentId: string, command: AgentCommand): boolean => {
    const line = lines.get(agentId)
    const isOpen = line !== undefined && line.socket.readyState === line.socket.OPEN
    if (command.kind === 'forgetRun') line?.runIds.delete(command.runId)
    // What went out is kept too until the agent confirms it: the line may be dead already.
    if (!isOpen || 'id' in command) outboxOf(agentId).keep(command)
    if (isOpen) post(line.socket, command)
    return isOpen
  }

  return {
    accept,
    send,
    on: handlers => {
      listeners.push(handlers)
    },
    isOnline: agentId => lines.has(agentId),
    onlineMachines: () =>
      [...lines.values()].map(({ agentId, hello, since, status, runIds }) => ({
        agentId,
        name: hello.name,
        host: hello.host,
        since,
        cores: hello.cores,
        memoryBytes: hello.memoryBytes,
        status,
        runIds: [...runIds],
      })),
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}

function parse(data: RawData): AgentMessage | null {
  try {
    // Sockets deliver buffers unless told otherwise.
    return agentMessageSchema.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))
  } catch {
    return null
  }
}

/** Batches are stored under the ids they carry, so an agent may only name its own workers and the run it speaks of. */
const isOwn = (agentId: string, message: Extract<AgentMessage, { kind: 'batches' }>): boolean =>
  message.batches.every(batch => batch.runId === message.runId && batch.workerId.startsWith(`${agentId}/`))
