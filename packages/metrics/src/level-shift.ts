/** By how much the levels of two series differ whose values depend on the one before: Student's tests, over all dependences that the series leave possible. */
import { studentTail } from './student-tail.ts'
import { firstOrderInflation, summedInflation } from './variance-inflation.ts'

export interface LevelShift {
  /** Two-sided. */
  readonly pValue: number
  /** Ends of the 95 % interval of the shift, in the values' unit. */
  readonly low: number
  readonly high: number
  /** What the shift exceeds with that probability (0 to 0.5), above what was found, in the values' unit. */
  readonly reach: (tail01: number) => number
}

/** What is known of the shift at one dependence. */
interface Known {
  readonly weight: number
  readonly shift: number
  readonly deviation: number
  readonly freedom: number
}

/** What is known of a series' level at one dependence. */
interface Level {
  readonly mean: number
  /** Squared standard error. */
  readonly variance: number
  readonly freedom: number
  /** Logarithm of the likelihood, level and variance integrated out. */
  readonly logLikelihood: number
}

/** A correlation of a value with the one before it, and how much it is believed before a value is seen. */
interface Dependence {
  readonly correlation: number
  readonly belief: number
}

const steps = 32
/** From 0 to almost 1, closer together towards 1; believed in with √(1 − correlation), since a level that never comes back is none. */
export const anyDependence: readonly Dependence[] = Array.from({ length: steps }, (_, at) => {
  const left = (at + 0.5) / steps
  return { correlation: 1 - left ** 2, belief: left ** 2 }
})
const negligible01 = 1e-7
/** Of a quantile, in terms of the shift and its error. */
const precision = 1e-4
const farthest = 1e9
const mostSteps = 100

/**
 * Level of the second series minus that of the first; one series alone is compared with 0. Series are in order of time, NaN marks a
 * missing value; each has two known values or more. Levels and variances are a series' own, the dependence is the same in all. Where
 * they depend on each other in more than a first-order way, the error is raised by what the sum of their autocorrelations says.
 * @see Zellner & Tiao 1964, Bayesian analysis of a first-order process; Welch 1947
 */
export function levelShift(
  series: readonly Float64Array[],
  dependences: readonly Dependence[] = anyDependence,
): LevelShift {
  const around = series.map(centred)
  const levels = dependences.map(({ correlation }) => around.map(each => levelOf(each, correlation)))
  if (levels[0]?.every(({ variance }) => variance === 0) === true) return certain(shiftOf(levels[0]))
  const weights = weightsOf(levels, dependences)
  const correlation = weights.reduce(
    (sum, weight, at) => sum + weight * (dependences[at]?.correlation ?? 0),
    0,
  )
  const each = series.reduce((sum, { length }) => sum + length, 0) / series.length
  const misfit = Math.max(
    1,
    summedInflation(around.map(({ values }) => values)) / firstOrderInflation(each, correlation),
  )
  const known = levels.flatMap((of, at): Known[] => {
    const weight = weights[at] ?? 0
    return weight < negligible01 ? [] : [{ weight, shift: shiftOf(of), ...spreadOf(of, misfit) }]
  })
  const tail = (value: number) => tailAbove(known, value)
  const middle = known.reduce((sum, { weight, shift }) => sum + weight * shift, 0)
  const scale = known.reduce((sum, { weight, deviation }) => sum + weight * deviation, 0)
  const at = (tail01: number) => quantile(tail, tail01, { middle, scale })
  return {
    pValue: Math.min(1, 2 * Math.min(tail(0), 1 - tail(0))),
    low: at(0.975),
    high: at(0.025),
    reach: tail01 => at(tail01) - middle,
  }
}

/** How likely each dependence is, given the series; their sum is 1. */
function weightsOf(levels: readonly (readonly Level[])[], dependences: readonly Dependence[]): number[] {
  const logs = levels.map((of, at) =>
    of.reduce((sum, { logLikelihood }) => sum + logLikelihood, Math.log(dependences[at]?.belief ?? 0)),
  )
  const most = Math.max(...logs)
  const weights = logs.map(log => Math.exp(log - most))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map(weight => weight / total)
}

const certain = (shift: number): LevelShift => ({
  pValue: shift === 0 ? 1 : 0,
  low: shift,
  high: shift,
  reach: () => 0,
})

const shiftOf = (levels: readonly Level[]): number =>
  levels.length === 1 ? (levels[0]?.mean ?? 0) : (levels[1]?.mean ?? 0) - (levels[0]?.mean ?? 0)

/** @see Satterthwaite 1946 */
function spreadOf(levels: readonly Level[], misfit: number): { deviation: number; freedom: number } {
  const variance = levels.reduce((sum, level) => sum + level.variance, 0)
  const parts = levels.reduce((sum, level) => sum + level.variance ** 2 / level.freedom, 0)
  return { deviation: Math.sqrt(misfit * variance), freedom: variance ** 2 / parts }
}

function levelOf({ mean, values }: Centred, correlation: number): Level {
  let [weights, weighted, squares, logScales, count, before, gap] = [0, 0, 0, 0, 0, 0, 0]
  for (const value of values) {
    gap += 1
    if (Number.isNaN(value)) continue
    // What the value before it, gap values ago, says of this one.
    const kept = count === 0 ? 0 : correlation ** gap
    const scale = Math.sqrt(1 - kept ** 2)
    const [own, share] = [(value - kept * before) / scale, (1 - kept) / scale]
    weights += share ** 2
    weighted += share * own
    squares += own ** 2
    logScales += Math.log(scale)
    count += 1
    before = value
    gap = 0
  }
  const shift = weighted / weights
  const freedom = count - 1
  const left = Math.max(0, squares - weights * shift ** 2)
  // Where nothing varies, nothing is known of the dependence.
  const logLikelihood = left === 0 ? 0 : -logScales - 0.5 * Math.log(weights) - 0.5 * freedom * Math.log(left)
  return { mean: mean + shift, variance: left / freedom / weights, freedom, logLikelihood }
}

/** A series without its mean, so that no digits are lost to it. */
interface Centred {
  readonly mean: number
  readonly values: Float64Array
}

/** What varies by less than the digits of a number is the same. */
const sameness = 1e-12

function centred(values: Float64Array): Centred {
  const known = values.filter(value => !Number.isNaN(value))
  const mean = known.reduce((sum, value) => sum + value / known.length, 0)
  const around = values.map(value => (Math.abs(value - mean) <= sameness * Math.abs(mean) ? 0 : value - mean))
  return { mean, values: around }
}

/** Probability that the shift is above a value. */
const tailAbove = (known: readonly Known[], value: number): number =>
  known.reduce((sum, { weight, shift, deviation, freedom }) => {
    const t = (value - shift) / deviation
    const tail = studentTail(Math.abs(t), freedom)
    return sum + weight * (t >= 0 ? tail : 1 - tail)
  }, 0)

/** The value that the shift exceeds with that probability. @see Dowell & Jarratt 1971, the Illinois algorithm */
function quantile(
  tail: (value: number) => number,
  tail01: number,
  { middle, scale }: { readonly middle: number; readonly scale: number },
): number {
  const over = (value: number) => tail(value) - tail01
  const enough = precision * (Math.abs(middle) + scale)
  const low = { at: middle - scale, over: over(middle - scale) }
  const high = { at: middle + scale, over: over(middle + scale) }
  for (let width = scale; low.over < 0 && width < farthest * scale; width *= 2) {
    low.at -= width
    low.over = over(low.at)
  }
  for (let width = scale; high.over > 0 && width < farthest * scale; width *= 2) {
    high.at += width
    high.over = over(high.at)
  }
  let before = Number.NaN
  let moved: 'low' | 'high' | null = null
  for (let step = 0; step < mostSteps; step++) {
    const at = (low.at * high.over - high.at * low.over) / (high.over - low.over)
    if (Math.abs(at - before) < enough) return at
    before = at
    const found = over(at)
    if (found === 0) return at
    const side = found > 0 ? 'low' : 'high'
    Object.assign(side === 'low' ? low : high, { at, over: found })
    // An end that stays twice would hold the other one back.
    if (side === moved) (side === 'low' ? high : low).over /= 2
    moved = side
  }
  return before
}
