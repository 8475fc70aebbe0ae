/** Completes the spool of an ended worker: reads how it ended, and appends the last batch when the worker could not. */
import type { Batch } from '@pone/contract/link/batch.ts'
import { appendCrashBatch } from '@pone/engine/spool/crash-batch.ts'
import { readLastBatch } from '@pone/engine/spool/last-batch.ts'
import { takeLeftBehind } from '../engines/registry.ts'
import type { End } from './end-cause.ts'
import type { WorkerPaths } from './run-folder.ts'

/** The end that the worker wrote into its last batch; null when there is none. */
export const endOfSpool = (paths: WorkerPaths): End | null => readLastBatch(paths.spoolPath)?.end ?? null

/**
 * Adds the final batch of a worker that died: its unfinished requests are lost. Returns the batch when the disk has no
 * room for it.
 */
export function sealSpool(worker: {
  paths: WorkerPaths
  runId: string
  workerId: string
  detail: string
  /** The last batch that the worker sent directly because the disk was full. */
  unspooled?: Batch | null
}): Batch | null {
  const { paths, ...facts } = worker
  const { spoolPath, journalPath } = paths
  const sent = takeLeftBehind(paths)
  const last = appendCrashBatch({ ...facts, spoolPath, journalPath, sent, at: Date.now() })
  return last === null || last.isSpooled ? null : last.batch
}
