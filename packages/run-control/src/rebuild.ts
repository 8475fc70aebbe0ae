/** Rebuilds the live figures of a run from what is stored: after a restart, for a run that has ended, and to recount after late results. */

import { LiveRun } from '@pone/results/live/live-run.ts'
import { lastLoadSecondOf } from '@pone/results/merge/load-end.ts'
import { overallSla } from '@pone/results/merge/sla-watch.ts'
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
  record.slaResults = live.sla.results(startedAt, endMs)
  record.sla = overallSla(record.slaResults)
  live.updateTotals()
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
