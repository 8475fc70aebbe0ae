/** How the figures of a run changed against the baseline's, and how sure that is. */
import { type Change, type ComparisonMetric, comparisonMetrics } from '@pone/contract/entities/comparison.ts'
import type { Statistics } from '@pone/contract/entities/run.ts'
import { holm } from '@pone/metrics/holm.ts'
import { significant01, smallestChange } from '@pone/metrics/smallest-change.ts'
import { type WindowMetric, windowMetrics } from '@pone/metrics/window-figures.ts'
import {
  type TestedWindows,
  testWindows,
  type WindowTest,
  type WindowTestOptions,
} from '@pone/metrics/window-test.ts'

export type Changes = Record<ComparisonMetric, Change>

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
  options: WindowTestOptions,
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
      const of = deltaOf(baseline[metric], statistics[metric])
      const smallest = test === null ? null : smallestChange(test, tests.length)
      return {
        ...of,
        significance: significanceOf(metric, pValue, isOpposed(of.delta, test)),
        pValue,
        lowDelta: test?.lowDelta ?? null,
        highDelta: test?.highDelta ?? null,
        windowSeconds: test?.windowSeconds ?? null,
        smallestDelta: smallest,
        smallestPercent:
          smallest === null || baseline[metric] === 0 ? null : (smallest / baseline[metric]) * 100,
      }
    }
    return Object.fromEntries(comparisonMetrics.map(metric => [metric, change(metric)])) as Changes
  })
}

/** The figures of the whole part changed the other way than the windows that were tested. */
const isOpposed = (delta: number, test: WindowTest | null): boolean =>
  test !== null && ((delta < 0 && test.lowDelta > 0) || (delta > 0 && test.highDelta < 0))

function significanceOf(
  metric: ComparisonMetric,
  pValue: number | null,
  isContradicted: boolean,
): Change['significance'] {
  if (!tested.has(metric)) return 'untested'
  if (pValue === null) return 'unknown'
  return pValue < significant01 && !isContradicted ? 'different' : 'notShown'
}

const deltaOf = (baseline: number, value: number): Pick<Change, 'delta' | 'deltaPercent'> => ({
  delta: value - baseline,
  deltaPercent: baseline === 0 ? null : ((value - baseline) / baseline) * 100,
})
