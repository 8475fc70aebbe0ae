/** Joins what the comparison of runs needs. */
import type { Clock } from '../adapters/clock.ts'
import type { Database } from '../adapters/database/database.ts'
import { comparisonApi } from '../modules/comparison/comparison.api.ts'
import { createComparisonRepository } from '../modules/comparison/comparison.repository.ts'
import { createComparisonService } from '../modules/comparison/comparison.service.ts'
import { createWorkQueue } from '../modules/comparison/work-queue.ts'
import { createRunRepository } from '../modules/run/run.repository.ts'
import type { RunService } from '../modules/run/run.service.ts'
import { createRunBatchRepository } from '../modules/run/run-batch.repository.ts'

const timeoutMs = 300_000

export function composeComparison(options: {
  readonly database: Database
  readonly clock: Clock
  readonly record: RunService['record']
}) {
  const { database, clock, record } = options
  const comparison = createComparisonService({
    comparisons: createComparisonRepository(database),
    record,
    runs: createRunRepository(database),
    batches: createRunBatchRepository(database),
    queue: createWorkQueue(timeoutMs),
    now: clock,
  })
  return { handlers: { comparison: comparisonApi(comparison) } }
}
