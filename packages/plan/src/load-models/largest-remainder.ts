/** Divides a whole number by weights without losing any of it. */

/** How many of `total` each weight gets: sums up to `total` exactly. @see https://en.wikipedia.org/wiki/Largest_remainder_method */
export function largestRemainder(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  if (sum <= 0) return weights.map((_, index) => (index === 0 ? total : 0))
  const quotas = weights.map(weight => (total * weight) / sum)
  const counts = quotas.map(quota => Math.floor(quota + 1e-9))
  const missing = total - counts.reduce((a, b) => a + b, 0)
  const byRemainder = quotas
    .map((quota, index) => ({ index, remainder: quota - (counts[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, missing)) counts[index] = (counts[index] ?? 0) + 1
  return counts
}
