/** The last word on SLA rules on counters of monitors: judged on all that was stored of the run. */
import type { SlaResult } from '@pone/contract/entities/run.ts'
import type { RunRecord } from '../run-record.ts'
import { CounterWatch } from './counter-watch.ts'
import type { RuleValues } from './rule-values.ts'

/** Of the run, or a part of it: both ends are ms since its start. */
export function judgedCounters(
  { scenario, startedAt, slaResults }: Pick<RunRecord, 'scenario' | 'startedAt' | 'slaResults'>,
  values: readonly RuleValues[],
  part: { readonly fromMs: number; readonly toMs: number; readonly isWhole: boolean },
): SlaResult[] {
  const { fromMs, toMs, isWhole } = part
  const watch = new CounterWatch({ rules: scenario.sla, fromMs, toMs })
  watch.add(startedAt ?? 0, values)
  watch.finish(toMs)
  const isKept = new Set(values.map(({ ruleId }) => ruleId))
  return watch.results(startedAt ?? 0, toMs).map(result => {
    // Nothing is stored of a monitor that was deleted during the run: what was judged until then stays.
    const former = slaResults.find(({ rule }) => rule.id === result.rule.id)
    return isKept.has(result.rule.id) || !isWhole ? result : (former ?? result)
  })
}
