/** Reads the batches of a report's part of its run again, for what the report itself does not keep. */
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { StoredBatch } from '@pone/results/batches/stored-batch.ts'
import { createBreather } from '@pone/results/comparison/work-queue.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import type { BatchReader } from '@pone/results/run-results.ts'

/** Ascending by second; gives way to everything else on the server between batches. Throws when the signal has fired. */
export async function* batchesOfReport(
  batches: Pick<BatchReader, 'read'>,
  { run, fromMs, toMs }: Pick<ReportContent, 'run' | 'fromMs' | 'toMs'>,
  gone: AbortSignal,
): AsyncGenerator<StoredBatch[]> {
  // The last word of a worker that died may carry a later second than the end of the run.
  const isToEnd = toMs >= (runDurationMs(run) ?? toMs)
  const lastSecond = isToEnd ? undefined : Math.ceil(toMs / 1_000) - 1
  const breathe = createBreather(gone)
  for await (const portion of batches.read(run.id, fromMs / 1_000, lastSecond)) {
    for (const batch of portion) {
      await breathe()
      yield [batch]
    }
  }
}
