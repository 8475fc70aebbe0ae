/** Joins what the comparison of runs needs. */

import { createWorkQueue } from '@pone/results/comparison/work-queue.ts'
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import { comparisonApi } from '../modules/comparison/comparison.api.ts'
import { createComparisonRepository } from '../modules/comparison/comparison.repository.ts'
import { createComparisonService } from '../modules/comparison/comparison.service.ts'
import { createCondensedRunRepository } from '../modules/run/condensed-run.repository.ts'
import { createRunRepository } from '../modules/run/run.repository.ts'
import type { RunService } from '../modules/run/run.service.ts'
import { createRunBatchRepository } from '../modules/run/run-batch.repository.ts'

const timeoutMs = 300_000

export function composeComparison(options: {
  readonly database: Database
  readonly clock: Clock
  readonly record: RunService['record']
  readonly onFailure: (what: string, cause: unknown) => void
}) {
  const { database, clock, record, onFailure } = options
  const batches = createRunBatchRepository(database)
  const comparison = createComparisonService({
    comparisons: createComparisonRepository(database),
    record,
    runs: createRunRepository(database),
    batches,
    condensed: createCondensedRunRepository(database, batches),
    queue: createWorkQueue(timeoutMs),
    now: clock,
    onFailure,
  })
  return { handlers: { comparison: comparisonApi(comparison) } }
}
