/** Imports of results as background work: one at a time per server, restarted after a server restart or on another server. */
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

    /** Deletes the files of runs, or of all of a project, before their deletion. */
    async deleteFiles(of: { runIds: readonly string[] } | { projectId: string }): Promise<void> {
      for (const runId of await deps.imports.withFile(of)) await deps.files.delete(importKey(runId))
    },

    /** Resolves when nothing is being imported here; for tests. */
    idle: (): Promise<void> => queue.idle(),

    /** Active imports are restarted at the next start. */
    close: (): Promise<void> => queue.close(),
  }
}

/** Imports for the API. */
function importOrders(deps: ImportDeps, queue: Pick<ImportQueue, 'enqueue' | 'release'>) {
  const { imports, runs, files, now } = deps
  return {
    /** Returns the new record once the file is stored; it is parsed in the background. @throws AppError FileContentRefused, ResultsLackColumns, ResultsDatesAmbiguous, ResultsBroken */
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

    /** Deletes the record of an active import, on whichever server it runs, and returns it. @throws AppError NotFound, ImportNotActive */
    async cancel(projectId: string, id: string): Promise<RunRecord> {
      const record = await importOf(runs, projectId, id)
      if (record.state !== 'new') throw new AppError('ImportNotActive')
      await queue.release(id)
      await deps.forgetSamples([id])
      await runs.delete(projectId, [id])
      await files.delete(importKey(id))
      return record
    },

    /** Restarts a failed import. @throws AppError NotFound, ImportNotRepeatable */
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
    /** Progress of each of these runs' import; runs that were not imported are omitted. */
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

/** Imports taken over from or by other servers. */
function importTakeover(deps: ImportDeps, queue: Pick<ImportQueue, 'enqueue' | 'release'>) {
  const { imports, runs } = deps
  /** Restarts the imports among these runs, or all: those of a previous server process. */
  const resume = async (runIds: readonly string[] | null): Promise<void> => {
    for (const runId of await imports.unfinished()) {
      if (runIds !== null && !runIds.includes(runId)) continue
      if ((await imports.find(runId)) !== null) queue.enqueue(runId)
      // The server failed between two writes: the file is lost.
      else await runs.update(runId, { state: 'failed', cause: 'importFailed' })
    }
    for (const runId of await imports.withUnneededFile()) await dropFile(deps, runId)
  }
  return {
    resume,

    /** Whether the run is an import, which then continues here. */
    async takeUp(record: RunRecord): Promise<boolean> {
      if (record.clusterId !== importedClusterId) return false
      await resume([record.id])
      return true
    },

    /** Stops an import that another server has taken over. */
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
