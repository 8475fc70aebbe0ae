/** The rules for the part of a run that a report covers (specification section 5). */
import { AppError } from '@pone/contract/errors.ts'
import { wholeSecondsOf } from '@pone/metrics/run-part.ts'

/** The part of the run that is reported, ms since its start, and its whole seconds, both ends inclusive. */
export interface ReportRange {
  readonly fromMs: number
  readonly toMs: number
  readonly firstSecond: number
  readonly lastSecond: number
  /** All of the run. */
  readonly isWhole: boolean
}

const shortestMs = 1_000

/**
 * The part [fromMs, toMs) of a run of that length, ms since its start, widened to whole seconds as far as the run goes; null = from the start, to the end.
 * @throws AppError ReportRange for an empty part, a start after its end, or one outside the actual run
 */
export function reportRange(
  durationMs: number,
  { fromMs, toMs }: { fromMs: number | null; toMs: number | null },
): ReportRange {
  const isWhole = fromMs === null && toMs === null
  const from = fromMs ?? 0
  const to = toMs ?? durationMs
  if (from < 0 || to > durationMs || (!isWhole && to - from < Math.min(shortestMs, durationMs))) {
    throw new AppError('ReportRange')
  }
  if (!isWhole && to <= from) throw new AppError('ReportRange')
  const part = wholeSecondsOf({ fromMs: from, toMs: to }, durationMs)
  const firstSecond = part.fromMs / 1_000
  return {
    ...part,
    firstSecond,
    lastSecond: Math.max(firstSecond, Math.ceil(part.toMs / 1_000) - 1),
    isWhole: part.fromMs === 0 && part.toMs >= durationMs,
  }
}
