/** Rebuilds the live figures of a run from what is stored: after a restart, for a run that has ended, and to recount after late results. */

import { judgedTimeOf } from '@pone/plan/load-models/judged-time.ts'
import { isCounterRule } from '@pone/plan/scenario/scenario.ts'
import { LiveRun } from '@pone/results/live/live-run.ts'
import { judgedCounters } from '@pone/results/merge/counter-judgement.ts'
import { inRuleOrder } from '@pone/results/merge/counter-watch.ts'
import { judgedEndMs, lastLoadSecondOf } from '@pone/results/merge/load-end.ts'
import type { RuleValues } from '@pone/results/merge/rule-values.ts'
import { runVerdict } from '@pone/results/merge/sla-watch.ts'
import type { RunChanges, RunRecord } from '@pone/results/run-record.ts'
import type { BatchReader } from '@pone/results/run-results.ts'
import type { RunStore } from './run-store.ts'

export interface CountedRuns {
  readonly runs: Pick<RunStore, 'events' | 'update'>
  readonly batches: BatchReader
}

/** Adds everything stored of the run to fresh live figures. */
export async function refill(live: LiveRun, runId: string, { runs, batches }: CountedRuns): Promise<void> {
  live.events.push(...(await runs.events(runId)))
  for await (const portion of batches.read(runId))
    for (const batch of portion) {
      // Batches that arrive meanwhile are stored and added as well.
      if (!live.merge.workers.has(batch)) live.add(batch)
    }
  for (const sample of await batches.samples(runId)) live.addSample(sample)
}

/** Live figures of a run that has ended. */
export async function rebuildEnded(record: RunRecord, store: CountedRuns): Promise<LiveRun> {
  const live = new LiveRun(record)
  await refill(live, record.id, store)
  live.refresh()
  return live
}

/** True when more is stored of a run than its record contains. */
export async function hasUncounted(record: RunRecord, { batches }: CountedRuns): Promise<boolean> {
  if (record.startedAt === null) return false
  const workers = await batches.workerTotals(record.id)
  return workers.reduce((sum, worker) => sum + worker.samples + worker.lost, 0) !== record.requests
}

/** Recomputes totals and SLA results of an ended run from everything stored of it, and writes them. */
export async function recount(record: RunRecord, store: CountedRuns): Promise<void> {
  const { startedAt, plannedDurationMs } = record
  if (startedAt === null) return
  const live = await rebuildEnded(record, store)
  const { lastSecond, untilMs } = live.merge
  record.endedAt = Math.max(record.endedAt ?? startedAt, startedAt + untilMs)
  const { events } = live
  const endMs = record.endedAt - startedAt
  live.sla.lastLoadSecond = lastLoadSecondOf({ startedAt, plannedDurationMs, events, endMs })
  live.sla.finish(lastSecond)
  // Counters of monitors are judged on what was kept of them, which late results do not change.
  const counters = record.slaResults.filter(({ rule }) => isCounterRule(rule))
  const results = live.sla.results(startedAt, endMs)
  record.slaResults = inRuleOrder(record.scenario.sla, [...results, ...counters])
  live.updateTotals()
  record.sla = runVerdict(record)
  const { endedAt, slaResults, sla, suspect, isGeneratorLimit } = record
  const { requests, failed, requestsPerSecond, p95Ms, peakUsers, usersBasis } = record
  const changes: RunChanges = {
    endedAt,
    slaResults,
    sla,
    suspect,
    isGeneratorLimit,
    requests,
    failed,
    requestsPerSecond,
    p95Ms,
    peakUsers,
    usersBasis,
  }
  await store.runs.update(record.id, changes)
}

/** Judges the rules on counters of monitors of an ended run on all values that were kept of it, and writes the results. */
export async function judgeKeptCounters(
  record: RunRecord,
  values: readonly RuleValues[],
  { runs }: Pick<CountedRuns, 'runs'>,
): Promise<void> {
  const { startedAt, endedAt, scenario } = record
  if (startedAt === null || endedAt === null || !scenario.sla.some(isCounterRule)) return
  const toMs = judgedEndMs(record, await runs.events(record.id), endedAt - startedAt)
  const part = { fromMs: judgedTimeOf(record).firstSecond * 1_000, toMs, isWhole: true }
  const own = record.slaResults.filter(({ rule }) => !isCounterRule(rule))
  record.slaResults = inRuleOrder(scenario.sla, [...own, ...judgedCounters(record, values, part)])
  record.sla = runVerdict(record)
  await runs.update(record.id, { slaResults: record.slaResults, sla: record.sla })
}
