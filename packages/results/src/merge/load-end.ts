/** Until when a run was under load: afterwards it only drained, and rates of that time say nothing about the target. */
import type { RunEvent } from '@pone/contract/entities/run.ts'

/** Last whole second of load; -1 for a run that had none. */
export function lastLoadSecondOf(input: {
  readonly startedAt: number
  readonly plannedDurationMs: number | null
  readonly events: readonly RunEvent[]
  /** Length of the run, ms. */
  readonly endMs: number
}): number {
  const { startedAt, plannedDurationMs, events, endMs } = input
  const stop = events.find(event => event.kind === 'stopRequested')
  const stopMs = stop === undefined ? Number.POSITIVE_INFINITY : Math.max(0, stop.at - startedAt)
  return Math.floor(Math.min(plannedDurationMs ?? Number.POSITIVE_INFINITY, stopMs, endMs) / 1_000) - 1
}
