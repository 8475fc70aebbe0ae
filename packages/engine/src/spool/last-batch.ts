/** Reads the last batch of a spool, at the same cost for a long run as for a short one. */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Batch } from '@pone/contract/link/batch.ts'
import { parseBatch } from './spool.ts'

const firstTailBytes = 64 * 1024
const lineFeed = 0x0a

/** The last complete, undamaged batch; null when there is none. @throws the system's error */
export function readLastBatch(path: string): Batch | null {
  if (!existsSync(path)) return null
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    for (let length = Math.min(size, firstTailBytes); length > 0; length = Math.min(size, length * 4)) {
      const tail = Buffer.alloc(length)
      readSync(file, tail, 0, length, size - length)
      const batch = lastBatchOf(tail, length === size)
      if (batch !== null || length === size) return batch
    }
    return null
  } finally {
    closeSync(file)
  }
}

/** Reads from the last line to the first; the first one is left out when it may have begun before `tail`. */
function lastBatchOf(tail: Buffer, isWhole: boolean): Batch | null {
  const end = tail.lastIndexOf(lineFeed)
  const begin = isWhole ? 0 : tail.indexOf(lineFeed) + 1
  if (end < begin) return null
  for (const line of tail.toString('utf8', begin, end).split('\n').toReversed()) {
    const batch = parseBatch(line)
    if (batch !== null) return batch
  }
  return null
}
