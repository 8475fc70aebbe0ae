/** Defaults of SLA rules; pure. */
import { type SlaRule, slaUnitOf } from '@pone/plan/scenario/scenario.ts'

type Metric = SlaRule['metric']
const higherIsBetter: readonly Metric[] = ['tps', 'rps', 'successPercent']

/** The initial rule of a new row: P95 of all requests below 500 ms. */
export const newRule = (id: string): SlaRule => ({
  id,
  label: '',
  metric: 'p95',
  operator: '<',
  threshold: 500,
  window: { kind: 'wholeRun' },
  action: 'record',
})

export const slaOperators = ['<', '<=', '>', '>='] as const satisfies readonly SlaRule['operator'][]
export const windowKinds = [
  'wholeRun',
  'for',
  'within',
] as const satisfies readonly SlaRule['window']['kind'][]
export const slaActions = ['record', 'warn', 'stop'] as const satisfies readonly SlaRule['action'][]
/** Default length of a window, s. */
const usualWindowSeconds = 10

/** The rule with another kind of window; a length that was set is kept. */
export function withWindow(rule: SlaRule, kind: SlaRule['window']['kind']): SlaRule {
  if (kind === 'wholeRun') return { ...rule, window: { kind } }
  const seconds = rule.window.kind === 'wholeRun' ? usualWindowSeconds : rule.window.seconds
  return { ...rule, window: { kind, seconds } }
}

const usualThreshold: Record<string, number> = { ms: 500, '/s': 10 }

/** The rule with another metric; where the unit changes, operator and threshold are reset to defaults. */
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
