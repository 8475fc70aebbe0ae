/** An SLA rule as a sentence and its value with unit; pure. */

import { formatCounter, formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { counterName, isMetricRule, type SlaRule, slaSigns, slaUnitOf } from '@pone/plan/scenario/scenario.ts'
import type { Language, Translate } from '../../lib/i18n.ts'

export function ruleValue(rule: SlaRule, value: number): string {
  if (!isMetricRule(rule)) return formatCounter(value, rule.counter?.unit ?? '')
  const unit = slaUnitOf(rule.metric)
  if (unit === '/s') return `${formatNumber(value)}/s`
  return unit === '%' ? formatPercent(value) : formatMs(value)
}

/** `Order · P95 response time < 500 ms · for 10 s`, or `db-1: Busy < 80 % · for 10 s`. */
export function ruleSentence(rule: SlaRule, t: Translate, language: Language): string {
  const target = isMetricRule(rule)
    ? `${rule.label === '' ? t('scenario.sla.whole') : rule.label} · ${t(`scenario.metric.${rule.metric}`)}`
    : counterTarget(rule, t, language)
  const window =
    rule.window.kind === 'wholeRun'
      ? ''
      : ` · ${t(`scenario.sla.window.${rule.window.kind}`)} ${rule.window.seconds} ${t('scenario.load.second')}`
  return `${target} ${slaSigns[rule.operator]} ${ruleValue(rule, rule.threshold)}${window}`
}

/** The monitor and its counter; how several series become one where the condition does not suggest it. */
function counterTarget({ counter, operator }: SlaRule, t: Translate, language: Language): string {
  if (counter === undefined) return ''
  const isUsual = counter.over === 'highest' && operator.startsWith('<')
  const name = counterName(counter, language)
  return counter.labels !== null || isUsual ? name : `${name} · ${t(`scenario.sla.over.${counter.over}`)}`
}
