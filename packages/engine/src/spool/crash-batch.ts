/** Writes the last batch of a worker that died: requests that it sent and did not count are reported as lost. */

import type { Batch } from '@pone/contract/link/batch.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { isDiskFull, releaseReserve } from './batch-keeper.ts'
import { readJournal } from './journal.ts'
import { readLastBatch } from './last-batch.ts'
import { SpoolWriter } from './spool.ts'

/** Where the dead worker left its files. */
export interface CrashedWorker {
  readonly runId: string
  readonly workerId: string
  readonly spoolPath: string
  readonly journalPath: string
  /** Requests that it had sent, from another source than its journal; null when there is none. */
  readonly sent?: number | null | undefined
  /** The last batch that it sent directly, because the disk was full; null when there is none. */
  readonly unspooled?: Batch | null | undefined
  /** Epoch ms. */
  readonly at: number
  /** How it died, e.g. `killed by SIGKILL`. */
  readonly detail: string
}

/**
 * Creates the final batch and appends it to the spool, if there is room; null when the worker had already ended by
 * itself.
 */
export function appendCrashBatch(worker: CrashedWorker): { batch: Batch; isSpooled: boolean } | null {
  const spooled = readLastBatch(worker.spoolPath)
  const { unspooled = null } = worker
  const last = (unspooled?.seq ?? 0) > (spooled?.seq ?? 0) ? unspooled : spooled
  if (last?.end) return null
  const batch = crashBatch(worker, last)
  releaseReserve(worker.spoolPath)
  return { batch, isSpooled: append(worker.spoolPath, batch) }
}

function append(spoolPath: string, batch: Batch): boolean {
  try {
    const writer = new SpoolWriter(spoolPath)
    writer.append(batch)
    writer.close()
    return true
  } catch (cause) {
    if (isDiskFull(cause)) return false
    throw cause
  }
}

function crashBatch(worker: CrashedWorker, last: Batch | null): Batch {
  const journal = readJournal(worker.journalPath)
  const completed = last?.completed ?? 0
  const sent = Math.max(journal.sent, last?.sent ?? 0, worker.sent ?? 0)
  const lost = sent - completed
  return {
    runId: worker.runId,
    workerId: worker.workerId,
    seq: (last?.seq ?? 0) + 1,
    second: Math.max(journal.second, last?.second ?? 0),
    users: 0,
    targetUsers: 0,
    iterations: 0,
    lateStarts: 0,
    droppedStarts: 0,
    sent,
    completed,
    repeated: last?.repeated ?? 0,
    labels: [],
    errors:
      lost === 0
        ? []
        : [
            {
              label: -1,
              code: 'workerLost',
              message: toldCause('outcomeLost'),
              count: lost,
              at: worker.at,
              sample: null,
            },
          ],
    log: [
      {
        at: worker.at,
        level: 'error',
        source: worker.workerId,
        message: toldCause('workerLost', { detail: worker.detail }),
      },
    ],
    health: null,
    end: { cause: 'crashed', detail: worker.detail, lost },
  }
}
