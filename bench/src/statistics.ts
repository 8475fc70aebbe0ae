/** Arithmetic over measured figures. */

/** The middle value, or the mean of the two in the middle; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Between which two of the values the median of all that could be measured lies, with 95 % or more: by the sign test,
 * without an assumption about how they are distributed. null: too few values to say, fewer than six.
 */
export function medianInterval(values: readonly number[]): readonly [from: number, to: number] | null {
  const sorted = values.toSorted((a, b) => a - b)
  let outside01 = 0
  let ways = 1
  let rank = 0
  for (; rank < sorted.length / 2; rank++) {
    outside01 += (2 * ways) / 2 ** sorted.length
    if (outside01 > 0.05) break
    ways = (ways * (sorted.length - rank)) / (rank + 1)
  }
  const from = sorted[rank - 1]
  const to = sorted.at(-rank)
  return rank === 0 || from === undefined || to === undefined ? null : [from, to]
}

/**
 * The value that `percentile` (0 to 100) percent of the values do not exceed, by nearest rank. The values are
 * ascending; an empty list gives NaN.
 */
export function percentileOf(ascending: ArrayLike<number>, percentile: number): number {
  const rank = Math.max(1, Math.ceil((percentile * ascending.length) / 100 - 1e-6))
  return ascending[Math.min(rank, ascending.length) - 1] ?? Number.NaN
}

/** Relative error of a figure, in percent of the true value. */
export const errorPercent = (measured: number, truth: number): number =>
  truth === 0 ? (measured === 0 ? 0 : 100) : (Math.abs(measured - truth) / truth) * 100

/** Rounded to that many significant digits, for output. */
export const round = (value: number, digits = 4): number =>
  Number.isFinite(value) ? Number(value.toPrecision(digits)) : value
