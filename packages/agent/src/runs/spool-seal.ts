/** Makes a dead worker's spool complete: reads how it ended, and writes the last word for one that could not do so itself. */
import { open } from 'node:fs/promises'
import { type Batch, batchSchema } from '@pone/contract/link/batch.ts'
import { appendCrashBatch } from '@pone/engine/spool/crash-batch.ts'
import type { End } from './end-cause.ts'
import type { WorkerPaths } from './run-folder.ts'

const firstTailBytes = 64 * 1024
const newline = 0x0a

/** Why a worker that is gone ended, in its own words; null when it could not say. */
export async function endOfSpool(paths: WorkerPaths): Promise<End | null> {
  const last = await readLastBatch(paths.spoolPath)
  return last?.end ?? null
}

/** Adds the final batch of a worker that died: what it had under way is lost. */
export function sealSpool(worker: {
  paths: WorkerPaths
  runId: string
  workerId: string
  detail: string
}): void {
  const { paths, ...facts } = worker
  appendCrashBatch({ ...facts, spoolPath: paths.spoolPath, journalPath: paths.journalPath, at: Date.now() })
}

/** The last whole batch of a spool, read from its end so that a long run's spool costs no more than a short one's. */
async function readLastBatch(path: string): Promise<Batch | null> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null
    throw cause
  })
  if (file === null) return null
  try {
    const { size } = await file.stat()
    for (let length = Math.min(size, firstTailBytes); length > 0; length = Math.min(size, length * 4)) {
      const tail = Buffer.alloc(length)
      await file.read(tail, 0, length, size - length)
      const batch = lastBatchOf(tail, length === size)
      if (batch !== null || length === size) return batch
    }
    return null
  } finally {
    await file.close()
  }
}

/** Lines from the last to the first; the first one is left out when it may have begun before `tail`. */
function lastBatchOf(tail: Buffer, isWhole: boolean): Batch | null {
  const end = tail.lastIndexOf(newline)
  const begin = isWhole ? 0 : tail.indexOf(newline) + 1
  if (end < begin) return null
  for (const line of tail.toString('utf8', begin, end).split('\n').toReversed()) {
    const batch = parseBatch(line)
    if (batch !== null) return batch
  }
  return null
}

function parseBatch(line: string): Batch | null {
  try {
    return batchSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}
