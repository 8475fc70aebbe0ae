/** Test harness of the link: a controller that stores the reports of agents, and a way to wait for them. */
import { EventEmitter, once } from 'node:events'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { RunEndedMessage, WorkerLostMessage } from '@pone/contract/link/run-messages.ts'
import type { AgentLink } from './agent-link.ts'

const patienceMs = 120_000

/** Resolves as soon as `condition` holds, which is checked on every event; fails after a minute with `what`. */
export async function until(happenings: EventEmitter, what: string, condition: () => boolean): Promise<void> {
  const deadline = AbortSignal.timeout(patienceMs)
  while (!condition()) {
    await once(happenings, 'change', { signal: deadline }).catch((cause: unknown) => {
      throw new Error(`waited in vain until ${what}`, { cause })
    })
  }
}

/** The data that a controller would store. */
export interface Ledger {
  readonly changes: EventEmitter
  readonly batches: Map<string, Batch>
  /** Batches received again although they were stored already. */
  repeated: number
  readonly lost: Map<string, WorkerLostMessage>
  readonly prepared: Map<string, string | null>
  readonly started: Set<string>
  readonly ended: Map<string, RunEndedMessage>
  readonly online: string[]
  readonly offline: string[]
  /** Requests with a known outcome, of all batches. */
  counted(): number
  /** Requests whose outcome was lost with a worker. */
  lostRequests(): number
}

/** An empty ledger. */
export function createLedger(): Ledger {
  const batches = new Map<string, Batch>()
  const sum = (figure: (batch: Batch) => number) =>
    [...batches.values()].reduce((total, batch) => total + figure(batch), 0)
  return {
    changes: new EventEmitter(),
    batches,
    repeated: 0,
    lost: new Map(),
    prepared: new Map(),
    started: new Set(),
    ended: new Map(),
    online: [],
    offline: [],
    counted: () =>
      sum(batch => batch.labels.reduce((total, { passed, failed }) => total + passed + failed, 0)),
    lostRequests: () => sum(batch => batch.end?.lost ?? 0),
  }
}

/** Stores everything received over the link. */
export function record(link: AgentLink, ledger: Ledger): void {
  const note = () => ledger.changes.emit('change')
  link.on({
    batches: async (_agentId, { batches }) => {
      for (const batch of batches) {
        const key = `${batch.runId} ${batch.workerId} ${batch.seq}`
        if (ledger.batches.has(key)) ledger.repeated += 1
        ledger.batches.set(key, batch)
      }
      note()
    },
    workerLost: async (_agentId, message) => {
      ledger.lost.set(message.workerId, message)
      note()
    },
    runPrepared: async (_agentId, { runId, error }) => {
      ledger.prepared.set(runId, error)
      note()
    },
    runStarted: async (_agentId, { runId }) => {
      ledger.started.add(runId)
      note()
    },
    runEnded: async (_agentId, message) => {
      ledger.ended.set(message.runId, message)
      note()
    },
    agentOnline: agentId => {
      ledger.online.push(agentId)
      note()
    },
    agentOffline: agentId => {
      ledger.offline.push(agentId)
      note()
    },
  })
}
