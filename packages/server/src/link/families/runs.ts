/** Server rules of family `runs`: an agent reports on runs that it was given or that its hello lists, and only for its own workers. */
import type { AgentCommand, ServerMessage } from '@pone/contract/link/messages.ts'
import type { BatchesMessage } from '@pone/contract/link/run-messages.ts'
import type { GivenWork } from '../given-work.ts'
import type { FamilyRules } from './family-rules.ts'

/** Preparing and starting a run takes seconds, so later delivery would be useless, ms. */
const startLifeMs = 60_000

const isOwnWorker = (agentId: string, workerId: string): boolean => workerId.startsWith(`${agentId}/`)
const isHeld = (given: GivenWork, { runId }: { readonly runId: string }): boolean =>
  given.of('runs').has(runId)
const giveRun = (given: GivenWork, { plan }: { readonly plan: { readonly runId: string } }): void =>
  given.of('runs').add(plan.runId)

export const runs = {
  commands: {
    prepareRun: { offline: 'kept', lifeMs: startLifeMs, give: giveRun },
    startRun: { offline: 'kept', lifeMs: startLifeMs },
    addShare: { offline: 'kept', lifeMs: startLifeMs, give: giveRun },
    retireShares: { offline: 'kept' },
    changeLoad: { offline: 'kept' },
    stopRun: { offline: 'kept' },
    forgetRun: {
      offline: 'kept',
      // A forgetRun command makes earlier commands of the run obsolete.
      replaces: (command, waiting) => runOf(waiting) === command.runId,
      give: (given, { runId }) => void given.of('runs').delete(runId),
    },
    // After a reconnect the agent reports again everything it needs.
    coordinate: { offline: 'dropped' },
    resumeRun: { offline: 'dropped' },
    ackBatches: { offline: 'dropped' },
  },
  reports: {
    runPrepared: { delivery: 'stored', isGiven: isHeld },
    runStarted: { delivery: 'stored', isGiven: isHeld },
    shareTaken: { delivery: 'stored', isGiven: isHeld },
    runEnded: { delivery: 'stored', isGiven: isHeld },
    batches: {
      delivery: 'stored',
      isGiven: isHeld,
      isOwn: (agentId, { runId, batches }) =>
        batches.every(batch => batch.runId === runId && isOwnWorker(agentId, batch.workerId)),
      acknowledge: acknowledgeBatches,
    },
    workerLost: {
      delivery: 'stored',
      isGiven: isHeld,
      isOwn: (agentId, { workerId }) => isOwnWorker(agentId, workerId),
    },
    loadHeld: {
      delivery: 'stored',
      isGiven: isHeld,
      isOwn: (agentId, { workerId }) => isOwnWorker(agentId, workerId),
    },
    coordination: {
      delivery: 'runOwner',
      isGiven: isHeld,
      isOwn: (agentId, { gone, workers, rows }) =>
        gone.every(workerId => isOwnWorker(agentId, workerId)) &&
        [...workers, ...rows].every(({ workerId }) => isOwnWorker(agentId, workerId)),
    },
  },
} satisfies FamilyRules<'runs'>

/** The run that a command refers to; null for other commands. */
export function runOf(command: AgentCommand): string | null {
  if ('plan' in command) return command.plan.runId
  return 'runId' in command ? command.runId : null
}

/** One acknowledgement per worker, for its last batch. */
function acknowledgeBatches({ runId, batches }: BatchesMessage): ServerMessage[] {
  const last = new Map<string, number>()
  for (const { workerId, seq } of batches) last.set(workerId, Math.max(seq, last.get(workerId) ?? 0))
  return [...last].map(([workerId, seq]) => ({ kind: 'ackBatches', runId, workerId, seq }))
}
