/** The smallest change that a comparison of two runs could have shown: what is smaller is missed more often than not. */
import { studentQuantile } from './student-tail.ts'

/** Below this probability, corrected for the number of tests, a difference is called one. */
export const significant01 = 0.05
/** How often a change of the smallest size is found. */
export const power01 = 0.8

/** What a test knew of the shift that it looked for. */
export interface ShiftPrecision {
  /** What its error exceeds with that probability (0 to 0.5), in the values' unit; 0 where nothing varied. */
  readonly reach: (tail01: number) => number
  /** The smallest p that the test can give, however large the change. */
  readonly leastPValue: number
}

/** The precision of a shift whose error follows Student's distribution. */
export const studentPrecision = (of: {
  /** Standard error of the shift. */
  readonly deviation: number
  readonly freedom: number
  readonly leastPValue: number
}): ShiftPrecision => ({
  reach: tail01 => of.deviation * studentQuantile(tail01, of.freedom),
  leastPValue: of.leastPValue,
})

/**
 * In the unit of the values, always positive; `tests` is the number of tests that are corrected together. null: no change however large
 * could have been shown, or nothing varied, so that nothing is known of the variation.
 * @see Cohen 1988, power of Student's test
 */
export function smallestChange({ reach, leastPValue }: ShiftPrecision, tests: number): number | null {
  const level = significant01 / Math.max(1, tests)
  if (leastPValue >= level) return null
  const smallest = reach(level / 2) + reach(1 - power01)
  return smallest > 0 ? smallest : null
}
