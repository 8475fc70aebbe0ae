/** Tail of the normal distribution, for the probabilities of tests. */

/** Terms or fractions after which both expansions have long reached the precision of a double. */
const maxTerms = 200

/** Probability that a standard normal value exceeds z ≥ 0; relative error below 1e-12. @see Abramowitz & Stegun 26.2.11 and 26.2.14 */
export function normalTail(z: number): number {
  if (z > 38) return 0
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  if (z < 3) {
    let term = z
    let sum = z
    for (let k = 1; k < maxTerms && term > sum * 1e-17; k++) {
      term *= (z * z) / (2 * k + 1)
      sum += term
    }
    return 0.5 - density * sum
  }
  let fraction = z
  for (let k = maxTerms; k >= 1; k--) fraction = z + k / fraction
  return density / fraction
}
