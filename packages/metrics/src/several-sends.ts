/** Explains why more was sent than requests are listed: redirects, challenges, embedded resources and repetitions are sent each on its own. */
import { runDurationMs } from './run-part.ts'

interface Counts {
  readonly run: { readonly startedAt: number | null; readonly endedAt: number | null }
  readonly fromMs: number
  readonly toMs: number
  readonly total: { readonly count: number }
  readonly reconciliation: { readonly sent: number; readonly isReconciled: boolean }
}

/** Requests and sends of the whole run where they differ; null where they agree, or the report is of a part of the run. */
export function severalSends({ run, fromMs, toMs, total, reconciliation }: Counts) {
  const { sent, isReconciled } = reconciliation
  const isWhole = fromMs === 0 && toMs >= (runDurationMs(run) ?? 0)
  return isWhole && isReconciled && sent > total.count ? { requests: total.count, sent } : null
}
