/** Which handlers hear what an agent says: a new kind of message gets its line here, and reaches them from whatever server the agent is linked to. */
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import type { LinkHandlers } from './agent-link.ts'

/** What an agent says of a run: one after the other per agent and run, repeated until taken, and only by the server that drives the run. */
export type RunMessage = Extract<
  AgentMessage,
  { kind: 'batches' | 'workerLost' | 'runEnded' | 'runPrepared' | 'runStarted' | 'shareTaken' | 'loadHeld' }
>

/** What is heard at once, and lost with whoever should have heard it. */
export type SpokenMessage = Exclude<AgentMessage, RunMessage | { kind: 'hello' | 'clockProbe' }>

/** Resolves when all have taken it. */
export async function passRunMessage(
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

export function passSpoken(
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
