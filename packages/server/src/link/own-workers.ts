/** Keeps an agent from reporting for another one. */
import type { AgentMessage } from '@pone/contract/link/messages.ts'

/** What is stored goes by the ids that a message names, so an agent may only name its own workers, and the run it speaks of. */
export function areOwnWorkers(agentId: string, message: AgentMessage): boolean {
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
