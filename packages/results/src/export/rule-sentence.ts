/** An SLA rule as a sentence, and its values with their units. */
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { type SlaRule, slaSigns, slaUnitOf } from '@pone/plan/scenario/scenario.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { sayIn, type Texts, text } from './texts.ts'

const texts = {
  wholeScenario: text('整个场景', 'Whole scenario'),
  'window.wholeRun': text('全程', 'whole run'),
  'window.for': text('连续 {seconds} 秒', 'for {seconds} s'),
  'window.within': text('任意 {seconds} 秒内', 'within {seconds} s'),
  'metric.avg': text('平均响应时间', 'average response time'),
  'metric.p50': text('P50 响应时间', 'P50 response time'),
  'metric.p90': text('P90 响应时间', 'P90 response time'),
  'metric.p95': text('P95 响应时间', 'P95 response time'),
  'metric.p99': text('P99 响应时间', 'P99 response time'),
  'metric.p999': text('P99.9 响应时间', 'P99.9 response time'),
  'metric.max': text('最大响应时间', 'longest response time'),
  'metric.tps': text('每秒事务数', 'transactions per second'),
  'metric.rps': text('每秒请求数', 'requests per second'),
  'metric.errorPercent': text('错误率', 'error rate'),
  'metric.successPercent': text('成功率', 'success rate'),
} as const satisfies Texts

export function ruleValue(rule: SlaRule, value: number | null): string {
  const unit = slaUnitOf(rule.metric)
  if (unit === 'ms') return formatMs(value)
  return unit === '%' ? formatPercent(value) : `${formatNumber(value)} /s`
}

/** `Order · P95 response time < 500 ms · for 10 s`. */
export function ruleSentence(rule: SlaRule, language: Language): string {
  const say = sayIn(texts, language)
  const target = rule.label === '' ? say('wholeScenario') : rule.label
  const window =
    rule.window.kind === 'wholeRun'
      ? say('window.wholeRun')
      : say(`window.${rule.window.kind}`, { seconds: rule.window.seconds })
  return `${target} · ${say(`metric.${rule.metric}`)} ${slaSigns[rule.operator]} ${ruleValue(rule, rule.threshold)} · ${window}`
}
