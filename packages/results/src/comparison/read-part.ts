/** Reads a part of a run once, giving way to all else on the server meanwhile. */
import type { SecondSpan } from '@pone/metrics/window-widths.ts'
import type { PartOfRun } from './compared-part.ts'
import { type ResultsStore, readMerged } from './merged-seconds.ts'
import { PartMerge } from './part-merge.ts'
import { createBreather } from './work-queue.ts'

/** @throws the signal's reason when it has fired */
export async function readPart(
  part: PartOfRun & { readonly rowSeconds: number | null },
  input: {
    readonly store: ResultsStore
    readonly widths: readonly number[]
    /** Seconds that are cut into windows; totals are of the whole part. */
    readonly window: SecondSpan
    readonly signal: AbortSignal
  },
): Promise<PartMerge> {
  const { store, widths, window, signal } = input
  const breathe = createBreather(signal)
  const merge = new PartMerge({ labels: part.record.labels, span: window, widths })
  const [narrowest = Number.POSITIVE_INFINITY] = widths
  const rowSeconds = part.rowSeconds !== null && part.rowSeconds <= narrowest ? part.rowSeconds : null
  for await (const portion of readMerged(part, rowSeconds, store)) {
    for (const seconds of portion) {
      try {
        merge.add(seconds)
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
