/** An SLA rule as a sentence and its value with unit; pure. */
import type { SlaRule } from '@pone/contract/entities/scenario.ts'
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import type { Translate } from '../../lib/i18n.ts'

export function ruleValue(rule: SlaRule, value: number): string {
  if (rule.metric === 'tps' || rule.metric === 'rps') return `${formatNumber(value)}/s`
  return rule.metric === 'errorPercent' || rule.metric === 'successPercent'
    ? formatPercent(value)
    : formatMs(value)
}

const signs = { '<': '<', '<=': '≤', '>': '>', '>=': '≥' } as const

/** `Order · P95 response time < 500 ms · for 10 s`. */
export function ruleSentence(rule: SlaRule, t: Translate): string {
  const target = rule.label === '' ? t('scenario.sla.whole') : rule.label
  const window =
    rule.window.kind === 'wholeRun'
      ? ''
      : ` · ${t(`scenario.sla.window.${rule.window.kind}`)} ${rule.window.seconds} ${t('scenario.load.second')}`
  return `${target} · ${t(`scenario.metric.${rule.metric}`)} ${signs[rule.operator]} ${ruleValue(rule, rule.threshold)}${window}`
}
