/** Which counters moved with the load or its figures: rank correlation over a range of lags, judged by how many independent values the series hold. */
import { holm } from '@pone/metrics/holm.ts'
import { studentTail } from '@pone/metrics/student-tail.ts'
import { ranksOf } from './robust.ts'

/** A series on a grid of equal steps; NaN marks a missing value. */
export interface GridSeries {
  readonly id: string
  readonly values: readonly number[]
}

export interface LaggedCorrelation {
  /** Ids of the two series. */
  readonly counter: string
  readonly target: string
  /** Spearman's rank correlation at the best lag, -1 to 1. */
  readonly r: number
  /** Steps by which the counter follows the target; negative: it leads. */
  readonly lagSteps: number
  /** Pairs of values that were compared. */
  readonly pairs: number
  /** Independent pairs that they are worth, from 2. */
  readonly effectivePairs: number
  /** Two-sided, corrected for all lags and all pairs of series that were tried together. */
  readonly pValue: number
}

/** Pairs below which nothing is said of two series. */
const minPairs = 10
/** Lags of the autocorrelation that are looked at: a quarter of the series, as usual. */
const lagShare = 0.25

/**
 * Correlations of every counter with every target, strongest evidence first; a pair of series with fewer than ten common
 * values, or one that does not vary, is left out.
 */
export function correlate(
  counters: readonly GridSeries[],
  targets: readonly GridSeries[],
  { maxLagSteps }: { readonly maxLagSteps: number },
): LaggedCorrelation[] {
  const found: LaggedCorrelation[] = []
  for (const counter of counters) {
    for (const target of targets) {
      const best = bestLag(counter, target, maxLagSteps)
      if (best !== null) found.push(best)
    }
  }
  const adjusted = holm(found.map(({ pValue }) => pValue))
  return found
    .map((each, index) => ({ ...each, pValue: adjusted[index] ?? 1 }))
    .sort((a, b) => a.pValue - b.pValue || Math.abs(b.r) - Math.abs(a.r))
}

function bestLag(counter: GridSeries, target: GridSeries, maxLagSteps: number): LaggedCorrelation | null {
  let best: LaggedCorrelation | null = null
  let tried = 0
  for (let lag = -maxLagSteps; lag <= maxLagSteps; lag++) {
    const at = correlationAt(counter.values, target.values, lag)
    if (at === null) continue
    tried += 1
    const isBetter =
      best === null ||
      at.pValue < best.pValue ||
      (at.pValue === best.pValue && Math.abs(lag) < Math.abs(best.lagSteps))
    if (isBetter) best = { counter: counter.id, target: target.id, lagSteps: lag, ...at }
  }
  // The best of several lags is better by chance; neighbouring lags resemble each other, so this is on the safe side.
  return best === null ? null : { ...best, pValue: Math.min(1, best.pValue * tried) }
}

function correlationAt(counter: readonly number[], target: readonly number[], lag: number) {
  const x: number[] = []
  const y: number[] = []
  for (let at = 0; at < target.length; at++) {
    const [one, other] = [counter[at + lag] ?? Number.NaN, target[at] ?? Number.NaN]
    if (Number.isNaN(one) || Number.isNaN(other)) continue
    x.push(one)
    y.push(other)
  }
  if (x.length < minPairs) return null
  const [first, second] = [centredRanks(x), centredRanks(y)]
  if (first === null || second === null) return null
  const r = product(first, second, 0)
  const effectivePairs = effectiveSize(first, second)
  return { r, pairs: x.length, effectivePairs, pValue: pValueOf(r, effectivePairs) }
}

/** Ranks with mean 0 and length 1; null where all values are equal. */
function centredRanks(values: readonly number[]): Float64Array | null {
  const ranks = ranksOf(values).map(rank => rank - (values.length + 1) / 2)
  const length = Math.sqrt(ranks.reduce((sum, rank) => sum + rank * rank, 0))
  return length === 0 ? null : ranks.map(rank => rank / length)
}

function product(a: Float64Array, b: Float64Array, lag: number): number {
  let sum = 0
  for (let at = lag; at < a.length; at++) sum += (a[at] ?? 0) * (b[at - lag] ?? 0)
  return sum
}

/** Independent pairs in two series that each resemble their past. @see Pyper & Peterman 1998, equation 1 */
function effectiveSize(a: Float64Array, b: Float64Array): number {
  const n = a.length
  let factor = 1
  for (let lag = 1; lag <= n * lagShare; lag++) {
    // The estimate of an autocorrelation is too small by about 1/n for each pair that is missing at this lag.
    const scale = n / (n - lag)
    factor += 2 * (1 - lag / n) * product(a, a, lag) * scale * product(b, b, lag) * scale
  }
  return Math.min(n, Math.max(2, n / Math.max(1, factor)))
}

function pValueOf(r: number, pairs: number): number {
  const freedom = pairs - 2
  if (freedom <= 0) return 1
  const t = Math.abs(r) * Math.sqrt(freedom / Math.max(1e-12, 1 - r * r))
  return Math.min(1, 2 * studentTail(t, freedom))
}
