/** Corrects many tests that are read together, so that among all of them a false alarm stays as rare as in one (Holm). */

/** Adjusted probabilities, in the order of the given ones. @see Holm 1979 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 1) - (pValues[b] ?? 1))
  const adjusted = pValues.map(() => 1)
  let highest = 0
  for (const [position, index] of order.entries()) {
    highest = Math.max(highest, Math.min(1, (pValues[index] ?? 1) * (pValues.length - position)))
    adjusted[index] = highest
  }
  return adjusted
}
