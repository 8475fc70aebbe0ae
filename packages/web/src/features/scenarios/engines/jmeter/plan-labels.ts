/** What a JMeter plan says of itself: names under which it reports, as far as they stand in it (those with variables are known in the run alone), and its thread groups; pure. */

import { categoryOf } from '@pone/jmeter/elements/registry.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { isActive, type JmxPlan, readPlan } from '@pone/jmeter/jmx/plan.ts'
import { designedGroups } from '@pone/jmeter/load/designed-groups.ts'
import type { DrivenGroup } from '@pone/plan/scenario/scenario.ts'

/** Samplers and transaction controllers that are on, each name once; none of a plan that is broken. */
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

/** Thread groups that carry load; none of a plan that is broken. */
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
