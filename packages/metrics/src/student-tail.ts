/** Tail of Student's distribution, for tests whose variance is itself estimated from few values. */

/** Depth of the continued fraction, far beyond what thousands of degrees of freedom need. */
const depth = 100
/** Halvings of a quantile's bounds at most. */
const steps = 100

/** Probability that a value of the distribution with that many degrees of freedom (> 0) exceeds t ≥ 0. @see Abramowitz & Stegun 26.5.8, 26.5.27 */
export const studentTail = (t: number, freedom: number): number =>
  0.5 * incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)

/** The t that is exceeded with that probability (0 to 0.5). */
export function studentQuantile(tail01: number, freedom: number): number {
  let [low, high] = [0, 1]
  while (studentTail(high, freedom) > tail01 && high < 1e9) high *= 2
  for (let step = 0; step < steps && high - low > high * 1e-10; step++) {
    const middle = (low + high) / 2
    if (studentTail(middle, freedom) > tail01) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Regularised incomplete beta function, x in [0, 1]. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges quickly on this side only.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b)) / a
  let fraction = 1
  for (let m = depth; m >= 1; m--) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    fraction = 1 + even / (1 + odd / fraction)
  }
  const first = (-(a + b) * x) / (a + 1)
  return front / (1 + first / fraction)
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b)

const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
]

/** Natural logarithm of the gamma function for x ≥ 0.5. @see Lanczos 1964 */
function logGamma(x: number): number {
  const base = x - 1
  const t = base + lanczos.length - 0.5
  const sum = lanczos.reduce(
    (total, coefficient, index) => total + coefficient / (base + index + 1),
    0.9999999999998099,
  )
  return 0.5 * Math.log(2 * Math.PI) + (base + 0.5) * Math.log(t) - t + Math.log(sum)
}
