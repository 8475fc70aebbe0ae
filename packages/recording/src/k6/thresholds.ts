/** Thresholds of k6 as SLA rules of a scenario. @see https://grafana.com/docs/k6/latest/using-k6/thresholds/ */
import { type SlaRule, slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import { fieldsOf, rawOf, truthOf, type Value } from './values.ts'

export interface ReadThresholds {
  readonly sla: readonly SlaRule[]
  /** Those without a counterpart, as they are written. */
  readonly left: readonly string[]
}

const maxRules = 50
const times: Readonly<Record<string, SlaRule['metric'] | undefined>> = {
  avg: 'avg',
  med: 'p50',
  max: 'max',
  'p(50)': 'p50',
  'p(90)': 'p90',
  'p(95)': 'p95',
  'p(99)': 'p99',
  'p(99.9)': 'p999',
}

export function rulesOfThresholds(value: Value | undefined): ReadThresholds {
  const sla: SlaRule[] = []
  const left: string[] = []
  for (const [metric, thresholds] of fieldsOf(value))
    for (const threshold of thresholds.kind === 'list' ? thresholds.items : [thresholds]) {
      const options = fieldsOf(threshold)
      const text = rawOf(threshold) ?? rawOf(options.get('threshold')) ?? ''
      const aborts = truthOf(options.get('abortOnFail') ?? { kind: 'nothing' }) === true
      const rule = sla.length < maxRules ? ruleOf(metric, text, aborts) : null
      if (rule === null) left.push(`${metric}: ${text}`)
      else sla.push({ ...rule, id: String(sla.length + 1) })
    }
  return { sla, left }
}

function ruleOf(metric: string, text: string, aborts: boolean): SlaRule | null {
  const [, name = '', label = ''] = /^(\w+)(?:\{name:([^{}]+)\})?$/.exec(metric.trim()) ?? []
  const [, aggregate = '', operator = '', limit = ''] =
    /^([a-z]+(?:\([\d.]+\))?)\s*(<=?|>=?)\s*(\d+(?:\.\d+)?)$/.exec(text.trim()) ?? []
  const of = metricOf(name, aggregate)
  if (of === null) return null
  const rule = slaRuleSchema.safeParse({
    id: '',
    label,
    metric: of.metric,
    operator,
    threshold: Number((Number(limit) * of.factor).toPrecision(12)),
    action: aborts ? 'stop' : 'record',
  })
  return rule.success ? rule.data : null
}

function metricOf(
  name: string,
  aggregate: string,
): { readonly metric: SlaRule['metric']; readonly factor: number } | null {
  const time = name === 'http_req_duration' ? times[aggregate] : undefined
  if (time !== undefined) return { metric: time, factor: 1 }
  if (aggregate !== 'rate') return null
  if (name === 'http_req_failed') return { metric: 'errorPercent', factor: 100 }
  return name === 'http_reqs' ? { metric: 'rps', factor: 1 } : null
}
