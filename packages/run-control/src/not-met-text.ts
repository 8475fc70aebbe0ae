/** Why an SLA rule was not met, as a coded text for events and causes: rule, measured value and interval. */
import type { SlaResult } from '@pone/contract/entities/run.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import type { SlaRule } from '@pone/plan/scenario/scenario.ts'
import { ruleSentence, ruleValue } from '@pone/results/export/rule-sentence.ts'

/** The interval is given on the run's clock. */
export function notMetText(rule: SlaRule, violation: NonNullable<SlaResult['violation']>): string {
  const { value, fromMs, toMs } = violation
  return toldCause(causeOf(rule), {
    rule: { zh: ruleSentence(rule, 'zh'), en: ruleSentence(rule, 'en') },
    from: formatClock(fromMs / 1_000),
    to: formatClock(toMs / 1_000),
    value: ruleValue(rule, value),
  })
}

const causeOf = ({ window, metric }: SlaRule) => {
  if (window.kind !== 'for') return 'ruleNotMet'
  return metric === 'counter' ? 'ruleNotMetEachValue' : 'ruleNotMetEachSecond'
}
