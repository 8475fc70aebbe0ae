/** The part of a run's load that each of its components has. */
import type { Share } from '@pone/contract/link/plan.ts'

/** The interval of the component at that index; the intervals of all of them are adjacent. */
export function componentShare(percentages: readonly number[], index: number): Share {
  const total = percentages.reduce((sum, each) => sum + each, 0)
  const before = percentages.slice(0, index).reduce((sum, each) => sum + each, 0)
  const own = percentages[index] ?? 0
  return {
    from01: total === 0 ? 0 : before / total,
    // The last one ends at exactly 1, whatever the rounding of the sum.
    to01: total === 0 || index === percentages.length - 1 ? 1 : (before + own) / total,
  }
}
