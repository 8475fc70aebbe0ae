/** Incoming batches of an active run: they are stored, and what is stored is passed on to the live figures. */
import type { Batch } from '@pone/contract/link/batch.ts'
import { agentOfWorker } from '@pone/results/batches/stored-batch.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { type BatchIntake, maxLogLines } from './batch-intake.ts'
import type { MachineWatch } from './machine-watch.ts'
import type { WorkerEvents } from './worker-events.ts'

interface DeliveryParts {
  readonly record: RunRecord
  readonly live: LiveRun
  readonly machines: MachineWatch
  readonly events: WorkerEvents
  readonly intake: BatchIntake
}

export class DeliveredBatches {
  /** Number of log lines that are stored of the run. */
  logLines = 0
  readonly #parts: DeliveryParts

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  /** Resolves when the batches are stored. */
  async take(batches: readonly Batch[]): Promise<void> {
    const { record, live, machines, events, intake } = this.#parts
    const { id: runId, labels } = record
    const isLogFull = this.logLines >= maxLogLines
    for (const batch of batches) events.countRounds(batch)
    const stored = await intake.store({ runId, labels, batches, isLogFull })
    for (const batch of stored) {
      // A former owner of the run may have stored it, and it may already have been read from the store.
      if (live.merge.workers.has(batch)) continue
      this.logLines += batch.log.length
      const overload = live.add(batch)
      live.addCompany(batch, machines.nameOf(agentOfWorker(batch.workerId)))
      if (overload !== null) events.overloaded(overload)
    }
  }
}
