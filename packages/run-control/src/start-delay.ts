/** How long after the order to start a run's load begins, so that every machine has the order in time; pure. */

/** For the machines themselves, besides the way to them. */
const marginMs = 100
/** The way to a machine and back where nobody has measured it. */
const assumedRoundTripMs = 200
const longestMs = 2_000

/** `roundTripsMs` are the ways to the machines and back, null where not known: twice the longest, and a margin. */
export function startDelayMs(roundTripsMs: readonly (number | null)[]): number {
  const longest = Math.max(0, ...roundTripsMs.map(way => way ?? assumedRoundTripMs))
  return Math.min(longestMs, Math.round(marginMs + 2 * longest))
}
