/** Power of a criterion that rules a resource out: how probably it would have let the resource pass if that were the cause. Pure. */
import { normalTail } from '@pone/metrics/normal-tail.ts'

/** Probability of at least `least` of `count` independent events of that probability. */
export function binomialAtLeast(count: number, probability01: number, least: number): number {
  if (least <= 0) return 1
  if (probability01 >= 1) return least <= count ? 1 : 0
  let sum = 0
  let logChoose = 0
  for (let hits = 0; hits <= count; hits++) {
    if (hits > 0) logChoose += Math.log((count - hits + 1) / hits)
    if (hits >= least)
      sum += Math.exp(
        logChoose + hits * Math.log(probability01) + (count - hits) * Math.log1p(-probability01),
      )
  }
  return Math.min(1, sum)
}

/**
 * That more than half of the readings show what each of them shows with that probability: the power of a criterion on
 * their median.
 */
export const medianPower = (count: number, probability01: number): number =>
  binomialAtLeast(count, probability01, Math.floor(count / 2) + 1)

/** That the share of ones among 0/1 readings reaches `least01`, when each is one with that probability. */
export const sharePower = (count: number, probability01: number, least01: number): number =>
  // Shares such as 0.85 of 20 are not exact in binary.
  binomialAtLeast(count, probability01, Math.ceil(least01 * count - 1e-9))

/** That a normal estimate lies above a bound which is so far below its mean; both in the same unit. */
export function normalPower(distance: number, standardError: number): number {
  if (standardError <= 0) return distance >= 0 ? 1 : 0
  if (!Number.isFinite(standardError)) return 0
  const z = distance / standardError
  return z >= 0 ? 1 - normalTail(z) : normalTail(-z)
}

/**
 * That the rank correlation of so many pairs reaches `least`, when its true value is `correlation`, by Fisher's
 * transformation. @see Fieller, Hartley & Pearson 1957: its variance is 1.06 ÷ (pairs − 3)
 */
export function correlationPower(pairs: number, correlation: number, least: number): number {
  if (pairs <= 3) return 0
  return normalPower(
    Math.atanh(Math.min(correlation, 0.999_999)) - Math.atanh(least),
    Math.sqrt(1.06 / (pairs - 3)),
  )
}
