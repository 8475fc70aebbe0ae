/** How long the user paused before each activity: the time in which no exchange was open. */
import type { Activity } from './activities.ts'

/** Pauses before activities in their order, ms; those of activities between two chosen ones add up. */
export function pausesBefore(activities: readonly Activity[]): number[] {
  let busyUntilMs = Number.NEGATIVE_INFINITY
  return activities.map(({ startedAtMs, durationMs, exchange }) => {
    if (startedAtMs === null) return 0
    const pauseMs = Number.isFinite(busyUntilMs) ? Math.max(0, startedAtMs - busyUntilMs) : 0
    // A stream of events stays open while the user works on.
    const isStream = exchange.response?.contentType === 'text/event-stream'
    busyUntilMs = Math.max(busyUntilMs, startedAtMs + (isStream ? 0 : durationMs))
    return pauseMs
  })
}
