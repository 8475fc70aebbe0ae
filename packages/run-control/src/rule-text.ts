/** An SLA rule as symbols that need no translation, for events and causes. */
import { type SlaRule, slaSigns, slaUnitOf } from '@pone/plan/scenario/scenario.ts'

const percentiles: Partial<Record<SlaRule['metric'], string>> = {
  p50: 'P50',
  p90: 'P90',
  p95: 'P95',
  p99: 'P99',
  p999: 'P99.9',
}

/** E.g. `Order · P95 < 500 ms`. */
export function ruleText(rule: SlaRule): string {
  const metric = percentiles[rule.metric] ?? rule.metric.replace('Percent', ' %').toUpperCase()
  const target = rule.label === '' ? '' : `${rule.label} · `
  const unit = slaUnitOf(rule.metric)
  return `${target}${metric} ${slaSigns[rule.operator]} ${rule.threshold} ${unit}`
}
