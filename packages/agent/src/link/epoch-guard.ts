/** Rejects the commands of a server that has not detected yet that another one has taken over its run. */
import type { ServerMessage } from '@pone/contract/link/messages.ts'

const remembered = 1_000

/** Returns false for a command about a run that has an older epoch than an earlier command. */
export function createEpochGuard(): (command: ServerMessage) => boolean {
  const latest = new Map<string, number>()
  return command => {
    const { epoch } = command
    const runId = 'plan' in command ? command.plan.runId : 'runId' in command ? command.runId : undefined
    if (epoch === undefined || runId === undefined) return true
    const known = latest.get(runId) ?? 0
    if (epoch < known) return false
    latest.delete(runId)
    latest.set(runId, epoch)
    const [oldest] = latest.keys()
    if (latest.size > remembered && oldest !== undefined) latest.delete(oldest)
    return true
  }
}
