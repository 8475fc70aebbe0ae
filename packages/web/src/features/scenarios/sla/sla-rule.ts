/** Defaults of SLA rules; pure. */
import { type SlaRule, slaUnitOf } from '@pone/plan/scenario/scenario.ts'

type Metric = SlaRule['metric']
const higherIsBetter: readonly Metric[] = ['tps', 'rps', 'successPercent']

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
  if (slaUnitOf(metric) === slaUnitOf(rule.metric) && slaUnitOf(metric) !== '%') return { ...rule, metric }
  const threshold =
    metric === 'errorPercent'
      ? 1
      : metric === 'successPercent'
        ? 99
        : (usualThreshold[slaUnitOf(metric)] ?? 0)
  return { ...rule, metric, operator, threshold }
}
