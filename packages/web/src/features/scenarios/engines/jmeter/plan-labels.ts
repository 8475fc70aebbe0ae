/** Labels and thread groups of a JMeter plan, as far as they are static (labels with variables are known only during a run); pure. */

import { categoryOf } from '@pone/jmeter/elements/registry.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { isActive, type JmxPlan, readPlan } from '@pone/jmeter/jmx/plan.ts'
import { designedGroups } from '@pone/jmeter/load/designed-groups.ts'
import type { DrivenGroup } from '@pone/plan/scenario/scenario.ts'

/** Names of enabled samplers and transaction controllers, without duplicates; empty for an invalid plan. */
export function labelsOfPlan(bytes: Uint8Array): string[] {
  const plan = planIn(bytes)
  if (plan === null) return []
  const names = [...plan.nodes.values()]
    .filter(
      node =>
        (categoryOf(node) === 'sampler' || node.testclass === 'TransactionController') &&
        isActive(plan, node) &&
        node.testname !== '' &&
        !node.testname.includes('${'),
    )
    .map(node => node.testname)
  return [...new Set(names)]
}

/** Thread groups that generate load; empty for an invalid plan. */
export function groupsOfPlan(bytes: Uint8Array): DrivenGroup[] {
  const plan = planIn(bytes)
  return plan === null ? [] : designedGroups(plan)
}

function planIn(bytes: Uint8Array): JmxPlan | null {
  const decoded = decodePlan(bytes)
  if (!decoded.ok) return null
  const read = readPlan(decoded.text)
  return read.ok ? read.plan : null
}
