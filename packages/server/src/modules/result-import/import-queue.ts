/** Works off the imports of this server, one at a time: begins each, and writes down how it ended. */
import { AppError } from '@pone/contract/errors.ts'
import { toAppError } from '../../calls/failure.ts'
import type { ImportDeps } from './import-deps.ts'
import { ImportGone, importKey, importResults } from './import-job.ts'

/** A file that has brought down so many servers is not begun again by itself. */
const maxAttempts = 3
/** Worth another try from the same file. */
const repeatable = new Set([
  'ImportInterrupted',
  'OperationFailed',
  'DatabaseUnavailable',
  'ResultsDatesAmbiguous',
])

export interface ImportQueue {
  /** Does nothing for one that waits here already, or is being imported. */
  enqueue(runId: string): void
  /** Lets go of an import here, whatever becomes of it; resolves when nothing more is done. */
  release(runId: string): Promise<void>
  /** Resolves when nothing is being imported here; for tests. */
  idle(): Promise<void>
  /** Imports under way are taken up at the next start. */
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

/** From the beginning of an attempt to its stored end. */
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

/** Deletes the file of an import that nobody needs any more. */
export async function dropFile(
  { files, imports }: Pick<ImportDeps, 'files' | 'imports'>,
  runId: string,
): Promise<void> {
  await files.delete(importKey(runId))
  await imports.forgetFile(runId)
}
