/** What a change against the baseline means for a person who tolerates small ones; pure. */
import {
  type Change,
  type ComparedCell,
  type ComparisonMetric,
  goodDirections,
} from '@pone/contract/entities/comparison.ts'

/**
 * better, worse, changed (neither is good): significant and not small; small: significant, below the tolerance;
 * same: within the runs' own variation; unknown: too little data; untested: no test for such a figure.
 */
export const changeVerdicts = ['better', 'worse', 'changed', 'small', 'same', 'unknown', 'untested'] as const
export type ChangeVerdict = (typeof changeVerdicts)[number]

export const defaultTolerancePercent = 5

export function verdictOf(metric: ComparisonMetric, change: Change, tolerancePercent: number): ChangeVerdict {
  if (change.significance !== 'different') return change.significance
  if (change.delta === 0) return 'same'
  if (change.deltaPercent !== null && Math.abs(change.deltaPercent) < tolerancePercent) return 'small'
  const good = goodDirections[metric]
  if (good === null) return 'changed'
  return change.delta < 0 === (good === 'lower') ? 'better' : 'worse'
}

/** Whether it is worth a look. */
export const isNotable = (verdict: ChangeVerdict): boolean =>
  verdict === 'better' || verdict === 'worse' || verdict === 'changed'

export interface Answer {
  readonly speed: 'faster' | 'slower' | 'same' | 'unknown'
  readonly errors: 'more' | 'fewer' | null
}

/** The short answer of a run: its P95 tells the speed, and errors speak for themselves, as failing can be fast. */
export function answerOf(changes: NonNullable<ComparedCell['changes']>, tolerancePercent: number): Answer {
  const speeds = { better: 'faster', worse: 'slower', unknown: 'unknown', untested: 'unknown' } as const
  const speed = verdictOf('p95Ms', changes.p95Ms, tolerancePercent)
  const errors = verdictOf('errorPercent', changes.errorPercent, tolerancePercent)
  return {
    speed: speed in speeds ? speeds[speed as keyof typeof speeds] : 'same',
    errors: errors === 'worse' ? 'more' : errors === 'better' ? 'fewer' : null,
  }
}
