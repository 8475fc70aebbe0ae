/** An SLA rule as a sentence, and its values with their units. */
import type { SlaRule } from '@pone/contract/entities/scenario.ts'
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { unitOfRule } from '../../../controller/rule-text.ts'
import type { Say } from '../texts.ts'

const signs = { '<': '<', '<=': '≤', '>': '>', '>=': '≥' } as const

export function ruleValue(rule: SlaRule, value: number | null): string {
  const unit = unitOfRule(rule)
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
  return `${target} · ${say(`metric.${rule.metric}`)} ${signs[rule.operator]} ${ruleValue(rule, rule.threshold)} · ${window}`
}
