/**
 * Load and SLA rules beside a component → the plan's thread group; parts without a counterpart in JMeter are reported.
 */

import type { ScenarioPart } from '@pone/plan/code/shorten.ts'
import { slaTextOf } from '@pone/plan/code/sla-text.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import type { JmxPlan } from '../jmx/plan.ts'
import { applyModel } from '../load/model-load.ts'
import type { LeftList } from './left.ts'

const whole = { from01: 0, to01: 1 }

/** The plan's text under the load; unchanged where there is none or it has no counterpart. */
export function withLoad(
  plan: JmxPlan,
  { name, scenario }: { readonly name: string; readonly scenario: ScenarioPart },
  left: LeftList,
): string {
  const own = { key: 'scenario', testname: name }
  for (const rule of scenario.sla ?? [])
    left.add(own, 'sla', { value: slaTextOf(rule) ?? JSON.stringify(rule) })
  if ((scenario.sampleLog ?? 'off') !== 'off')
    left.add(own, 'detail', { name: 'sampleLog', value: String(scenario.sampleLog) })
  if (scenario.loadModel === undefined) return plan.text
  const { loadModel, drive, maxUsers } = scenarioDocumentSchema.parse({ sla: [], ...scenario })
  const loaded = applyModel(plan, { loadModel, drive, maxUsers }, whole, whole)
  const remarks = loaded.ok ? loaded.notes : loaded.reasons
  for (const { text } of remarks) left.add(own, 'loadModel', { value: loadModel.kind, reason: text })
  return loaded.ok ? loaded.plan.text : plan.text
}
