/** One import from its file to a complete record: parses, stores, counts, keeps the samples. On an error, the data stored so far is void. */

import { createReadStream } from 'node:fs'
import { addAbortSignal, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { ImportOutcome } from '@pone/contract/entities/jtl.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { createBatchIntake } from '@pone/run-control/batch-intake.ts'
import { recount } from '@pone/run-control/rebuild.ts'
import { isDatabaseUnavailable } from '../../adapters/database/database-error.ts'
import { databaseErrors } from '../../adapters/database/store-errors.ts'
import type { FileStore } from '../../adapters/files/file-store.ts'
import type { RunRepository } from '../run/run.repository.ts'
import type { RunBatchRepository } from '../run/run-batch.repository.ts'
import { logOf, scenarioOver } from './import-record.ts'
import { readInThread } from './reading-thread.ts'
import type { ImportProgress, ResultImportRepository, ResultImportRow } from './result-import.repository.ts'
import type { Survey } from './thread-messages.ts'
import { unpacked } from './unpacked.ts'

const worker = '1.1'
const progressEveryMs = 1_000
const databasePauseMs = 1_000
/** Speed over size: samples are text that compresses well at any level. */
const gzipLevel = 1
/** Large chunks, because each one interrupts the server's main thread. */
const highWaterMark = 1024 ** 2
/** Start and end of each stage as a share of the whole work, percent. */
const shares = { checking: [0, 30], storing: [0, 85], keeping: [85, 100] } as const

export interface ImportJobDeps {
  readonly imports: ResultImportRepository
  readonly runs: RunRepository
  readonly batches: RunBatchRepository
  readonly files: FileStore
  /** Stores the samples with the run, compressed like those of machines. */
  readonly keepSamples: (upload: {
    runId: string
    agentId: string
    worker: string
    body: Readable
  }) => Promise<unknown>
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

/** Path of the uploaded file of an import. */
export const importKey = (runId: string): string => `imports/${runId}`

/** The import was deleted, or is owned by another server. */
export class ImportGone extends Error {}

/** Resolves when the record is complete. @throws ImportGone; the signal's reason; AppError of the results; anything else */
export async function importResults(
  record: RunRecord,
  row: ResultImportRow,
  signal: AbortSignal,
  deps: ImportJobDeps,
): Promise<void> {
  const { imports, runs, batches, files } = deps
  const runId = record.id
  const { agentId, packing, ...choices } = row.options
  const gone = new AbortController()
  const either = AbortSignal.any([signal, gone.signal])
  const meter = progressMeter(
    progress => imports.progress(runId, progress),
    () => gone.abort(new ImportGone()),
    deps,
  )
  const intake = createBatchIntake({
    storeErrors: databaseErrors,
    batches,
    addLabels: (id, names) => runs.addLabels(id, names),
    onDamage: (what, cause) => {
      throw new Error(`${what} of an import cannot be stored`, { cause })
    },
  })
  const store = (read: readonly Batch[]) =>
    patiently(either, async () => {
      await intake.store({ runId, labels: record.labels, batches: read, isLogFull: false })
    })
  let survey: Survey | null = null
  try {
    const leftOut = await readInThread({
      task: {
        runId,
        workerId: `${agentId}/${worker}`,
        component: record.scenarioName,
        path: files.pathOf(importKey(runId)),
        sizeBytes: row.size_bytes,
        packing,
        ...choices,
      },
      signal: either,
      onSurvey: async found => {
        survey = found
        const { startMs: startedAt, endMs: endedAt } = found
        const scenario = scenarioOver(endedAt - startedAt)
        await patiently(either, () => imports.surveyed(runId, { startedAt, endedAt, scenario }))
        Object.assign(record, { startedAt, endedAt, scenario })
      },
      onAgain: async () => {
        await patiently(either, () => imports.clear(runId))
        record.labels.length = 0
      },
      onBatches: store,
      onProgress: ({ stage, done01, rows }) => meter.report(stage, done01, rows),
    })
    if (survey === null) throw new Error('the results were not looked through')
    const { rows, skips, lastLine }: Survey = survey
    const outcome: ImportOutcome = { rows, leftOut, skips, isCutOff: lastLine === 'half' }
    await patiently(either, () => recount(record, { runs, batches }))
    await keep(record, row, either, deps, done01 => meter.report('keeping', done01, rows))
    await batches.addLog(runId, logOf(row.file_name, outcome, deps.now()))
    if (!(await patiently(either, () => imports.finish(runId, outcome)))) throw new ImportGone()
  } finally {
    await meter.close()
  }
}

/** The figures are valid without the samples. */
async function keep(
  record: RunRecord,
  { options, size_bytes: sizeBytes }: ResultImportRow,
  signal: AbortSignal,
  { files, keepSamples, onFailure }: ImportJobDeps,
  onProgress: (done01: number) => void,
): Promise<void> {
  let given = 0
  async function* file(): AsyncGenerator<Uint8Array> {
    for await (const piece of createReadStream(files.pathOf(importKey(record.id)), { highWaterMark })) {
      given += piece.length
      onProgress(Math.min(1, given / sizeBytes))
      yield piece
    }
  }
  const { packing, agentId } = options
  const plain = () => Readable.from(unpacked(file(), packing), { objectMode: false })
  try {
    const body =
      packing === 'gzip'
        ? Readable.from(file(), { objectMode: false })
        : plain().compose(createGzip({ level: gzipLevel, chunkSize: highWaterMark / 4 }))
    addAbortSignal(signal, body)
    await keepSamples({ runId: record.id, agentId, worker, body })
  } catch (cause) {
    signal.throwIfAborted()
    onFailure(`samples of imported run ${record.id}`, cause)
  }
}

/** Retries while the database is unavailable. */
async function patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (cause) {
      if (!isDatabaseUnavailable(cause)) throw cause
    }
    await pause(databasePauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Stores the progress from time to time; `onGone` is called when the import was cancelled or taken over. */
function progressMeter(
  write: (progress: ImportProgress) => Promise<boolean>,
  onGone: () => void,
  { now, onFailure }: Pick<ImportJobDeps, 'now' | 'onFailure'>,
) {
  let writing: Promise<void> | null = null
  let writtenAt = 0
  let stage: keyof typeof shares | null = null
  return {
    report(at: keyof typeof shares, done01: number, rows: number): void {
      if (writing !== null || (stage === at && now() - writtenAt < progressEveryMs)) return
      stage = at
      writtenAt = now()
      const [from, to] = shares[at]
      writing = write({ stage: at, percent: Math.floor(from + (to - from) * done01), rows })
        .then(isWanted => {
          if (!isWanted) onGone()
        })
        .catch((cause: unknown) => onFailure('progress of an import', cause))
        .finally(() => {
          writing = null
        })
    },
    close: async () => writing,
  }
}
