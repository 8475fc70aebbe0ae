/** An SLA rule as a sentence, and its values with their units. */
import { formatCounter, formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { counterName, isMetricRule, type SlaRule, slaSigns, slaUnitOf } from '@pone/plan/scenario/scenario.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'
import { sayIn } from './texts.ts'

const texts = {
  wholeScenario: { zh: '整个场景', en: 'Whole scenario' },
  'window.wholeRun': { zh: '全程', en: 'whole run' },
  'window.for': { zh: '连续 {seconds} 秒', en: 'for {seconds} s' },
  'window.within': { zh: '最近 {seconds} 秒', en: 'within {seconds} s' },
  'metric.avg': { zh: '平均响应时间', en: 'average response time' },
  'metric.p50': { zh: 'P50 响应时间', en: 'P50 response time' },
  'metric.p90': { zh: 'P90 响应时间', en: 'P90 response time' },
  'metric.p95': { zh: 'P95 响应时间', en: 'P95 response time' },
  'metric.p99': { zh: 'P99 响应时间', en: 'P99 response time' },
  'metric.p999': { zh: 'P99.9 响应时间', en: 'P99.9 response time' },
  'metric.max': { zh: '最大响应时间', en: 'max response time' },
  'metric.tps': { zh: '每秒事务数', en: 'transactions per second' },
  'metric.rps': { zh: '每秒请求数', en: 'requests per second' },
  'metric.errorPercent': { zh: '错误率', en: 'error rate' },
  'over.highest': { zh: '最大值', en: 'highest' },
  'over.lowest': { zh: '最小值', en: 'lowest' },
  'over.sum': { zh: '合计', en: 'sum' },
  'metric.successPercent': { zh: '成功率', en: 'success rate' },
} as const satisfies Catalogue

export function ruleValue(rule: SlaRule, value: number | null): string {
  if (!isMetricRule(rule)) return formatCounter(value, rule.counter?.unit ?? '')
  const unit = slaUnitOf(rule.metric)
  if (unit === 'ms') return formatMs(value)
  return unit === '%' ? formatPercent(value) : `${formatNumber(value)} /s`
}

/** `Order · P95 response time < 500 ms · for 10 s`. */
export function ruleSentence(rule: SlaRule, language: Language): string {
  const say = sayIn(texts, language)
  const window =
    rule.window.kind === 'wholeRun'
      ? say('window.wholeRun')
      : say(`window.${rule.window.kind}`, { seconds: rule.window.seconds })
  const target = isMetricRule(rule)
    ? `${rule.label === '' ? say('wholeScenario') : rule.label} · ${say(`metric.${rule.metric}`)}`
    : targetOf(rule, language)
  return `${target} ${slaSigns[rule.operator]} ${ruleValue(rule, rule.threshold)} · ${window}`
}

/** The monitor and its counter; how several series become one where the condition does not suggest it. */
function targetOf({ counter, operator }: SlaRule, language: Language): string {
  if (counter === undefined) return ''
  const isUsual = counter.over === 'highest' && operator.startsWith('<')
  const name = counterName(counter, language)
  return counter.labels !== null || isUsual
    ? name
    : `${name} · ${sayIn(texts, language)(`over.${counter.over}`)}`
}
