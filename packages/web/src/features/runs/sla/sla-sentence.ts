/** An SLA rule as a sentence and its value with unit; pure. */

import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { type SlaRule, slaSigns, slaUnitOf } from '@pone/plan/scenario/scenario.ts'
import type { Translate } from '../../../lib/i18n.ts'

export function ruleValue(rule: SlaRule, value: number): string {
  const unit = slaUnitOf(rule.metric)
  if (unit === '/s') return `${formatNumber(value)}/s`
  return unit === '%' ? formatPercent(value) : formatMs(value)
}

/** `Order · P95 response time < 500 ms · for 10 s`. */
export function ruleSentence(rule: SlaRule, t: Translate): string {
  const target = rule.label === '' ? t('scenario.sla.whole') : rule.label
  const window =
    rule.window.kind === 'wholeRun'
      ? ''
      : ` · ${t(`scenario.sla.window.${rule.window.kind}`)} ${rule.window.seconds} ${t('scenario.load.second')}`
  return `${target} · ${t(`scenario.metric.${rule.metric}`)} ${slaSigns[rule.operator]} ${ruleValue(rule, rule.threshold)}${window}`
}
