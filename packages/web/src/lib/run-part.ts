/** A part of a run, as typed on a clock: what may be asked for; pure. */

export type RangeProblem = 'empty' | 'order' | 'outside' | 'format'

/** Milliseconds of `m:ss`, `h:mm:ss` or plain seconds; null when it is none of them. */
export function parseClock(text: string): number | null {
  const parts = text.trim().split(':')
  if (parts.length > 3 || parts.some(part => !/^\d{1,6}$/.test(part))) return null
  const [seconds = 0, minutes = 0, hours = 0] = parts.toReversed().map(Number)
  if (parts.length > 1 && seconds > 59) return null
  if (parts.length > 2 && minutes > 59) return null
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000
}

/** Specification section 5: the interval is not 0 and not above the total, start not after end, both inside the actual run. */
export function rangeProblem(
  fromMs: number | null,
  toMs: number | null,
  totalMs: number,
): RangeProblem | null {
  if (fromMs === null || toMs === null) return 'format'
  if (fromMs === toMs) return 'empty'
  if (fromMs > toMs) return 'order'
  // The clock shows whole seconds, so an end within the last second means the end.
  return fromMs < 0 || fromMs >= totalMs || toMs > Math.ceil(totalMs / 1_000) * 1_000 ? 'outside' : null
}
