/** SLA rules as one line of text, e.g. `Order: p95 < 500ms for 10s stop if run`; safe in a browser. */
import { type SlaRule, slaMetrics, slaRuleSchema } from '../scenario/scenario.ts'

const aliases: Readonly<Record<string, SlaRule['metric']>> = {
  errors: 'errorPercent',
  'p99.9': 'p999',
  ...Object.fromEntries(slaMetrics.map(metric => [metric.toLowerCase(), metric])),
}
const form =
  /^(?:(?<label>.+?)\s*:\s*)?(?<metric>[A-Za-z][A-Za-z0-9.]*)\s*(?<operator><=|>=|<|>)\s*(?<threshold>\d+(?:\.\d+)?)\s*(?<unit>ms|s|%|\/s)?(?:\s+(?<window>for|within)\s+(?<seconds>\d+)s?)?(?:\s+(?<action>record|warn|stop))?(?<ifRun>\s+if run)?$/

/** Reads a rule; null when it is none. Times are in ms unless they say `s`. */
export function slaRuleOf(text: string, id: string): SlaRule | null {
  const { groups } = form.exec(text.trim()) ?? {}
  const metric = aliases[(groups?.['metric'] ?? '').toLowerCase()]
  if (groups === undefined || metric === undefined) return null
  const { label = '', operator, threshold, unit, window, seconds, action = 'record', ifRun } = groups
  const isTime = !/Percent$|ps$/.test(metric)
  if (
    unit !== undefined &&
    !(isTime ? ['ms', 's'] : metric.endsWith('Percent') ? ['%'] : ['/s']).includes(unit)
  ) {
    return null
  }
  const rule = slaRuleSchema.safeParse({
    id,
    label,
    metric,
    operator,
    threshold: Number(threshold) * (isTime && unit === 's' ? 1_000 : 1),
    window: window === undefined ? { kind: 'wholeRun' } : { kind: window, seconds: Number(seconds) },
    action,
    whenNotRun: ifRun === undefined ? 'fail' : 'ignore',
  })
  return rule.success ? rule.data : null
}

/** Writes a rule so that slaRuleOf reads the same again, but for its id; null when its label or threshold has no such form. */
export function slaTextOf(rule: SlaRule): string | null {
  const { label, metric, operator, threshold, window, action, whenNotRun } = rule
  const text = [
    label === '' ? '' : `${label}: `,
    `${metric} ${operator} ${threshold}`,
    window.kind === 'wholeRun' ? '' : ` ${window.kind} ${window.seconds}s`,
    action === 'record' ? '' : ` ${action}`,
    whenNotRun === 'ignore' ? ' if run' : '',
  ].join('')
  const read = slaRuleOf(text, rule.id)
  return read !== null && JSON.stringify(read) === JSON.stringify(slaRuleSchema.parse(rule)) ? text : null
}
