/** Whether differences of pairs lie around zero, judged by ranks of their sizes (Wilcoxon), and where they lie instead. */
import { rankTogether } from './mann-whitney.ts'
import { normalTail } from './normal-tail.ts'
import { studentQuantile, studentTail } from './student-tail.ts'

/** Up to this many differences the distribution is counted out. */
const maxExact = 30
/** 97.5 % quantile of the normal distribution. */
const z975 = 1.959963984540054

/** Ranks of the sizes of the differences with the differences' signs, in their order; 0 for a difference of 0, which ranks nothing. */
export function signedRanks(differences: readonly number[]): { ranks: number[]; tieSum: number } {
  const sizes = differences.filter(difference => difference !== 0).map(Math.abs)
  const { ranks, tieSum } = rankTogether(sizes, [])
  let next = 0
  const signed = differences.map(difference =>
    difference === 0 ? 0 : Math.sign(difference) * (ranks[next++] ?? 0),
  )
  return { ranks: signed, tieSum }
}

/**
 * Two-sided probability of differences as far from zero as these where there is no change. Exact for few ones without ties,
 * zeros and inflation, otherwise by the normal approximation corrected for ties and continuity; `inflation` ≥ 1 as in mannWhitney.
 * @see Wilcoxon 1945
 */
export function signedRank(
  differences: readonly number[],
  { inflation = 1 }: { inflation?: number } = {},
): number {
  const { ranks, tieSum } = signedRanks(differences)
  const count = ranks.filter(rank => rank !== 0).length
  if (count === 0) return 1
  const plus = ranks.reduce((sum, rank) => sum + Math.max(0, rank), 0)
  if (inflation === 1 && tieSum === 0 && count === ranks.length && count <= maxExact) {
    return exactPValue(plus, count)
  }
  const deviation = Math.sqrt(inflation * (countsVariance(count) - tieSum / 48))
  const z = Math.max(0, Math.abs(plus - (count * (count + 1)) / 4) - 0.5) / deviation
  return Math.min(1, 2 * (inflation === 1 ? normalTail(z) : studentTail(z, freedomOf(count, inflation))))
}

/**
 * Where the centre of the differences lies with 95 % confidence: quantiles of the means of all pairs of them (Walsh averages).
 * Not empty; exact for few ones without inflation. @see Hollander & Wolfe 1999, 3.3
 */
export function centreInterval(
  differences: readonly number[],
  { inflation = 1 }: { inflation?: number } = {},
): { low: number; high: number } {
  const count = differences.length
  const means = new Float64Array((count * (count + 1)) / 2)
  let at = 0
  for (const [index, first] of differences.entries())
    for (const second of differences.slice(0, index + 1)) means[at++] = (first + second) / 2
  means.sort()
  const left = Math.min(meansLeftOut(count, inflation), Math.floor((means.length - 1) / 2))
  return { low: means[left] ?? 0, high: means[means.length - 1 - left] ?? 0 }
}

/** How many of the sorted means lie outside at either end. */
function meansLeftOut(count: number, inflation: number): number {
  if (inflation > 1 || count > maxExact) {
    const quantile = inflation === 1 ? z975 : studentQuantile(0.025, freedomOf(count, inflation))
    const middle = (count * (count + 1)) / 4
    return Math.max(0, Math.round(middle - quantile * Math.sqrt(inflation * countsVariance(count))) - 1)
  }
  const counts = countsOfSums(count)
  let beyond = 0
  let quantile = 0
  for (const each of counts) {
    beyond += each
    if (beyond / 2 ** count >= 0.025) break
    quantile++
  }
  return Math.max(0, quantile - 1)
}

const countsVariance = (count: number): number => (count * (count + 1) * (2 * count + 1)) / 24

const freedomOf = (count: number, inflation: number): number => Math.max(1, count / inflation - 1)

function exactPValue(plus: number, count: number): number {
  const farther = Math.max(plus, (count * (count + 1)) / 2 - plus)
  let beyond = 0
  for (const [sum, each] of countsOfSums(count).entries()) if (sum >= farther) beyond += each
  return Math.min(1, (2 * beyond) / 2 ** count)
}

/** How many subsets of the ranks 1 to count have each sum. */
function countsOfSums(count: number): Float64Array {
  const counts = new Float64Array((count * (count + 1)) / 2 + 1)
  counts[0] = 1
  for (let rank = 1; rank <= count; rank++)
    for (let sum = counts.length - 1; sum >= rank; sum--)
      counts[sum] = (counts[sum] ?? 0) + (counts[sum - rank] ?? 0)
  return counts
}
