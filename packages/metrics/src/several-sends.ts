/** Explains why more was sent than requests are listed: redirects, challenges, embedded resources and repetitions are sent each on its own. */
import { isPartOfRun, type RunPart, type RunTimes } from './run-part.ts'

interface Counts extends RunPart {
  readonly run: RunTimes
  readonly total: { readonly count: number }
  readonly reconciliation: { readonly sent: number; readonly isReconciled: boolean }
}

/** Requests and sends of the whole run where they differ; null where they agree, or the report is of a part of the run. */
export function severalSends({ run, total, reconciliation, ...part }: Counts) {
  const { sent, isReconciled } = reconciliation
  return !isPartOfRun(run, part) && isReconciled && sent > total.count
    ? { requests: total.count, sent }
    : null
}
