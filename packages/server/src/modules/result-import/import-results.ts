/** Imports of results as work in the background: one at a time per server, taken up again after a restart or by another server. */
import type { ResultImport } from '@pone/contract/entities/jtl.ts'
import { AppError } from '@pone/contract/errors.ts'
import { importedClusterId, type RunRecord } from '@pone/results/run-record.ts'
import { type StoredError } from '../../calls/failure.ts'
import { lookAt } from './first-look.ts'
import type { ImportDeps, ImportInput } from './import-deps.ts'
import { importKey } from './import-job.ts'
import { createImportQueue, dropFile, type ImportQueue } from './import-queue.ts'
import { newImportedRun } from './import-record.ts'

export type ResultsImports = ReturnType<typeof createResultsImports>

export function createResultsImports(deps: ImportDeps) {
  const queue = createImportQueue(deps)
  return {
    ...importOrders(deps, queue),
    ...importViews(deps),
    ...importTakeover(deps, queue),

    /** Deletes the files of runs, or of all of a project, that are about to go. */
    async deleteFiles(of: { runIds: readonly string[] } | { projectId: string }): Promise<void> {
      for (const runId of await deps.imports.withFile(of)) await deps.files.delete(importKey(runId))
    },

    /** Resolves when nothing is being imported here; for tests. */
    idle: (): Promise<void> => queue.idle(),

    /** Imports under way are taken up at the next start. */
    close: (): Promise<void> => queue.close(),
  }
}

/** What users ask of imports. */
function importOrders(deps: ImportDeps, queue: Pick<ImportQueue, 'enqueue' | 'release'>) {
  const { imports, runs, files, now } = deps
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
        queue.enqueue(runId)
        return record
      } catch (cause) {
        await runs.delete(projectId, [runId])
        await files.delete(importKey(runId))
        throw cause
      }
    },

    /** Deletes the record of an import that is under way, wherever that is, and answers it. @throws AppError NotFound, ImportNotActive */
    async cancel(projectId: string, id: string): Promise<RunRecord> {
      const record = await importOf(runs, projectId, id)
      if (record.state !== 'new') throw new AppError('ImportNotActive')
      await queue.release(id)
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
      await importOf(runs, projectId, id)
      const row = await imports.find(id)
      if (row === null) throw new AppError('ImportNotRepeatable')
      const options = { ...row.options, ...(dateOrder === null ? {} : { dateOrder }) }
      if (!(await imports.retry(id, options, now()))) throw new AppError('ImportNotRepeatable')
      deps.own(id)
      queue.enqueue(id)
      return importOf(runs, projectId, id)
    },
  }
}

/** Imports as the list of runs shows them. */
function importViews({ imports }: Pick<ImportDeps, 'imports'>) {
  return {
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
  }
}

/** Imports that other servers have left, or have taken over. */
function importTakeover(deps: ImportDeps, queue: Pick<ImportQueue, 'enqueue' | 'release'>) {
  const { imports, runs } = deps
  /** Takes up the imports among these runs, or all: those that a server before this one has left. */
  const resume = async (runIds: readonly string[] | null): Promise<void> => {
    for (const runId of await imports.unfinished()) {
      if (runIds !== null && !runIds.includes(runId)) continue
      if ((await imports.find(runId)) !== null) queue.enqueue(runId)
      // The server died between two writes: nothing can be read again.
      else await runs.update(runId, { state: 'failed', cause: 'importFailed' })
    }
    for (const runId of await imports.withUnneededFile()) await dropFile(deps, runId)
  }
  return {
    resume,

    /** Whether the run is an import, which then goes on here. */
    async takeUp(record: RunRecord): Promise<boolean> {
      if (record.clusterId !== importedClusterId) return false
      await resume([record.id])
      return true
    },

    /** Lets go of an import that another server has taken over. */
    drop: (runId: string): void => void queue.release(runId),
  }
}

/** @throws AppError NotFound */
async function importOf(runs: ImportDeps['runs'], projectId: string, id: string): Promise<RunRecord> {
  const record = await runs.find(projectId, id)
  if (record === null || record.clusterId !== importedClusterId)
    throw new AppError('NotFound', { what: 'run' })
  return record
}
