/** By how much means differ whose values depend on each other (Student's tests with a variance inflated by that dependence). */
import { studentQuantile, studentTail } from './student-tail.ts'
import { withinSeries } from './variance-inflation.ts'

export interface MeanShift {
  /** Two-sided. */
  readonly pValue: number
  /** Ends of the 95 % interval of the shift, in the values' unit. */
  readonly low: number
  readonly high: number
  /** Standard error of the shift, in the values' unit. */
  readonly deviation: number
  /** Degrees of freedom that the standard error is worth. */
  readonly freedom: number
}

/** Fewer degrees of freedom are not claimed: the inflation has been raised for what is not known of it. */
const leastFreedom = 3

/**
 * Mean of the second sample minus that of the first, both of two values or more; `inflation` ≥ 1 as varianceInflation gives it with caution.
 * @see Welch 1947
 */
export function meanShift(
  first: readonly number[],
  second: readonly number[],
  { inflation = 1 }: { inflation?: number } = {},
): MeanShift {
  const [before, after] = [spreadOf(first), spreadOf(second)]
  const each = (first.length + second.length) / 2
  const variance = before.variance / first.length + after.variance / second.length
  return shiftBy(after.mean - before.mean, {
    variance: variance * withinSeries(inflation, each),
    freedom: (first.length + second.length) / inflation - 2,
  })
}

/** Mean of differences of pairs, two or more; `inflation` as for meanShift. @see Student 1908 */
export function pairedShift(
  differences: readonly number[],
  { inflation = 1 }: { inflation?: number } = {},
): MeanShift {
  const { mean, variance } = spreadOf(differences)
  const count = differences.length
  return shiftBy(mean, {
    variance: (variance / count) * withinSeries(inflation, count),
    freedom: count / inflation - 1,
  })
}

function shiftBy(shift: number, of: { readonly variance: number; readonly freedom: number }): MeanShift {
  const deviation = Math.sqrt(of.variance)
  const freedom = Math.max(leastFreedom, of.freedom)
  if (deviation === 0) return { pValue: shift === 0 ? 1 : 0, low: shift, high: shift, deviation, freedom }
  const half = studentQuantile(0.025, freedom) * deviation
  const pValue = Math.min(1, 2 * studentTail(Math.abs(shift) / deviation, freedom))
  return { pValue, low: shift - half, high: shift + half, deviation, freedom }
}

function spreadOf(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return { mean, variance: squares / (values.length - 1) }
}
