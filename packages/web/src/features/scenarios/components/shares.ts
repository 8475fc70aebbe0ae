/** Even distribution of the load; pure. */
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'

/** Even percentages with two decimal places that add up to exactly 100. */
export function evenShares(count: number): number[] {
  const hundredths = Math.floor(10_000 / Math.max(1, count))
  return Array.from(
    { length: count },
    (_, i) => (i === 0 ? 10_000 - hundredths * (count - 1) : hundredths) / 100,
  )
}

/** The bindings with even percentages. */
export function sharedEvenly(bindings: ScenarioDocument['bindings']): ScenarioDocument['bindings'] {
  const shares = evenShares(bindings.length)
  return bindings.map((binding, at) => ({ ...binding, percentage: shares[at] ?? 0 }))
}
