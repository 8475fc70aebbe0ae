/** By how much one sample lies above another, with an interval: quantiles of all differences between their values (Hodges–Lehmann). */
import { countsOfU, freedomOf, standardDeviationOfU } from './mann-whitney.ts'
import { studentQuantile } from './student-tail.ts'

/** Ends of the 95 % interval, in the values' unit. */
export interface ShiftInterval {
  readonly low: number
  readonly high: number
}

/** 97.5 % quantile of the normal distribution. */
const z975 = 1.959963984540054
const maxExact = 20
/** Halvings after which the bounds of a double's neighbourhood have met. */
const halvings = 44

/** Median of the differences, second minus first sample, neither empty, in the values' unit. @see Hodges & Lehmann 1963 */
export function hodgesLehmann(first: readonly number[], second: readonly number[]): number {
  const [a, b] = [Float64Array.from(first).sort(), Float64Array.from(second).sort()]
  const middle = (a.length * b.length - 1) / 2
  return (differenceAt(a, b, Math.floor(middle)) + differenceAt(a, b, Math.ceil(middle))) / 2
}

/**
 * Where the shift of the second sample against the first lies with 95 % confidence; `inflation` as in mannWhitney.
 * Exact for small samples without it, and then of at least 95 %. @see Hollander & Wolfe 1999, 4.3
 */
export function shiftInterval(
  first: readonly number[],
  second: readonly number[],
  { inflation = 1 }: { inflation?: number } = {},
): ShiftInterval {
  const [a, b] = [Float64Array.from(first).sort(), Float64Array.from(second).sort()]
  const pairs = a.length * b.length
  const left = Math.min(differencesLeftOut(a.length, b.length, inflation), Math.floor((pairs - 1) / 2))
  return { low: differenceAt(a, b, left), high: differenceAt(a, b, pairs - 1 - left) }
}

/** How many of the sorted differences lie outside at either end. */
function differencesLeftOut(m: number, n: number, inflation: number): number {
  if (inflation > 1 || m > maxExact || n > maxExact) {
    const quantile = inflation === 1 ? z975 : studentQuantile(0.025, freedomOf(m, n, inflation))
    return Math.max(0, Math.round((m * n) / 2 - quantile * standardDeviationOfU(m, n, { inflation })) - 1)
  }
  const counts = countsOfU(m, n)
  const all = counts.reduce((sum, count) => sum + count, 0)
  let beyond = 0
  let quantile = 0
  for (const count of counts) {
    beyond += count
    if (beyond / all >= 0.025) break
    quantile++
  }
  return Math.max(0, quantile - 1)
}

/** The difference b − a at that position of all in ascending order, found without making them. */
function differenceAt(a: Float64Array, b: Float64Array, position: number): number {
  let low = (b[0] ?? 0) - (a.at(-1) ?? 0)
  let high = (b.at(-1) ?? 0) - (a[0] ?? 0)
  for (let step = 0; step < halvings && low < high; step++) {
    const middle = low + (high - low) / 2
    if (countUpTo(a, b, middle) > position) high = middle
    else low = middle
  }
  return nearestDifference(a, b, high)
}

/** How many differences b − a are not above the bound; both samples ascending. */
function countUpTo(a: Float64Array, b: Float64Array, bound: number): number {
  let count = 0
  let upTo = 0
  for (const value of a) {
    while (upTo < b.length && (b[upTo] ?? 0) - value <= bound) upTo++
    count += upTo
  }
  return count
}

/** The largest difference that is not above the bound: what the halvings have come close to. */
function nearestDifference(a: Float64Array, b: Float64Array, bound: number): number {
  let nearest = Number.NEGATIVE_INFINITY
  let upTo = 0
  for (const value of a) {
    while (upTo < b.length && (b[upTo] ?? 0) - value <= bound) upTo++
    if (upTo > 0) nearest = Math.max(nearest, (b[upTo - 1] ?? 0) - value)
  }
  return nearest
}
