/** Names under which a JMeter plan reports, as far as they stand in it: names with variables are known in the run alone; pure. */
import { categoryOf } from '@pone/jmeter/elements/registry.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { isActive, readPlan } from '@pone/jmeter/jmx/plan.ts'

/** Samplers and transaction controllers that are on, each name once; none of a plan that is broken. */
export function labelsOfPlan(bytes: Uint8Array): string[] {
  const decoded = decodePlan(bytes)
  if (!decoded.ok) return []
  const read = readPlan(decoded.text)
  if (!read.ok) return []
  const { plan } = read
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
