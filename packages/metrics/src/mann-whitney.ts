/** Whether two samples come from the same distribution, judged by ranks alone: no shape is assumed, and outliers weigh little (Mann–Whitney U). */
import { normalTail } from './normal-tail.ts'
import { studentTail } from './student-tail.ts'

export interface RankTest {
  /** Pairs in which the first sample's value is the larger one, ties counted half. */
  readonly u: number
  /** Two-sided. */
  readonly pValue: number
}

/** Up to this size of both samples the distribution of U is counted out. */
const maxExact = 20

/** Values of both samples in ascending order, with ranks from 1; equal values share their mean rank. */
export interface PooledRanks {
  /** In the order of the first sample, then the second. */
  readonly ranks: Float64Array
  /** Σ (t³ − t) over groups of equal values; 0 without ties. */
  readonly tieSum: number
}

/** Ranks of the values of both samples among all of them. */
export function rankTogether(first: readonly number[], second: readonly number[]): PooledRanks {
  const values = Float64Array.from([...first, ...second])
  const order = Uint32Array.from(values, (_, index) => index).sort(
    (a, b) => (values[a] ?? 0) - (values[b] ?? 0),
  )
  const ranks = new Float64Array(values.length)
  let tieSum = 0
  for (let from = 0; from < order.length; ) {
    let to = from + 1
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to++
    for (let at = from; at < to; at++) ranks[order[at] ?? 0] = (from + 1 + to) / 2
    const ties = to - from
    tieSum += ties ** 3 - ties
    from = to
  }
  return { ranks, tieSum }
}

/**
 * Tests two samples, neither empty. Exact for small ones without ties, otherwise by the normal approximation corrected for
 * ties and continuity. `inflation` ≥ 1 is by how much the variance of U exceeds that of independent values, an estimate that
 * Student's distribution allows for.
 * @see Mann & Whitney 1947, Lehmann 2006
 */
export function mannWhitney(
  first: readonly number[],
  second: readonly number[],
  { inflation = 1, pooled = rankTogether(first, second) }: { inflation?: number; pooled?: PooledRanks } = {},
): RankTest {
  const [m, n] = [first.length, second.length]
  let rankSum = 0
  for (let index = 0; index < m; index++) rankSum += pooled.ranks[index] ?? 0
  const u = rankSum - (m * (m + 1)) / 2
  if (inflation === 1 && pooled.tieSum === 0 && m <= maxExact && n <= maxExact) {
    return { u, pValue: exactPValue(u, m, n) }
  }
  return { u, pValue: approximatePValue(u, m, n, { inflation, tieSum: pooled.tieSum }) }
}

/** The smallest p that samples of these sizes can give: every value of one above every value of the other. `inflation` as for mannWhitney. */
export const leastPValueOf = (m: number, n: number, inflation: number): number =>
  inflation === 1 && m <= maxExact && n <= maxExact
    ? exactPValue(0, m, n)
    : approximatePValue(0, m, n, { inflation, tieSum: 0 })

function approximatePValue(
  u: number,
  m: number,
  n: number,
  { inflation, tieSum }: { readonly inflation: number; readonly tieSum: number },
): number {
  const deviation = standardDeviationOfU(m, n, { inflation, tieSum })
  if (deviation === 0) return 1
  const z = Math.max(0, Math.abs(u - (m * n) / 2) - 0.5) / deviation
  const tail = inflation === 1 ? normalTail(z) : studentTail(z, freedomOf(m, n, inflation))
  return Math.min(1, 2 * tail)
}

/** Degrees of freedom of samples that are worth fewer independent values than they have. */
export const freedomOf = (m: number, n: number, inflation: number): number =>
  Math.max(1, (m + n) / inflation - 2)

/** Of U when both samples come from the same distribution; 0 when all values are equal. */
export function standardDeviationOfU(
  m: number,
  n: number,
  { inflation = 1, tieSum = 0 }: { inflation?: number; tieSum?: number } = {},
): number {
  const all = m + n
  return Math.sqrt(inflation * ((m * n) / 12) * (all + 1 - tieSum / (all * (all - 1))))
}

/** Twice the share of orders of m + n distinct values whose U is at least as far out. */
function exactPValue(u: number, m: number, n: number): number {
  const farther = Math.max(u, m * n - u)
  const counts = countsOfU(m, n)
  let all = 0
  let beyond = 0
  for (const [value, count] of counts.entries()) {
    all += count
    if (value >= farther) beyond += count
  }
  return Math.min(1, (2 * beyond) / all)
}

/** How many orders of m + n distinct values give each U from 0 to m·n: coefficients of the Gaussian binomial. */
export function countsOfU(m: number, n: number): Float64Array {
  const counts = new Float64Array(m * n + 1)
  counts[0] = 1
  for (let i = 1; i <= m; i++) {
    // Times (1 − q^(n+i)), then divided by (1 − q^i).
    for (let u = counts.length - 1; u >= n + i; u--) counts[u] = (counts[u] ?? 0) - (counts[u - n - i] ?? 0)
    for (let u = i; u < counts.length; u++) counts[u] = (counts[u] ?? 0) + (counts[u - i] ?? 0)
  }
  return counts
}
