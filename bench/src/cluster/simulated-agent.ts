/** One agent that drives nothing: it speaks the real link and reports once a second what a load machine with that many labels would. */
import { randomUUID } from 'node:crypto'
import { linkPath } from '@pone/contract/link/connection.ts'
import { type AgentMessage, type ServerMessage, serverMessageSchema } from '@pone/contract/link/messages.ts'
import { type RunPlan } from '@pone/contract/link/plan.ts'
import WebSocket from 'ws'
import type { SimulatedLabels } from './simulated-labels.ts'

const statusEveryMs = 2_000
const pingEveryMs = 2_500
/** Batches that may be sent and not acknowledged. */
const windowBatches = 32

export interface SimulatedAgentEvents {
  online(): void
  /** A batch of the second has been handed to the socket. */
  made(second: number, at: number): void
  /** The server has stored the batch of the second. */
  acknowledged(second: number, at: number): void
  ended(): void
}

export interface SimulatedAgent {
  close(): void
}

/** `skewMs` is how much later than the second's end it reports. */
export function simulateAgent(options: {
  serverUrl: string
  token: string
  name: string
  skewMs: number
  labelsOf: (plan: RunPlan) => SimulatedLabels
  events: SimulatedAgentEvents
}): SimulatedAgent {
  const { events, labelsOf } = options
  const socket = new WebSocket(options.serverUrl.replace(/^http/, 'ws') + linkPath, {
    perMessageDeflate: false,
  })
  let agentId = ''
  let plan: RunPlan | null = null
  let startAt = 0
  let clockOffsetMs = 0
  let second = 0
  let acknowledged = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  /** Made and not sent yet: as a real agent, it sends only so much ahead of what the server has stored. */
  const waiting: string[] = []
  let sent = 0
  const pump = () => {
    for (
      let text = waiting.at(0);
      text !== undefined && sent - acknowledged < windowBatches;
      text = waiting.at(0)
    ) {
      waiting.shift()
      sent += 1
      socket.send(text)
    }
  }
  const say = (message: AgentMessage) => socket.send(JSON.stringify(message))

  const report = () => {
    if (plan === null) return
    const isLast = isStopped
    const seq = second + 1
    waiting.push(
      labelsOf(plan).batchText({
        runId: plan.runId,
        workerId: `${agentId}/1.1`,
        seq,
        second,
        end: isLast ? { cause: 'stopped', detail: '', lost: 0 } : null,
      }),
    )
    pump()
    events.made(second, Date.now())
    second += 1
    if (!isLast) schedule()
  }
  const schedule = () => {
    const due = startAt - clockOffsetMs + (second + 1) * 1_000 + options.skewMs
    timer = setTimeout(report, Math.max(0, due - Date.now()))
  }

  const handle = (message: ServerMessage) => {
    if ('id' in message && typeof message.id === 'string') say({ kind: 'received', id: message.id })
    switch (message.kind) {
      case 'welcome':
        agentId = message.agentId
        clockOffsetMs = message.serverTime - Date.now()
        return events.online()
      case 'prepareRun':
        plan = message.plan
        return say({ kind: 'runPrepared', runId: message.plan.runId, error: null })
      case 'startRun':
        if (startAt !== 0) return
        startAt = message.startAt
        say({ kind: 'runStarted', runId: message.runId, at: message.startAt })
        return schedule()
      case 'stopRun':
        isStopped = true
        return
      case 'ackBatches':
        for (; acknowledged < message.seq; acknowledged += 1) events.acknowledged(acknowledged, Date.now())
        pump()
        if (!isStopped || message.seq < second) return
        say({
          kind: 'runEnded',
          runId: message.runId,
          cause: 'stopped',
          detail: '',
          shareIds: [],
          workers: [{ workerId: `${agentId}/1.1`, lastSeq: second }],
        })
        return events.ended()
    }
  }

  socket.on('open', () =>
    say({
      kind: 'hello',
      token: options.token,
      name: options.name,
      host: options.name,
      system: 'linux',
      architecture: 'x64',
      cores: 4,
      memoryBytes: 8 * 1024 ** 3,
      version: '0.0.0',
      incarnation: randomUUID(),
      runs: [],
    }),
  )
  socket.on('message', (data: Buffer) => handle(serverMessageSchema.parse(JSON.parse(data.toString()))))
  socket.on('error', () => undefined)
  const status = setInterval(() => {
    if (socket.readyState !== socket.OPEN || agentId === '') return
    say({
      kind: 'status',
      status: { cpu01: 0.5, memoryUsedBytes: 2 ** 30, memoryTotalBytes: 2 ** 33, loadAverage: 1 },
    })
  }, statusEveryMs)
  const ping = setInterval(() => {
    if (socket.readyState === socket.OPEN) socket.ping()
  }, pingEveryMs)
  return {
    close: () => {
      for (const each of [status, ping]) clearInterval(each)
      clearTimeout(timer)
      socket.terminate()
    },
  }
}
