/** Checks what an agent sent of a thread dump as if it were hostile, and counts what it holds. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  maxThreadBytes,
  storedThreadsSchema,
  threadDumpOf,
  threadTotal,
} from '@pone/contract/entities/jvm-threads.ts'
import type { ThreadDumpFacts } from '@pone/contract/entities/thread-series.ts'

const unpacked = promisify(gunzip)

/** null when it is damaged, too large or contradicts itself. */
export async function readThreads(
  body: Buffer,
): Promise<Pick<ThreadDumpFacts, 'counts' | 'omitted' | 'deadlocked' | 'storedBytes'> | null> {
  try {
    const text = (await unpacked(body, { maxOutputLength: maxThreadBytes })).toString('utf8')
    const dump = threadDumpOf(storedThreadsSchema.parse(JSON.parse(text)))
    if (dump === null) return null
    const { threads, counts, deadlocked } = dump
    const omitted = threadTotal(counts) - threads.length
    if (omitted < 0) return null
    return { counts, omitted, deadlocked: deadlocked.length, storedBytes: body.length }
  } catch {
    return null
  }
}
