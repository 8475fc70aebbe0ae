/** Assertions of a simulation as SLA rules. @see https://docs.gatling.io/concepts/assertions/ */
import { type SlaRule, slaRuleSchema } from '@pone/plan/scenario/scenario.ts'
import type { Expression } from './expressions.ts'
import { numberOf, rawTextOf, resolved, type Simulation } from './simulation.ts'

const operators: Readonly<Record<string, SlaRule['operator'] | undefined>> = {
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
}
const times: Readonly<Record<string, SlaRule['metric'] | undefined>> = {
  mean: 'avg',
  max: 'max',
  percentile1: 'p50',
  percentile3: 'p95',
  percentile4: 'p99',
}

/** null if no rule judges the same. @param id of the rule */
export function ruleOfAssertion(simulation: Simulation, expression: Expression, id: string): SlaRule | null {
  const of = resolved(simulation, expression)
  const [scope, what, ...rest] = of.kind === 'chain' && of.receiver === null ? of.links : []
  const comparison = rest.at(-1)
  const [label = ''] = (scope?.lists[0] ?? []).map(each => rawTextOf(simulation, each) ?? '')
  if (scope === undefined || what === undefined || comparison === undefined) return null
  if (
    scope.name !== 'global' &&
    (scope.name !== 'details' || label === '' || (scope.lists[0]?.length ?? 0) > 1)
  )
    return null
  const aggregate = rest.length > 1 ? rest[0] : undefined
  const percentile = numberOf(simulation, aggregate?.lists[0]?.[0])
  const metric = metricOf(what.name, aggregate?.name ?? '', percentile)
  const rule = slaRuleSchema.safeParse({
    id,
    label,
    metric,
    operator: operators[comparison.name],
    threshold: numberOf(simulation, comparison.lists[0]?.[0]),
  })
  return rule.success ? rule.data : null
}

function metricOf(what: string, aggregate: string, percentile: number | null): SlaRule['metric'] | null {
  if (what === 'responseTime') {
    const named = [50, 90, 95, 99].find(each => each === percentile)
    if (aggregate === 'percentile') return named === undefined ? null : (`p${named}` as SlaRule['metric'])
    return times[aggregate] ?? null
  }
  if (what === 'requestsPerSec') return aggregate === '' ? 'rps' : null
  if (aggregate !== 'percent') return null
  return what === 'failedRequests' ? 'errorPercent' : what === 'successfulRequests' ? 'successPercent' : null
}
