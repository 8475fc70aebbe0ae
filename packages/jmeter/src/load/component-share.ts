/** Which part of a run's load each of its components has. */
import type { Share } from '@pone/contract/link/plan.ts'

/** The stretch of the component at that place; the stretches of all of them lie side by side. */
export function componentShare(percentages: readonly number[], index: number): Share {
  const total = percentages.reduce((sum, each) => sum + each, 0)
  const before = percentages.slice(0, index).reduce((sum, each) => sum + each, 0)
  const own = percentages[index] ?? 0
  return {
    from01: total === 0 ? 0 : before / total,
    // The last one ends at exactly 1, whatever the sum rounds to.
    to01: total === 0 || index === percentages.length - 1 ? 1 : (before + own) / total,
  }
}
