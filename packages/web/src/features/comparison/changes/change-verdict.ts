/** The verdict on a change against the baseline for a given tolerance; pure. */
import {
  type Change,
  type ComparedCell,
  type ComparisonMetric,
  goodDirections,
} from '@pone/contract/entities/comparison.ts'
import type { StatusTone } from '../../../ui/theme/palette.ts'

/**
 * better, worse, changed (neither is good): significant and not small; small: significant, below the tolerance;
 * notShown: no difference could be shown; unknown: too little data; untested: no test for such a figure.
 */
export type ChangeVerdict = 'better' | 'worse' | 'changed' | 'small' | 'notShown' | 'unknown' | 'untested'

export const defaultTolerancePercent = 5

export function verdictOf(metric: ComparisonMetric, change: Change, tolerancePercent: number): ChangeVerdict {
  if (change.significance !== 'different') return change.significance
  if (change.delta === 0) return 'small'
  if (change.deltaPercent !== null && Math.abs(change.deltaPercent) < tolerancePercent) return 'small'
  const good = goodDirections[metric]
  if (good === null) return 'changed'
  return change.delta < 0 === (good === 'lower') ? 'better' : 'worse'
}

/** Whether the change is significant and above the tolerance. */
export const isNotable = (verdict: ChangeVerdict): boolean =>
  verdict === 'better' || verdict === 'worse' || verdict === 'changed'

/** Whether the figures differ by at least the tolerance, significant or not. */
export const isLarge = ({ delta, deltaPercent }: Change, tolerancePercent: number): boolean =>
  deltaPercent === null ? delta !== 0 : Math.abs(deltaPercent) >= tolerancePercent

export interface Answer {
  /** same: a difference that is shown to be below the tolerance; notShown: none is shown, of whatever size; unknown: too little data. */
  readonly speed: 'faster' | 'slower' | 'same' | 'notShown' | 'unknown'
  /** The metric that the speed verdict is based on. */
  readonly speedMetric: ComparisonMetric
  readonly errors: 'more' | 'fewer' | null
}

/** P95 needs many requests; where it cannot be tested, a metric that needs fewer decides. */
const speedMetrics = ['p95Ms', 'p90Ms', 'p50Ms', 'avgMs'] as const

/** The summary of a run: its speed and its errors, because failing requests can be fast. */
export function answerOf(changes: NonNullable<ComparedCell['changes']>, tolerancePercent: number): Answer {
  const verdict = (metric: ComparisonMetric) => verdictOf(metric, changes[metric], tolerancePercent)
  const speedMetric = speedMetrics.find(metric => verdict(metric) !== 'unknown') ?? 'p95Ms'
  const errors = verdict('errorPercent')
  return {
    speed: speedOf(verdict(speedMetric)),
    speedMetric,
    errors: errors === 'worse' ? 'more' : errors === 'better' ? 'fewer' : null,
  }
}

function speedOf(verdict: ChangeVerdict): Answer['speed'] {
  if (verdict === 'better') return 'faster'
  if (verdict === 'worse') return 'slower'
  if (verdict === 'unknown' || verdict === 'untested') return 'unknown'
  return verdict === 'small' ? 'same' : 'notShown'
}

/** failed: slower, or more errors without being faster; warning: faster with more errors, or unknown. */
export function answerTone({ speed, errors }: Answer): StatusTone {
  if (speed === 'slower') return 'failed'
  if (errors === 'more') return speed === 'faster' ? 'warning' : 'failed'
  if (speed === 'unknown') return 'warning'
  return speed === 'faster' || errors === 'fewer' ? 'passed' : 'off'
}
