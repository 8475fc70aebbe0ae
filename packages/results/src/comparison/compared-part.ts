/** A run, or a part of it, as it takes part in a comparison. */
import type { ComparedPart } from '@pone/contract/entities/comparison.ts'
import { AppError } from '@pone/contract/errors.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import type { SecondSpan } from '@pone/metrics/window-widths.ts'
import { SuspectRanges } from '../merge/suspect-ranges.ts'
import type { ReportRange } from '../report-range.ts'
import { reportRange } from '../report-range.ts'
import type { RunRecord } from '../run-record.ts'

export interface PartOfRun {
  readonly record: RunRecord
  readonly range: ReportRange
  /** Its whole seconds. */
  readonly span: SecondSpan
  readonly suspect: SuspectRanges
}

/** Batches of a running run come that much late at most. */
const settlingMs = 3_000

/** @throws AppError RunNotStarted, ReportRange */
export function partOfRun(record: RunRecord, asked: ComparedPart, now: number): PartOfRun {
  const durationMs = durationSoFar(record, now)
  if (durationMs === null) throw new AppError('RunNotStarted', { number: record.number })
  const range = reportRange(durationMs, asked)
  return {
    record,
    range,
    span: {
      fromSecond: range.firstSecond,
      toSecond: Math.max(range.firstSecond, Math.floor(range.toMs / 1_000)),
    },
    suspect: new SuspectRanges(record.suspect),
  }
}

/** @throws AppError ComparisonMixed */
export function assertOneEngine(records: readonly RunRecord[]): void {
  if (new Set(records.map(({ scenario }) => scenario.engine)).size > 1) throw new AppError('ComparisonMixed')
}

/** Whole seconds of a run that goes on, as far as all has come; null before the start. */
function durationSoFar(record: RunRecord, now: number): number | null {
  const { state, startedAt } = record
  // Imported results have an end before all of them are stored.
  const durationMs = runDurationMs(record)
  if (startedAt === null || durationMs !== null || !isActiveRun(state)) return durationMs
  const ms = Math.floor((now - startedAt - settlingMs) / 1_000) * 1_000
  return ms > 0 ? ms : null
}
