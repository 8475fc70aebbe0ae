/** Assigns a component to each user (or arrival) of a run, by percentages and largest remainder; every machine computes the same assignment. */

/** How many of `total` each percentage gets: sums up to `total` exactly. @see https://en.wikipedia.org/wiki/Largest_remainder_method */
export function largestRemainder(percentages: readonly number[], total: number): number[] {
  const sum = percentages.reduce((a, b) => a + b, 0)
  if (sum <= 0) return percentages.map((_, index) => (index === 0 ? total : 0))
  const quotas = percentages.map(percentage => (total * percentage) / sum)
  const counts = quotas.map(quota => Math.floor(quota + 1e-9))
  const missing = total - counts.reduce((a, b) => a + b, 0)
  const byRemainder = quotas
    .map((quota, index) => ({ index, remainder: quota - (counts[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, missing)) counts[index] = (counts[index] ?? 0) + 1
  return counts
}

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
