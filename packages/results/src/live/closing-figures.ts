/** The last word on the figures of a run whose load has ended: its length, its totals, and its rules judged to the end. */

import { lastLoadSecondOf, loadEndMsOf } from '../merge/load-end.ts'
import type { RunRecord } from '../run-record.ts'
import type { LiveRun } from './live-run.ts'

/** Writes them into the record, for a run that began at `startedAt` and ends `now`. */
export function closeFigures(
  record: RunRecord,
  live: LiveRun,
  times: { startedAt: number; now: number },
): void {
  const { startedAt, now } = times
  const { plannedDurationMs } = record
  const { lastSecond, untilMs } = live.merge
  record.endedAt = Math.max(startedAt, Math.min(now, startedAt + untilMs))
  live.refresh()
  const load = { startedAt, plannedDurationMs, events: live.events, endMs: untilMs }
  live.sla.lastLoadSecond = lastLoadSecondOf(load)
  live.sla.finish(lastSecond)
  live.counters.finish(loadEndMsOf(load))
  record.slaResults = live.ruleResults(startedAt, untilMs)
  live.updateTotals()
}
