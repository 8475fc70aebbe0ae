/** Stored runs, for modules that are created before the module that drives runs. */
import { AppError } from '@pone/contract/errors.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { RunMachine, RunRecord } from '@pone/results/run-record.ts'
import type { Database } from '../../adapters/database/database.ts'
import { createRunRepository } from './run.repository.ts'

export interface StoredRuns {
  /** @throws AppError NotFound */
  readonly record: (projectId: string, id: string) => Promise<RunRecord>
  /** The plan that the machines got; null: there is none. */
  readonly plan: (id: string) => Promise<RunPlan | null>
  /** Agents that drove it. */
  readonly machines: (id: string) => Promise<readonly Pick<RunMachine, 'agentId'>[]>
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
    plan: id => runs.plan(id),
    machines: id => runs.machines(id),
    isAnyActive: (projectId, scenarioIds) => runs.isAnyActive(projectId, scenarioIds),
  }
}
