/** Sample logs of runs: uploaded by the load machines after a run, downloaded as one file. */

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@pone/contract/errors.ts'
import { sampleLogWorkerPattern } from '@pone/contract/link/sample-log.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { sampleLogOf } from '@pone/plan/scenario/scenario.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { runFileName } from '@pone/schema/file-name.ts'
import type { FileStore } from '../../adapters/files/file-store.ts'
import { joinedSamples } from './joined-samples.ts'
import type { SampleLogRepository, SampleLogRow } from './sample-log.repository.ts'

const keyOf = (row: Pick<SampleLogRow, 'run_id' | 'agent_id' | 'worker'>): string =>
  `sample-logs/${row.run_id}/${row.agent_id}-${row.worker}.gz`
const idPattern = /^[0-9a-f-]{36}$/

/** The sample log of one worker. */
export interface SampleLogPart {
  readonly agentId: string
  readonly worker: string
  /** Compressed. */
  readonly sizeBytes: number
  /** Its compressed bytes. */
  readonly open: () => Readable
}

export type SampleLogService = ReturnType<typeof createSampleLogService>

export function createSampleLogService(deps: {
  readonly repository: SampleLogRepository
  readonly files: FileStore
  /** Temporary folder for incomplete uploads. */
  readonly folder: string
  /** @throws AppError NotFound */
  readonly run: (projectId: string, id: string) => Promise<RunRecord>
  readonly now: () => number
}) {
  const { repository, files, now } = deps
  return {
    /** Stores the upload of a machine; false when the machine is not part of the run. A repeated upload replaces the previous one. */
    async take(upload: { runId: string; agentId: string; worker: string; body: Readable }): Promise<boolean> {
      const { runId, agentId, worker, body } = upload
      if (!idPattern.test(runId) || !sampleLogWorkerPattern.test(worker)) return false
      const format = await repository.formatFor(runId, agentId)
      if (format === null || format === 'off') return false
      const path = join(deps.folder, randomUUID())
      try {
        await pipeline(body, createWriteStream(path, { mode: 0o600 }))
        const { size } = await stat(path)
        const row = { run_id: runId, agent_id: agentId, worker, size_bytes: size, stored_at: now() }
        await files.put(keyOf(row), path)
        await repository.put(row)
        return true
      } finally {
        await rm(path, { force: true })
      }
    },

    /** Uploaded logs of a run, and its number of workers. */
    async parts(runId: string): Promise<{ parts: SampleLogPart[]; workers: number }> {
      const rows = await repository.list(runId)
      return {
        parts: rows.map(row => ({
          agentId: row.agent_id,
          worker: row.worker,
          sizeBytes: row.size_bytes,
          open: () => files.open(keyOf(row)),
        })),
        workers: await repository.workers(runId),
      }
    },

    /** The run's samples as one file, or those of one worker; the file name shows whether logs of workers are missing. @throws AppError NotFound, SampleLogMissing */
    async open(
      projectId: string,
      runId: string,
      of: { agentId: string; worker: string } | null = null,
    ): Promise<{ name: string; body: Readable }> {
      const record = await deps.run(projectId, runId)
      const all = await repository.list(runId)
      const rows = all.filter(row => of === null || (row.agent_id === of.agentId && row.worker === of.worker))
      if (rows.length === 0) throw new AppError('SampleLogMissing')
      const isWhole = !isActiveRun(record.state) && all.length >= (await repository.workers(runId))
      const isJtl = sampleLogOf(record.scenario) === 'jtl'
      const part = of === null ? (isWhole ? [] : ['incomplete']) : [of.agentId.slice(0, 8), of.worker]
      return {
        name: runFileName(record, ['samples', ...part], isJtl ? 'jtl' : 'csv'),
        body: Readable.from(joinedSamples(rows.map(row => () => files.open(keyOf(row)))), {
          objectMode: false,
        }),
      }
    },

    /** Deletes the files of runs before their deletion. */
    async deleteAll(runIds: readonly string[]): Promise<void> {
      for (const runId of runIds) {
        for (const row of await repository.list(runId)) await files.delete(keyOf(row))
      }
    },

    /** Deletes the files of a project before its deletion. */
    async deleteOfProject(projectId: string): Promise<void> {
      for (const row of await repository.ofProject(projectId)) await files.delete(keyOf(row))
    },
  }
}
