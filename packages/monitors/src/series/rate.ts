/** Rates and increases of raw counters: a restart of the target and a missing slot are gaps, never 0 and never negative. Pure. */

/** Slots may lie this much further apart than the cadence before the rate between them is unknown. */
const tolerance = 1.5

/** Raw values of one counter in the order of time; NaN = not known. */
export interface RawSeries {
  /** Epoch ms at which each value was true, ascending. */
  readonly times: ArrayLike<number>
  readonly values: ArrayLike<number>
}

/** A raw value and the instant at which it was true, epoch ms. */
export interface RawPoint {
  readonly at: number
  readonly value: number
}

/** Rate per second between two points; NaN where it is unknown, as for `rates`. */
export function rateBetween(before: RawPoint, now: RawPoint, cadenceMs: number): number {
  const elapsedMs = now.at - before.at
  const growth = now.value - before.value
  const isKnown = growth >= 0 && elapsedMs > 0 && elapsedMs <= cadenceMs * tolerance
  return isKnown ? (growth * 1_000) / elapsedMs : Number.NaN
}

/**
 * Rate per second at every point: growth since the point before over the time that really passed. NaN where it is
 * unknown: at the first point, after a missing slot, and where the counter fell, which is a restart. The cadence is that of all
 * points or of each; between two that differ the longer one counts.
 */
export function rates({ times, values }: RawSeries, cadenceMs: number | ArrayLike<number>): Float64Array {
  return between({ times, values }, cadenceMs, (growth, elapsedMs) => (growth * 1_000) / elapsedMs)
}

/** Growth at every point since the point before; NaN where it is unknown, as for rates. */
export function increases({ times, values }: RawSeries, cadenceMs: number): Float64Array {
  return between({ times, values }, cadenceMs, growth => growth)
}

function between(
  { times, values }: RawSeries,
  cadenceMs: number | ArrayLike<number>,
  figure: (growth: number, elapsedMs: number) => number,
): Float64Array {
  const result = new Float64Array(times.length).fill(Number.NaN)
  const cadenceAt = (index: number): number =>
    typeof cadenceMs === 'number' ? cadenceMs : (cadenceMs[index] ?? Number.NaN)
  const allowedMs = (index: number): number => Math.max(cadenceAt(index - 1), cadenceAt(index))
  for (let index = 1; index < times.length; index++) {
    const elapsedMs = (times[index] ?? Number.NaN) - (times[index - 1] ?? Number.NaN)
    const growth = (values[index] ?? Number.NaN) - (values[index - 1] ?? Number.NaN)
    if (growth >= 0 && elapsedMs > 0 && elapsedMs <= allowedMs(index) * tolerance)
      result[index] = figure(growth, elapsedMs)
  }
  return result
}

/** A series with a NaN point in every hole, so that a line drawn through it breaks there. */
export function withGaps({ times, values }: RawSeries, cadenceMs: number): RawSeries {
  const filledTimes: number[] = []
  const filledValues: number[] = []
  for (let index = 0; index < times.length; index++) {
    const at = times[index] ?? Number.NaN
    const before = times[index - 1]
    if (before !== undefined && at - before > cadenceMs * tolerance) {
      filledTimes.push(before + cadenceMs)
      filledValues.push(Number.NaN)
    }
    filledTimes.push(at)
    filledValues.push(values[index] ?? Number.NaN)
  }
  return { times: filledTimes, values: filledValues }
}
