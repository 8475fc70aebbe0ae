/** Storage of the control of a run; the server implements it by its database, the command line in memory. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { BatchCompany } from '@pone/results/batches/batch-company.ts'
import type { StoredBatch } from '@pone/results/batches/stored-batch.ts'
import type { RunChanges, RunMachine, RunRecord } from '@pone/results/run-record.ts'
import type { RunFactsReader } from '@pone/results/run-results.ts'

export interface BatchStore {
  /**
   * Stores batches with their samples and log lines in one transaction and returns those that were not stored before.
   */
  store(
    runId: string,
    batches: readonly (StoredBatch & BatchCompany)[],
  ): Promise<(StoredBatch & BatchCompany)[]>
}

export interface RunStore extends RunFactsReader {
  findById(id: string): Promise<RunRecord | null>
  update(id: string, changes: RunChanges): Promise<void>
  /** Adds the machine to the run, or writes what has changed of it. */
  saveMachine(runId: string, machine: RunMachine): Promise<void>
  endMachine(runId: string, agentId: string, cause: string, detail: string): Promise<void>
  addEvent(runId: string, event: RunEvent): Promise<void>
}

/** Meaning of the store's errors. */
export interface StoreErrors {
  /** The store could not be reached; the same call may succeed later. */
  isUnavailable(error: unknown): boolean
  /** The run to which something was to be added does not exist any more. */
  isRunDeleted(error: unknown): boolean
}

/** For a store in memory, which is always available and deletes nothing. */
export const errorsOfMemory: StoreErrors = { isUnavailable: () => false, isRunDeleted: () => false }
