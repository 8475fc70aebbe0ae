/** Rules that a capacity search holds to, as means of what is counted per second: of each kind more load makes it worse. */
import type { Counters } from '@pone/metrics/counters.ts'
import { capacityProblemOf } from '@pone/plan/code/capacity-text.ts'
import type { SlaRule } from '@pone/plan/scenario/scenario.ts'

/** What one second adds to a rule: the mean over a level is Σ sum ÷ Σ count. */
export interface RuleSecond {
  readonly sum: number
  readonly count: number
}

export interface CapacityRule {
  readonly rule: SlaRule
  /** The rule holds while the mean is below it: a share of 0 to 1, or ms. */
  readonly limit: number
  /** Whether the mean is a share, whose error is at least that of a binomial count. */
  readonly isShare: boolean
  readonly read: (counters: Counters) => RuleSecond
}

const percentiles: Partial<Record<SlaRule['metric'], number>> = {
  p50: 50,
  p90: 90,
  p95: 95,
  p99: 99,
  p999: 99.9,
}

/** The rule for a search; null for rules that `capacityProblemOf` refuses. */
export function capacityRuleOf(rule: SlaRule): CapacityRule | null {
  if (capacityProblemOf(rule) !== null) return null
  const { metric, threshold } = rule
  const percentile = percentiles[metric]
  if (percentile !== undefined) {
    // A percentile is below the threshold while few enough values are above it.
    const read = (counters: Counters) => ({
      sum: countAbove(counters, threshold * 1_000),
      count: counters.count,
    })
    return { rule, limit: 1 - percentile / 100, isShare: true, read }
  }
  const failed = ({ failed: sum, count }: Counters) => ({ sum, count })
  if (metric === 'errorPercent') return { rule, limit: threshold / 100, isShare: true, read: failed }
  if (metric === 'successPercent') return { rule, limit: 1 - threshold / 100, isShare: true, read: failed }
  if (metric !== 'avg') return null
  return {
    rule,
    limit: threshold,
    isShare: false,
    read: ({ sumUs, count }) => ({ sum: sumUs / 1_000, count }),
  }
}

function countAbove({ histogram }: Counters, limitUs: number): number {
  let above = 0
  for (const { lowestUs, count } of histogram.slots()) if (lowestUs > limitUs) above += count
  return above
}
