/** Estimators that a few wrong values do not move: medians, and lines through points (Theil–Sen). */
import { rankTogether } from '@pone/metrics/mann-whitney.ts'

/** 97.5 % quantile of the normal distribution. */
export const z975 = 1.959963984540054

/** An estimate with the ends of its 95 % interval, all in the value's unit. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** The value below which that share of the values lies, with linear interpolation; NaN for an empty list. */
export function quantileOf(values: readonly number[], share01: number): number {
  const sorted = Float64Array.from(values).sort()
  const at = (sorted.length - 1) * share01
  const lower = sorted[Math.floor(at)] ?? Number.NaN
  const upper = sorted[Math.ceil(at)] ?? Number.NaN
  return lower + (upper - lower) * (at - Math.floor(at))
}

/** The middle value; NaN for an empty list. */
export const medianOf = (values: readonly number[]): number => quantileOf(values, 0.5)

/** The middle 95 % of the probability that made so many of the events happen (Wilson's interval). @see Wilson 1927 */
export function shareOf(happened: number, events: number): Estimate {
  const value = happened / events
  const width = z975 * Math.sqrt((value * (1 - value)) / events + (z975 * z975) / (4 * events * events))
  const middle = value + (z975 * z975) / (2 * events)
  const scale = 1 + (z975 * z975) / events
  return { value, low: Math.max(0, (middle - width) / scale), high: Math.min(1, (middle + width) / scale) }
}

/** Ranks from 1; equal values share their mean rank. */
export const ranksOf = (values: readonly number[]): Float64Array => rankTogether(values, []).ranks

export interface RobustLine {
  /** Change of y for each unit of x. */
  readonly slope: Estimate
  readonly intercept: number
  readonly points: number
}

/**
 * The line whose slope is the median of the slopes between all pairs of points; null where fewer than two x differ.
 * `x` and `y` are of the same length. @see Sen 1968; Theil 1950
 */
export function theilSen(x: readonly number[], y: readonly number[]): RobustLine | null {
  const slopes: number[] = []
  for (let i = 0; i < x.length; i++) {
    for (let j = i + 1; j < x.length; j++) {
      const distance = (x[j] ?? 0) - (x[i] ?? 0)
      if (distance !== 0) slopes.push(((y[j] ?? 0) - (y[i] ?? 0)) / distance)
    }
  }
  if (slopes.length === 0) return null
  const value = medianOf(slopes)
  const n = x.length
  const spread = z975 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  const share = (rank: number) => Math.min(1, Math.max(0, rank / Math.max(1, slopes.length - 1)))
  return {
    slope: {
      value,
      low: quantileOf(slopes, share((slopes.length - spread) / 2 - 1)),
      high: quantileOf(slopes, share((slopes.length + spread) / 2)),
    },
    intercept: medianOf(y.map((each, index) => each - value * (x[index] ?? 0))),
    points: n,
  }
}
