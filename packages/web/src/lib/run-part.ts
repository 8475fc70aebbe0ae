/** A time range of a run, entered as clock times: parsing and validation; pure. */

export type RangeProblem = 'empty' | 'order' | 'outside' | 'format'

/** Milliseconds of `m:ss`, `h:mm:ss` or plain seconds, with up to three decimals; null for any other format. */
export function parseClock(text: string): number | null {
  const parts = text.trim().split(':')
  const last = parts.pop() ?? ''
  if (parts.length > 2 || parts.some(part => !/^\d{1,6}$/.test(part))) return null
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(last)) return null
  const seconds = Number(last)
  const [minutes = 0, hours = 0] = parts.toReversed().map(Number)
  if (parts.length > 0 && seconds >= 60) return null
  if (parts.length > 1 && minutes > 59) return null
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000)
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
  return fromMs < 0 || fromMs >= totalMs || toMs > totalMs ? 'outside' : null
}

export type RangeEnd = 'from' | 'to'

/** The field that contains the error. */
export function rangeProblemAt(
  problem: RangeProblem,
  { fromMs, totalMs }: { readonly fromMs: number | null; readonly totalMs: number },
): RangeEnd {
  const isFrom = problem === 'format' ? fromMs === null : problem === 'outside' && (fromMs ?? 0) > totalMs
  return isFrom ? 'from' : 'to'
}
