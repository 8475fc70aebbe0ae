/** How long the user paused before each exchange: the time in which no exchange was open. */
import type { RecordedExchange } from '../model/recording.ts'

/** Pauses before exchanges in their order, ms; those of exchanges between two chosen ones add up. */
export function pausesBefore(exchanges: readonly RecordedExchange[]): number[] {
  let busyUntilMs = Number.NEGATIVE_INFINITY
  return exchanges.map(({ startedAtMs, durationMs, response }) => {
    if (startedAtMs === null) return 0
    const pauseMs = Number.isFinite(busyUntilMs) ? Math.max(0, startedAtMs - busyUntilMs) : 0
    // A stream of events stays open while the user works on.
    const isStream = response?.contentType === 'text/event-stream'
    busyUntilMs = Math.max(busyUntilMs, startedAtMs + (isStream ? 0 : durationMs))
    return pauseMs
  })
}
