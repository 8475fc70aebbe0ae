/**
 * How long after the start command a run's load begins, so that every machine has received the command in time; pure.
 */

/** Time for the machines themselves, besides the transfer. */
const marginMs = 100
/** Round-trip time that is assumed where it has not been measured. */
const assumedRoundTripMs = 200
const longestMs = 2_000

/** `roundTripsMs` are the round-trip times of the machines, null where not known: twice the longest, and a margin. */
export function startDelayMs(roundTripsMs: readonly (number | null)[]): number {
  const longest = Math.max(0, ...roundTripsMs.map(way => way ?? assumedRoundTripMs))
  return Math.min(longestMs, Math.round(marginMs + 2 * longest))
}
