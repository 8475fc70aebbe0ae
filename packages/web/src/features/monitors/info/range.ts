/** The range of time of a monitor's charts: one of the lengths up to now, or from a start to an end; in the address; pure. */
const minuteMs = 60_000
const hourMs = 3_600_000

/** Lengths up to now, ms. */
export const rangeLengths = [
  minuteMs,
  3 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  48 * hourMs,
] as const

export type TimeRange =
  | { readonly kind: 'last'; readonly lengthMs: number }
  /** `to` null: until now. */
  | { readonly kind: 'fixed'; readonly from: number; readonly to: number | null }

export const usualRange: TimeRange = { kind: 'last', lengthMs: 15 * minuteMs }

/** A range as text of the address, e.g. `900000` or `1700000000000-1700000360000`. */
export const rangeText = (range: TimeRange): string =>
  range.kind === 'last' ? String(range.lengthMs) : `${range.from}-${range.to ?? ''}`

/** The usual range for what is no range. */
export function readRange(text: string): TimeRange {
  const length = rangeLengths.find(each => String(each) === text)
  if (length !== undefined) return { kind: 'last', lengthMs: length }
  const fixed = /^(\d{1,15})-(\d{0,15})$/.exec(text)
  if (fixed === null) return usualRange
  const from = Number(fixed[1])
  const to = fixed[2] ? Number(fixed[2]) : null
  return to !== null && to <= from ? usualRange : { kind: 'fixed', from, to }
}

/** Start and end of a range at an instant, epoch ms. */
export function rangeAt(range: TimeRange, now: number): { readonly from: number; readonly to: number } {
  if (range.kind === 'last') return { from: now - range.lengthMs, to: now }
  return { from: Math.min(range.from, now - 1), to: Math.min(range.to ?? now, now) }
}

/** Time between two requests, ms: short ranges move visibly, long ones hardly. 0: the range has ended. */
export function refreshMs(range: TimeRange): number {
  if (range.kind === 'fixed') return range.to === null ? 15_000 : 0
  return range.lengthMs <= 30 * minuteMs ? 5_000 : range.lengthMs <= 6 * hourMs ? 15_000 : 60_000
}

export type RangeFault = 'startNeeded' | 'startInFuture' | 'endBeforeStart'

/** What is wrong with a start and an end that a person chose; null = nothing. */
export function rangeFault(from: number | null, to: number | null, now: number): RangeFault | null {
  if (from === null) return 'startNeeded'
  if (from > now) return 'startInFuture'
  return to !== null && to <= from ? 'endBeforeStart' : null
}
