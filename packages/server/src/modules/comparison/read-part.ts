/** Reads a part of a run from its batches once, giving way to all else on the server meanwhile. */
import type { RunBatchRepository } from '../run/run-batch.repository.ts'
import type { PartOfRun } from './compared-part.ts'
import { PartMerge } from './part-merge.ts'
import { createBreather } from './work-queue.ts'

/** @throws the signal's reason when it has fired */
export async function readPart(
  { record, range, span }: PartOfRun,
  input: {
    readonly batches: Pick<RunBatchRepository, 'read'>
    readonly widths: readonly number[]
    readonly signal: AbortSignal
  },
): Promise<PartMerge> {
  const breathe = createBreather(input.signal)
  const merge = new PartMerge({ labels: record.labels, span, widths: input.widths })
  for await (const portion of input.batches.read(record.id, range.firstSecond, range.lastSecond)) {
    for (const batch of portion) {
      try {
        merge.add(batch)
      } catch (cause) {
        // Reports tell of damaged batches; the others still say what they say.
        if (!(cause instanceof RangeError)) throw cause
      }
      await breathe()
    }
  }
  merge.finish()
  return merge
}
