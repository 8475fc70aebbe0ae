/** Where the level of a series changes: the segmentation with the least squares plus a penalty for each change, found exactly (PELT). */
import { medianOf } from './robust.ts'

/** Penalty of a change, in variances times the logarithm of the length. */
const penaltyFactor = 3
/** A median of absolute deviations of normal values times this is their standard deviation. */
const madToDeviation = 1.4826
const minLength = 2

/** Indexes at which a new level begins, ascending. @see Killick, Fearnhead & Eckley 2012 */
export function changePoints(values: readonly number[]): number[] {
  const n = values.length
  const noise = noiseOf(values)
  if (n < 2 * minLength || noise === 0) return []
  const penalty = penaltyFactor * noise * noise * Math.log(n)
  const cost = segmentCost(values)
  const best = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY)
  best[0] = -penalty
  const previous = new Int32Array(n + 1)
  let starts = [0]
  for (let end = minLength; end <= n; end++) {
    const costs = starts.map(start => (best[start] ?? 0) + cost(start, end))
    let least = 0
    for (let at = 1; at < costs.length; at++) if ((costs[at] ?? 0) < (costs[least] ?? 0)) least = at
    best[end] = (costs[least] ?? 0) + penalty
    previous[end] = starts[least] ?? 0
    // A start that is worse than this end by now stays worse for every later end.
    const open = starts.filter((_, at) => (costs[at] ?? 0) <= (best[end] ?? 0))
    starts = end + 1 >= 2 * minLength ? [...open, end + 1 - minLength] : open
  }
  const changes: number[] = []
  for (let end = previous[n] ?? 0; end > 0; end = previous[end] ?? 0) changes.unshift(end)
  return changes
}

/** Standard deviation of the values around their levels, from the differences between neighbours. */
function noiseOf(values: readonly number[]): number {
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0))
  const middle = medianOf(steps)
  return (madToDeviation * medianOf(steps.map(step => Math.abs(step - middle)))) / Math.SQRT2
}

/** Sum of squares of the values from `start` to before `end` around their mean. */
function segmentCost(values: readonly number[]): (start: number, end: number) => number {
  const sums = new Float64Array(values.length + 1)
  const squares = new Float64Array(values.length + 1)
  for (const [index, value] of values.entries()) {
    sums[index + 1] = (sums[index] ?? 0) + value
    squares[index + 1] = (squares[index] ?? 0) + value * value
  }
  return (start, end) => {
    const sum = (sums[end] ?? 0) - (sums[start] ?? 0)
    return (squares[end] ?? 0) - (squares[start] ?? 0) - (sum * sum) / (end - start)
  }
}
