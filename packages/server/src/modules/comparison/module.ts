/** Comparison of ended runs. */

import { createWorkQueue } from '@pone/results/comparison/work-queue.ts'
import type { ModuleBase } from '../module.ts'
import { createCondensedRunRepository } from '../run/condensed-run.repository.ts'
import { createRunRepository } from '../run/run.repository.ts'
import type { RunService } from '../run/run.service.ts'
import { createRunBatchRepository } from '../run/run-batch.repository.ts'
import { comparisonApi } from './comparison.api.ts'
import { createComparisonRepository } from './comparison.repository.ts'
import { createComparisonService } from './comparison.service.ts'

const timeoutMs = 300_000

export interface ComparisonModuleDeps extends ModuleBase {
  readonly runs: Pick<RunService, 'record'>
}

export function comparisonModule({ database, clock, runs, onFailure }: ComparisonModuleDeps) {
  const batches = createRunBatchRepository(database)
  const comparison = createComparisonService({
    comparisons: createComparisonRepository(database),
    record: (projectId, id) => runs.record(projectId, id),
    runs: createRunRepository(database),
    batches,
    condensed: createCondensedRunRepository(database, batches),
    queue: createWorkQueue(timeoutMs),
    now: clock,
    onFailure,
  })
  return { handlers: { comparison: comparisonApi(comparison) }, services: {} }
}
