/** Stored runs, for modules that are created before the module that drives runs. */
import { AppError } from '@pone/contract/errors.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { Database } from '../../adapters/database/database.ts'
import { createRunRepository } from './run.repository.ts'

export interface StoredRuns {
  /** @throws AppError NotFound */
  readonly record: (projectId: string, id: string) => Promise<RunRecord>
  /** Whether any server drives a run of these scenarios. */
  readonly isAnyActive: (projectId: string, scenarioIds: readonly string[]) => Promise<boolean>
}

export function createStoredRuns(database: Database): StoredRuns {
  const runs = createRunRepository(database)
  return {
    record: async (projectId, id) => {
      const record = await runs.find(projectId, id)
      if (record === null) throw new AppError('NotFound', { what: 'run' })
      return record
    },
    isAnyActive: (projectId, scenarioIds) => runs.isAnyActive(projectId, scenarioIds),
  }
}
