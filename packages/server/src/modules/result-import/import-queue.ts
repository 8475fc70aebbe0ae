/** Processes the imports of this server, one at a time, and stores their results. */
import { AppError } from '@pone/contract/errors.ts'
import { toAppError } from '../../calls/failure.ts'
import type { ImportDeps } from './import-deps.ts'
import { ImportGone, importKey, importResults } from './import-job.ts'

/** A file during whose import servers failed this often is not retried automatically. */
const maxAttempts = 3
/** Errors for which a retry with the same file may succeed. */
const repeatable = new Set([
  'ImportInterrupted',
  'OperationFailed',
  'DatabaseUnavailable',
  'ResultsDatesAmbiguous',
])

export interface ImportQueue {
  /** Does nothing for an import that is queued or active here already. */
  enqueue(runId: string): void
  /** Stops an import here, whatever happens to it; resolves when no more work is done. */
  release(runId: string): Promise<void>
  /** Resolves when nothing is being imported here; for tests. */
  idle(): Promise<void>
  /** Active imports are restarted at the next start. */
  close(): Promise<void>
}

export function createImportQueue(deps: ImportDeps): ImportQueue {
  const queue: string[] = []
  let current: { runId: string; abort: AbortController; settled: Promise<void> } | null = null
  let isClosed = false
  const next = (): void => {
    if (current !== null || isClosed) return
    const runId = queue.shift()
    if (runId === undefined) return
    const abort = new AbortController()
    const settled = importOne(deps, runId, abort.signal)
      .catch((cause: unknown) => deps.onFailure(`import of run ${runId}`, cause))
      .finally(() => {
        current = null
        next()
      })
    current = { runId, abort, settled }
  }
  return {
    enqueue: runId => {
      if (queue.includes(runId) || current?.runId === runId) return
      queue.push(runId)
      next()
    },
    release: async runId => {
      const place = queue.indexOf(runId)
      if (place >= 0) queue.splice(place, 1)
      if (current?.runId !== runId) return
      current.abort.abort()
      await current.settled
    },
    idle: async () => {
      while (current !== null) await current.settled
    },
    close: async () => {
      isClosed = true
      queue.length = 0
      current?.abort.abort()
      await current?.settled
    },
  }
}

/** From the start of an attempt to its stored end. */
async function importOne(deps: ImportDeps, runId: string, signal: AbortSignal): Promise<void> {
  const { imports, runs } = deps
  const attempt = await imports.begin(runId)
  if (attempt === 0) return
  if (attempt > maxAttempts) return fail(deps, runId, new AppError('ImportInterrupted'))
  const [record, row] = await Promise.all([runs.findById(runId), imports.find(runId)])
  if (record === null || row === null) return
  try {
    await importResults(record, row, signal, deps)
  } catch (cause) {
    if (cause instanceof ImportGone) return
    // It was cancelled, or the next server takes it over.
    if (signal.aborted) return
    return fail(deps, runId, cause)
  }
  await dropFile(deps, runId)
  record.state = 'complete'
  record.cause = 'planned'
  await deps.makeReport(record)
  await deps.onSamples(runId, row.options)
}

async function fail(deps: ImportDeps, runId: string, cause: unknown): Promise<void> {
  const { code, params } = toAppError(cause, (defect, reference) =>
    deps.onFailure(`import of run ${runId} (${reference})`, defect),
  )
  const keepsFile = repeatable.has(code)
  const isFailed = await deps.imports.fail(runId, { code, params }, keepsFile)
  if (isFailed && !keepsFile) await dropFile(deps, runId)
}

/** Deletes the file of an import that is no longer needed. */
export async function dropFile(
  { files, imports }: Pick<ImportDeps, 'files' | 'imports'>,
  runId: string,
): Promise<void> {
  await files.delete(importKey(runId))
  await imports.forgetFile(runId)
}
