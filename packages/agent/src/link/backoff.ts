/** How long to wait before dialling again: doubling from a quarter of a second to ten, with jitter so that many agents do not return at once. */

const shortestMs = 250
const longestMs = 10_000

/** `attempt` counts from 0; `random01` in [0, 1) takes away up to half of the wait. Answers ms. */
export function backoffMs(attempt: number, random01: number): number {
  const full = Math.min(longestMs, shortestMs * 2 ** Math.min(attempt, 16))
  return Math.max(shortestMs, Math.round(full * (1 - random01 / 2)))
}
