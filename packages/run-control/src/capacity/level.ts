/** Whether a level of load holds the rules, judged by how much its seconds differ. */
import type { MeasuredLevel, RuleLevel } from '@pone/contract/entities/capacity.ts'
import { studentQuantile } from '@pone/metrics/student-tail.ts'
import type { RuleSecond } from './rules.ts'

/** A second of the run, as the search is told it. */
export interface CapacityReading {
  /** By rule, in the order of the goal's rules. */
  readonly rules: readonly RuleSecond[]
  readonly requests: number
  /** Arrivals that could not begin because no user was free. */
  readonly dropped: number
}

export interface LevelVerdict extends MeasuredLevel {
  readonly state: 'holds' | 'breaks' | 'unclear'
}

interface Limits {
  readonly rules: readonly { readonly limit: number; readonly isShare: boolean }[]
}

/** Neighbouring seconds resemble each other: so many groups of them count as independent. */
const groups = 8
const maxDropped01 = 0.01

/** `tail01`: chance on either side that the true mean lies beyond the interval. */
export function judgeLevel(
  { rules }: Limits,
  readings: readonly CapacityReading[],
  tail01: number,
): LevelVerdict {
  const requests = readings.reduce((sum, reading) => sum + reading.requests, 0)
  const dropped = readings.reduce((sum, reading) => sum + reading.dropped, 0)
  const levels = rules.map((rule, index) =>
    ruleLevel(
      readings.map(reading => reading.rules[index] ?? { sum: 0, count: 0 }),
      rule.isShare,
      tail01,
    ),
  )
  const limitOf = (index: number) => rules[index]?.limit ?? Number.NaN
  const breaks =
    dropped > maxDropped01 * (requests + dropped) ||
    levels.some(({ low }, index) => low !== null && low > limitOf(index))
  const holds = requests > 0 && levels.every(({ high }, index) => high !== null && high < limitOf(index))
  const state = breaks ? 'breaks' : holds ? 'holds' : 'unclear'
  const seconds = readings.length
  return { state, rules: levels, requests, perSecond: requests / Math.max(1, seconds), seconds }
}

/** Whether the means themselves are within the limits: the word where more time does not make it clear. */
export const meansHold = ({ rules }: Limits, { rules: levels, requests }: LevelVerdict): boolean =>
  requests > 0 &&
  levels.every(({ mean }, index) => mean !== null && mean < (rules[index]?.limit ?? Number.NaN))

/** A ratio of sums, with the error of groups of seconds. @see Cochran 1977, ratio estimator */
function ruleLevel(seconds: readonly RuleSecond[], isShare: boolean, tail01: number): RuleLevel {
  const parts = grouped(seconds)
  const total = sumOf(parts)
  if (total.count === 0 || parts.length < 3) return { mean: null, low: null, high: null }
  const mean = total.sum / total.count
  const squares = parts.reduce((sum, part) => sum + (part.sum - mean * part.count) ** 2, 0)
  const bySeconds = ((parts.length / (parts.length - 1)) * squares) / total.count ** 2
  const careful = (total.sum + 1) / (total.count + 2)
  const byCount = isShare ? (careful * (1 - careful)) / total.count : 0
  const half = studentQuantile(tail01, parts.length - 1) * Math.sqrt(Math.max(bySeconds, byCount))
  return { mean, low: mean - half, high: mean + half }
}

function grouped(seconds: readonly RuleSecond[]): RuleSecond[] {
  const count = Math.min(groups, seconds.length)
  return Array.from({ length: count }, (_, index) =>
    sumOf(
      seconds.slice(
        Math.floor((index * seconds.length) / count),
        Math.floor(((index + 1) * seconds.length) / count),
      ),
    ),
  )
}

const sumOf = (parts: readonly RuleSecond[]): RuleSecond =>
  parts.reduce((total, { sum, count }) => ({ sum: total.sum + sum, count: total.count + count }), {
    sum: 0,
    count: 0,
  })
