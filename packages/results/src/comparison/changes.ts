/** How the figures of a run changed against the baseline's, and how sure that is. */
import { type Change, type ComparisonMetric, comparisonMetrics } from '@pone/contract/entities/comparison.ts'
import type { Statistics } from '@pone/contract/entities/run.ts'
import { holm } from '@pone/metrics/holm.ts'
import { type WindowMetric, windowMetrics } from '@pone/metrics/window-figures.ts'
import { type TestedWindows, testWindows, type WindowTest } from '@pone/metrics/window-test.ts'

export type Changes = Record<ComparisonMetric, Change>

/** Below this probability a change is no chance. */
const significant = 0.05

/** One label in one run beside the baseline's. */
export interface Pair {
  readonly baseline: Statistics
  readonly statistics: Statistics
  readonly tests: ReadonlyMap<ComparisonMetric, WindowTest | null>
}

const tested: ReadonlySet<ComparisonMetric> = new Set<WindowMetric>(windowMetrics)

/** Tests every metric that windows tell about. */
export function testAll(
  first: TestedWindows,
  second: TestedWindows,
  options: { isPaired: boolean },
): Pair['tests'] {
  return new Map(windowMetrics.map(metric => [metric, testWindows(metric, first, second, options)]))
}

/** Changes of all pairs, in their order; their tests are corrected together. */
export function changesOf(pairs: readonly Pair[]): Changes[] {
  const tests = pairs.flatMap(pair => [...pair.tests.values()].filter(test => test !== null))
  const corrected = new Map(
    holm(tests.map(({ pValue }) => pValue)).map((pValue, index) => [tests[index], pValue]),
  )
  return pairs.map(({ baseline, statistics, tests: own }) => {
    const change = (metric: ComparisonMetric): Change => {
      const test = own.get(metric) ?? null
      const pValue = test === null ? null : (corrected.get(test) ?? null)
      return {
        ...deltaOf(baseline[metric], statistics[metric]),
        significance: significanceOf(metric, pValue),
        pValue,
        lowDelta: test?.lowDelta ?? null,
        highDelta: test?.highDelta ?? null,
        windowSeconds: test?.windowSeconds ?? null,
      }
    }
    return Object.fromEntries(comparisonMetrics.map(metric => [metric, change(metric)])) as Changes
  })
}

function significanceOf(metric: ComparisonMetric, pValue: number | null): Change['significance'] {
  if (!tested.has(metric)) return 'untested'
  if (pValue === null) return 'unknown'
  return pValue < significant ? 'different' : 'same'
}

const deltaOf = (baseline: number, value: number): Pick<Change, 'delta' | 'deltaPercent'> => ({
  delta: value - baseline,
  deltaPercent: baseline === 0 ? null : ((value - baseline) / baseline) * 100,
})
