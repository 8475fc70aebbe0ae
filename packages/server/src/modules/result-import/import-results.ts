/** Imports of results as work in the background: one at a time per server, taken up again after a restart or by another server. */
import type { ResultImport } from '@pone/contract/entities/jtl.ts'
import { AppError } from '@pone/contract/errors.ts'
import { importedClusterId, type RunRecord } from '@pone/results/run-record.ts'
import { type StoredError, toAppError } from '../../calls/failure.ts'
import type { UploadedFile } from '../../calls/handler.ts'
import { lookAt } from './first-look.ts'
import { ImportGone, type ImportJobDeps, importKey, importResults } from './import-job.ts'
import { newImportedRun } from './import-record.ts'

/** A file that has brought down so many servers is not begun again by itself. */
const maxAttempts = 3
/** Worth another try from the same file. */
const repeatable = new Set([
  'ImportInterrupted',
  'OperationFailed',
  'DatabaseUnavailable',
  'ResultsDatesAmbiguous',
])

export interface ImportDeps extends ImportJobDeps {
  readonly makeReport: (record: RunRecord) => Promise<void>
  /** Told when a record with its samples is complete. */
  readonly onSamples: (
    runId: string,
    dates: Pick<ImportInput, 'utcOffsetMinutes' | 'dateOrder'>,
  ) => Promise<void>
  /** Deletes the samples of runs that are about to go. */
  readonly forgetSamples: (runIds: readonly string[]) => Promise<void>
  /** A record that this server imports from now on. */
  readonly own: (runId: string) => void
  readonly newId: () => string
}

export interface ImportInput {
  readonly projectId: string
  /** Of the execution record. */
  readonly name: string
  readonly by: string
  readonly upload: UploadedFile
  readonly utcOffsetMinutes: number
  readonly dateOrder: 'dayFirst' | 'monthFirst' | null
  readonly countsSubSamples: boolean
}

export type ResultsImports = ReturnType<typeof createResultsImports>

export function createResultsImports(deps: ImportDeps) {
  const { imports, runs, files, now, onFailure } = deps
  const queue: string[] = []
  let current: { runId: string; abort: AbortController; settled: Promise<void> } | null = null
  let isClosed = false

  const dropFile = async (runId: string): Promise<void> => {
    await files.delete(importKey(runId))
    await imports.forgetFile(runId)
  }
  const fail = async (runId: string, cause: unknown): Promise<void> => {
    const { code, params } = toAppError(cause, (defect, reference) =>
      onFailure(`import of run ${runId} (${reference})`, defect),
    )
    const keepsFile = repeatable.has(code)
    if ((await imports.fail(runId, { code, params }, keepsFile)) && !keepsFile) await dropFile(runId)
  }

  const work = async (runId: string, signal: AbortSignal): Promise<void> => {
    const attempt = await imports.begin(runId)
    if (attempt === 0) return
    if (attempt > maxAttempts) return fail(runId, new AppError('ImportInterrupted'))
    const [record, row] = await Promise.all([runs.findById(runId), imports.find(runId)])
    if (record === null || row === null) return
    try {
      await importResults(record, row, signal, deps)
    } catch (cause) {
      if (cause instanceof ImportGone) return
      // It was cancelled, or the next server takes it over.
      if (signal.aborted) return
      return fail(runId, cause)
    }
    await dropFile(runId)
    record.state = 'complete'
    record.cause = 'planned'
    await deps.makeReport(record)
    await deps.onSamples(runId, row.options)
  }
  const next = (): void => {
    if (current !== null || isClosed) return
    const runId = queue.shift()
    if (runId === undefined) return
    const abort = new AbortController()
    const settled = work(runId, abort.signal)
      .catch((cause: unknown) => onFailure(`import of run ${runId}`, cause))
      .finally(() => {
        current = null
        next()
      })
    current = { runId, abort, settled }
  }
  const enqueue = (runId: string): void => {
    if (queue.includes(runId) || current?.runId === runId) return
    queue.push(runId)
    next()
  }
  /** Lets go of an import here, whatever becomes of it; resolves when nothing more is done. */
  const release = async (runId: string): Promise<void> => {
    const place = queue.indexOf(runId)
    if (place >= 0) queue.splice(place, 1)
    if (current?.runId !== runId) return
    current.abort.abort()
    await current.settled
  }
  /** @throws AppError NotFound */
  const importOf = async (projectId: string, id: string): Promise<RunRecord> => {
    const record = await runs.find(projectId, id)
    if (record === null || record.clusterId !== importedClusterId)
      throw new AppError('NotFound', { what: 'run' })
    return record
  }

  return {
    /** Answers the new record once the file is stored; it is read in the background. @throws AppError FileContentRefused, ResultsLackColumns, ResultsDatesAmbiguous, ResultsBroken */
    async add(input: ImportInput): Promise<RunRecord> {
      const { projectId, name, by, upload, utcOffsetMinutes, dateOrder, countsSubSamples } = input
      const packing = await lookAt(upload.path, {
        utcOffsetMinutes,
        ...(dateOrder === null ? {} : { dateOrder }),
      })
      const runId = deps.newId()
      const agentId = deps.newId()
      await files.put(importKey(runId), upload.path)
      try {
        const at = now()
        const { run, plan, machines } = newImportedRun({
          runId,
          projectId,
          name,
          by,
          at,
          agentId,
          fileName: upload.name,
        })
        const record = await runs.insert(run, plan, machines)
        const options = { agentId, utcOffsetMinutes, dateOrder, countsSubSamples, packing }
        const { sizeBytes } = upload
        await imports.add({ runId, fileName: upload.name, sizeBytes, options, queuedAt: at })
        enqueue(runId)
        return record
      } catch (cause) {
        await runs.delete(projectId, [runId])
        await files.delete(importKey(runId))
        throw cause
      }
    },

    /** Deletes the record of an import that is under way, wherever that is, and answers it. @throws AppError NotFound, ImportNotActive */
    async cancel(projectId: string, id: string): Promise<RunRecord> {
      const record = await importOf(projectId, id)
      if (record.state !== 'new') throw new AppError('ImportNotActive')
      await release(id)
      await deps.forgetSamples([id])
      await runs.delete(projectId, [id])
      await files.delete(importKey(id))
      return record
    },

    /** Begins again with a failed import. @throws AppError NotFound, ImportNotRepeatable */
    async retry(
      projectId: string,
      id: string,
      dateOrder: 'dayFirst' | 'monthFirst' | null,
    ): Promise<RunRecord> {
      await importOf(projectId, id)
      const row = await imports.find(id)
      if (row === null) throw new AppError('ImportNotRepeatable')
      const options = { ...row.options, ...(dateOrder === null ? {} : { dateOrder }) }
      if (!(await imports.retry(id, options, now()))) throw new AppError('ImportNotRepeatable')
      deps.own(id)
      enqueue(id)
      return importOf(projectId, id)
    },

    /** How far each of these runs' import is; runs that were not imported are not among them. */
    async views(
      runIds: readonly string[],
      textOf: (error: StoredError) => string,
    ): Promise<Map<string, ResultImport>> {
      const rows = await imports.ofRuns(runIds)
      return new Map(
        rows.map(row => [
          row.run_id,
          {
            fileName: row.file_name,
            stage: row.stage,
            ahead: row.ahead,
            percent: row.percent,
            rows: row.rows,
            failure: row.failure && { code: row.failure.code, message: textOf(row.failure) },
            canRetry: row.stage === 'failed' && row.has_file,
            outcome: row.outcome,
          },
        ]),
      )
    },

    /** Takes up the imports among these runs, or all: those that a server before this one has left. */
    async resume(runIds: readonly string[] | null): Promise<void> {
      for (const runId of await imports.unfinished()) {
        if (runIds !== null && !runIds.includes(runId)) continue
        if ((await imports.find(runId)) !== null) enqueue(runId)
        // The server died between two writes: nothing can be read again.
        else await runs.update(runId, { state: 'failed', cause: 'importFailed' })
      }
      for (const runId of await imports.withUnneededFile()) await dropFile(runId)
    },

    /** Whether the run is an import, which then goes on here. */
    async takeUp(record: RunRecord): Promise<boolean> {
      if (record.clusterId !== importedClusterId) return false
      await this.resume([record.id])
      return true
    },

    /** Lets go of an import that another server has taken over. */
    drop: (runId: string): void => void release(runId),

    /** Deletes the files of runs, or of all of a project, that are about to go. */
    async deleteFiles(of: { runIds: readonly string[] } | { projectId: string }): Promise<void> {
      for (const runId of await imports.withFile(of)) await files.delete(importKey(runId))
    },

    /** Resolves when nothing is being imported here; for tests. */
    async idle(): Promise<void> {
      while (current !== null) await current.settled
    },

    /** Imports under way are taken up at the next start. */
    async close(): Promise<void> {
      isClosed = true
      queue.length = 0
      current?.abort.abort()
      await current?.settled
    },
  }
}
