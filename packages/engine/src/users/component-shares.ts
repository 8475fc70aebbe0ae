/** Assigns a component to each user (or arrival) of a run, by percentages and largest remainder; every machine computes the same assignment. */
import { largestRemainder } from '@pone/plan/load-models/largest-remainder.ts'

/** Component (index in `percentages`) of each of the first `total` users, mixed so that every prefix of the sequence is close to the percentages. */
export function assignComponents(percentages: readonly number[], total: number): Uint8Array {
  const counts = largestRemainder(percentages, total)
  const assigned = new Uint8Array(total)
  const given = counts.map(() => 0)
  for (let i = 0; i < total; i++) {
    let best = 0
    let bestPosition = Number.POSITIVE_INFINITY
    for (let component = 0; component < counts.length; component++) {
      const position = ((given[component] ?? 0) + 0.5) / (counts[component] ?? 0)
      if ((given[component] ?? 0) < (counts[component] ?? 0) && position < bestPosition) {
        best = component
        bestPosition = position
      }
    }
    given[best] = (given[best] ?? 0) + 1
    assigned[i] = best
  }
  return assigned
}
