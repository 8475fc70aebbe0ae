/** Which handlers hear what an agent says: a new kind of message gets its line here, and reaches them from whatever server the agent is linked to. */
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import type { Hello, LinkHandlers } from './agent-link.ts'

/** What an agent says of a run: one after the other per agent and run, repeated until taken, and only by the server that drives the run. */
export type RunMessage = Extract<
  AgentMessage,
  { kind: 'batches' | 'workerLost' | 'runEnded' | 'runPrepared' | 'runStarted' | 'shareTaken' | 'loadHeld' }
>

/** What is heard at once, and lost with whoever should have heard it. */
export type SpokenMessage = Exclude<AgentMessage, RunMessage | { kind: 'hello' | 'clockProbe' }>

/** Resolves when all have taken it. */
async function passRunMessage(
  listeners: readonly Partial<LinkHandlers>[],
  agentId: string,
  message: RunMessage,
): Promise<void> {
  for (const handlers of listeners) {
    switch (message.kind) {
      case 'batches':
        await handlers.batches?.(agentId, message)
        break
      case 'workerLost':
        await handlers.workerLost?.(agentId, message)
        break
      case 'runEnded':
        await handlers.runEnded?.(agentId, message)
        break
      case 'runPrepared':
        await handlers.runPrepared?.(agentId, message)
        break
      case 'runStarted':
        await handlers.runStarted?.(agentId, message)
        break
      case 'shareTaken':
        await handlers.shareTaken?.(agentId, message)
        break
      case 'loadHeld':
        await handlers.loadHeld?.(agentId, message)
        break
    }
  }
}

function passSpoken(
  listeners: readonly Partial<LinkHandlers>[],
  agentId: string,
  message: SpokenMessage,
): void {
  for (const handlers of listeners) {
    switch (message.kind) {
      case 'received':
        handlers.received?.(agentId, message.id)
        break
      case 'status':
        handlers.agentStatus?.(agentId, message.status)
        break
      case 'debug':
        handlers.debug?.(agentId, message.debugId, message.events)
        break
      case 'coordination':
        handlers.coordination?.(agentId, message)
        break
      case 'keyRenewed':
        handlers.keyRenewed?.(agentId, message.keyHash)
        break
      case 'upgradeProgress':
        handlers.upgradeProgress?.(agentId, message)
        break
      case 'toolProgress':
        handlers.toolProgress?.(agentId, message)
        break
      case 'toolEnded':
        handlers.toolEnded?.(agentId, message)
        break
      case 'machineAnswer':
        handlers.machineAnswer?.(agentId, message)
        break
    }
  }
}

const runKinds: ReadonlySet<AgentMessage['kind']> = new Set<RunMessage['kind']>([
  'batches',
  'workerLost',
  'runEnded',
  'runPrepared',
  'runStarted',
  'shareTaken',
  'loadHeld',
])

/** Tells the messages that belong to a run's order from all others. */
export const isRunMessage = (message: AgentMessage): message is RunMessage => runKinds.has(message.kind)

/** Who hears what the agents of this server's lines say and do. */
export interface Relay {
  run(agentId: string, message: RunMessage): Promise<void>
  spoken(agentId: string, message: SpokenMessage): void
  online(agentId: string, hello: Hello): void
  /** `since` by the server's clock. */
  offline(agentId: string, since: number): void
}

/** All of these handlers, one after the other. */
export const relayTo = (listeners: readonly Partial<LinkHandlers>[]): Relay => ({
  run: (agentId, message) => passRunMessage(listeners, agentId, message),
  spoken: (agentId, message) => passSpoken(listeners, agentId, message),
  online: (agentId, hello) => {
    for (const handlers of listeners) handlers.agentOnline?.(agentId, hello)
  },
  offline: (agentId, since) => {
    for (const handlers of listeners) handlers.agentOffline?.(agentId, since)
  },
})
