/** On what interval of a part of a run SLA rules are judged. */

import type { RunEvent } from '@pone/contract/entities/run.ts'
import { runDurationMs } from '@pone/metrics/run-part.ts'
import { judgedTimeOf } from '@pone/plan/load-models/judged-time.ts'
import { lastLoadSecondOf } from '../../merge/load-end.ts'
import type { RunRecord } from '../../run-record.ts'
import type { JudgedPart } from './data.ts'

/** From the end of the ramp-up, or the beginning of the part, by whole seconds; rates no longer than the load lasted. */
export function judgedPartOf(
  record: Pick<RunRecord, 'rampUpEndMs' | 'plannedDurationMs' | 'startedAt' | 'endedAt'>,
  part: {
    readonly events: readonly RunEvent[]
    readonly firstSecond: number
    readonly toMs: number
    readonly includesRampUp: boolean
  },
): JudgedPart {
  const { rampUpEndMs, plannedDurationMs } = record
  const { events, toMs, includesRampUp } = part
  const firstSecond = includesRampUp
    ? part.firstSecond
    : Math.max(judgedTimeOf(record).firstSecond, part.firstSecond)
  const endMs = Math.min(toMs, runDurationMs(record) ?? toMs)
  const startedAt = record.startedAt ?? 0
  const lastLoadSecond = lastLoadSecondOf({ startedAt, plannedDurationMs, events, endMs })
  return {
    fromMs: firstSecond * 1_000,
    toMs,
    ratesToMs: (lastLoadSecond + 1) * 1_000,
    rampUpEndMs,
    includesRampUp,
  }
}
