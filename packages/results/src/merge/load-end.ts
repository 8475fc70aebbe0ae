/** Until when a run was under load: afterwards it only drained, and rates of that time say nothing about the target. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { RunRecord } from '../run-record.ts'

interface LoadEndInput {
  readonly startedAt: number
  readonly plannedDurationMs: number | null
  readonly events: readonly RunEvent[]
  /** Length of the run, ms. */
  readonly endMs: number
}

/** Last whole second of load; -1 for a run that had none. */
export const lastLoadSecondOf = (input: LoadEndInput): number => Math.floor(loadEndMsOf(input) / 1_000) - 1

/** Where the load ended, ms since the run's start. */
export function loadEndMsOf({ startedAt, plannedDurationMs, events, endMs }: LoadEndInput): number {
  const stop = events.find(event => event.kind === 'stopRequested')
  const stopMs = stop === undefined ? Number.POSITIVE_INFINITY : Math.max(0, stop.at - startedAt)
  return Math.min(plannedDurationMs ?? Number.POSITIVE_INFINITY, stopMs, endMs)
}

/** Where the judging of a run's monitors ends: with the load, or at `toMs`, both ms since the start. */
export const judgedEndMs = (
  { startedAt, plannedDurationMs }: Pick<RunRecord, 'startedAt' | 'plannedDurationMs'>,
  events: readonly RunEvent[],
  toMs: number,
): number => loadEndMsOf({ startedAt: startedAt ?? 0, plannedDurationMs, events, endMs: toMs })
