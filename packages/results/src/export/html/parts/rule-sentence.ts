/** An SLA rule as a sentence, and its values with their units. */

import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { type SlaRule, slaSigns, slaUnitOf } from '@pone/plan/scenario/scenario.ts'
import type { Say } from '../texts.ts'

export function ruleValue(rule: SlaRule, value: number | null): string {
  const unit = slaUnitOf(rule.metric)
  if (unit === 'ms') return formatMs(value)
  return unit === '%' ? formatPercent(value) : `${formatNumber(value)} /s`
}

/** `Order · P95 response time < 500 ms · for 10 s`. */
export function ruleSentence(rule: SlaRule, say: Say): string {
  const target = rule.label === '' ? say('wholeScenario') : rule.label
  const window =
    rule.window.kind === 'wholeRun'
      ? say('window.wholeRun')
      : say(`window.${rule.window.kind}`, { seconds: rule.window.seconds })
  return `${target} · ${say(`metric.${rule.metric}`)} ${slaSigns[rule.operator]} ${ruleValue(rule, rule.threshold)} · ${window}`
}
