/** Until when a run was under load: afterwards it only drained, and rates of that time say nothing about the target. */
import type { RunEvent } from '@pone/contract/entities/run.ts'

/** Last whole second of load. */
export function lastLoadSecondOf(input: {
  readonly startedAt: number
  readonly plannedDurationMs: number | null
  readonly events: readonly RunEvent[]
  /** Last second that a batch told of. */
  readonly lastSecond: number
}): number {
  const { startedAt, plannedDurationMs, events, lastSecond } = input
  const stop = events.find(event => event.kind === 'stopRequested')
  const stopMs = stop === undefined ? Number.POSITIVE_INFINITY : stop.at - startedAt
  const endMs = Math.min(plannedDurationMs ?? Number.POSITIVE_INFINITY, stopMs)
  // A run that ended by itself before its planned end stopped somewhere within its last second.
  return Math.min(
    Math.floor(endMs / 1_000) - 1,
    endMs > (lastSecond + 1) * 1_000 ? lastSecond - 1 : lastSecond,
  )
}
