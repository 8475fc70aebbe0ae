/** Whether differences of pairs lie around zero, and where they lie instead (Student's paired test). */
import { studentQuantile, studentTail } from './student-tail.ts'

export interface PairedTest {
  /** Two-sided. */
  readonly pValue: number
  /** Ends of the 95 % interval of the mean, in the values' unit. */
  readonly low: number
  readonly high: number
}

/**
 * Tests differences, two or more; `inflation` ≥ 1 is by how much the variance of their mean exceeds that of independent ones, and
 * they count as that many fewer. A test by ranks could not be sure with a dozen dependent pairs, however far they are from zero.
 * @see Student 1908
 */
export function pairedTest(
  differences: readonly number[],
  { inflation = 1 }: { inflation?: number } = {},
): PairedTest {
  const count = differences.length
  const mean = differences.reduce((sum, each) => sum + each, 0) / count
  const squares = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  const deviation = Math.sqrt((squares / (count - 1)) * (inflation / count))
  const freedom = Math.max(1, count / inflation - 1)
  if (deviation === 0) return { pValue: mean === 0 ? 1 : 0, low: mean, high: mean }
  const half = studentQuantile(0.025, freedom) * deviation
  const pValue = Math.min(1, 2 * studentTail(Math.abs(mean) / deviation, freedom))
  return { pValue, low: mean - half, high: mean + half }
}
