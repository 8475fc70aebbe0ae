/** Defaults of SLA rules; pure. */
import { type MetricRule, type SlaCounter, type SlaRule, slaUnitOf } from '@pone/plan/scenario/scenario.ts'

type Metric = MetricRule['metric']
const higherIsBetter: readonly Metric[] = ['tps', 'rps', 'successPercent']

/** Default length of a window, s. */
const usualWindowSeconds = 10

/** The initial rule of a new row: P95 of all requests below 500 ms. */
export const newRule = (id: string): MetricRule => ({
  id,
  label: '',
  metric: 'p95',
  operator: '<',
  threshold: 500,
  window: { kind: 'wholeRun' },
  action: 'record',
  whenNotRun: 'fail',
})

/** The initial rule on a counter of a monitor that is still to be chosen. */
export const newCounterRule = (id: string): SlaRule => ({
  id,
  label: '',
  metric: 'counter',
  counter: {
    monitorId: null,
    monitorName: '',
    section: '',
    counter: '',
    labels: null,
    over: 'highest',
    names: { zh: '', en: '' },
    unit: '',
  },
  operator: '<',
  threshold: 80,
  window: { kind: 'for', seconds: usualWindowSeconds },
  action: 'record',
  whenNotRun: 'fail',
})

/** The rule with another counter; its condition stays. */
export const withCounter = (rule: SlaRule, counter: Partial<SlaCounter>): SlaRule =>
  rule.counter === undefined ? rule : { ...rule, counter: { ...rule.counter, ...counter } }

export const slaOperators = ['<', '<=', '>', '>='] as const satisfies readonly SlaRule['operator'][]
export const windowKinds = [
  'wholeRun',
  'for',
  'within',
] as const satisfies readonly SlaRule['window']['kind'][]
export const slaActions = ['record', 'warn', 'stop'] as const satisfies readonly SlaRule['action'][]

/** The rule with another kind of window; a length that was set is kept. */
export function withWindow(rule: SlaRule, kind: SlaRule['window']['kind']): SlaRule {
  if (kind === 'wholeRun') return { ...rule, window: { kind } }
  const seconds = rule.window.kind === 'wholeRun' ? usualWindowSeconds : rule.window.seconds
  return { ...rule, window: { kind, seconds } }
}

const usualThreshold: Record<string, number> = { ms: 500, '/s': 10 }

/** The rule with another metric; where the unit changes, operator and threshold are reset to defaults. */
export function withMetric(rule: MetricRule, metric: Metric): MetricRule {
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
