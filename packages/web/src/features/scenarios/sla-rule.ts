/** Defaults and units of SLA rules; pure. */
import type { SlaRule } from '@pone/contract/entities/scenario.ts'

type Metric = SlaRule['metric']
const higherIsBetter: readonly Metric[] = ['tps', 'rps', 'successPercent']

/** `ms`, `/s` or `%`. */
export function metricUnit(metric: Metric): string {
  if (metric === 'tps' || metric === 'rps') return '/s'
  return metric === 'errorPercent' || metric === 'successPercent' ? '%' : 'ms'
}

/** The rule most people start from: P95 of everything below half a second. */
export const newRule = (id: string): SlaRule => ({
  id,
  label: '',
  metric: 'p95',
  operator: '<',
  threshold: 500,
  window: { kind: 'wholeRun' },
  action: 'record',
})

const usualThreshold: Record<string, number> = { ms: 500, '/s': 10 }

/** The rule with another metric; where the unit changes, threshold and direction become usual ones. */
export function withMetric(rule: SlaRule, metric: Metric): SlaRule {
  const operator = higherIsBetter.includes(metric) ? '>=' : '<'
  if (metricUnit(metric) === metricUnit(rule.metric) && metricUnit(metric) !== '%') return { ...rule, metric }
  const threshold =
    metric === 'errorPercent'
      ? 1
      : metric === 'successPercent'
        ? 99
        : (usualThreshold[metricUnit(metric)] ?? 0)
  return { ...rule, metric, operator, threshold }
}
