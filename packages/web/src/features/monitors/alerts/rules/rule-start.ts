/** A new rule that the address describes: that of a monitor's chart; pure. */
import { counterKeyOf, type RuleStart } from './rule-form-model.ts'

/** Parameters of the address. `open`: the id of a stored rule. `ruleOf`: a monitor, or `new`; `counter`: `section.counter`; `fn`: whether its rate is compared. */
export const startUrl = { open: '', ruleOf: '', counter: '', fn: '' }

export function readStart({ ruleOf, counter, fn }: Omit<typeof startUrl, 'open'>): RuleStart | null {
  if (ruleOf === '') return null
  if (ruleOf === 'new') return {}
  const monitor: RuleStart = { scopeKind: 'monitors', monitorIds: [ruleOf] }
  const at = counter.indexOf('.')
  if (at < 0) return monitor
  return {
    ...monitor,
    indicatorKind: 'counter',
    left: counterKeyOf(counter.slice(0, at), counter.slice(at + 1)),
    leftFn: fn === 'rate' ? 'rate' : 'value',
  }
}
