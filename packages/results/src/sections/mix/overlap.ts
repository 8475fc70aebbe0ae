/** How much two distributions have in common: 100 % less half the sum of the differences of their shares; pure. */

/** @param shares of each part, 0 to 1, in the one and in the other; each side adds up to 1 @see https://en.wikipedia.org/wiki/Total_variation_distance_of_probability_measures */
export function overlapPercent(shares: readonly (readonly [one: number, other: number])[]): number {
  const differences = shares.reduce((sum, [one, other]) => sum + Math.abs(one - other), 0)
  return Math.max(0, Math.min(100, 100 - 50 * differences))
}
