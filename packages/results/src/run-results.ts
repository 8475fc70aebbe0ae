/** How the results of a run are read: the server reads its database, the command line the files of its workers. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { ErrorSample, WorkerTotal } from './batches/batch-company.ts'
import type { CondensedSeconds } from './batches/condenser.ts'
import type { StoredBatch } from './batches/stored-batch.ts'
import type { RunMachine } from './run-record.ts'

export interface BatchReader {
  /** Batches of the seconds [from, to], ascending by second, in portions. */
  read(runId: string, fromSecond?: number, toSecond?: number): AsyncGenerator<StoredBatch[]>
  samples(runId: string): Promise<ErrorSample[]>
  /** Per worker, over the whole run, what it sent by its own word and what of it was counted. */
  workerTotals(runId: string): Promise<WorkerTotal[]>
}

export interface RunFactsReader {
  machines(runId: string): Promise<RunMachine[]>
  events(runId: string): Promise<RunEvent[]>
}

export interface CondensedReader {
  /** Rows that begin in the seconds [from, to], ascending, in portions. */
  read(runId: string, fromSecond: number, toSecond: number): AsyncGenerator<CondensedSeconds[]>
}
