/**
 * How long to wait before the next attempt to connect: doubling from a quarter of a second to five, with jitter so that
 * many agents do not return at the same time.
 */

const shortestMs = 250
/** Well below the time that the server waits after its own restart before it moves a machine's load. */
const longestMs = 5_000

/** `attempt` counts from 0; `random01` in [0, 1) subtracts up to half of the wait. Returns ms. */
export function backoffMs(attempt: number, random01: number): number {
  const full = Math.min(longestMs, shortestMs * 2 ** Math.min(attempt, 16))
  return Math.max(shortestMs, Math.round(full * (1 - random01 / 2)))
}
