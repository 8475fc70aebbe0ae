/** Where the labels of a run by JMeter go: they are made in the run, and are those of the test plans by their names; pure. */
import type { JmeterPlanPart } from '@pone/contract/engines/jmeter.ts'
import { toComponents } from '@pone/jmeter/convert/to-components.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { type LabelAddress, labelAddresses } from '@pone/plan/scenario/label-addresses.ts'
import { labelTable } from '@pone/plan/scenario/labels.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'

/** By the index of the label; null: a test plan cannot be read. */
export function addressesOfTestPlans(
  components: JmeterPlanPart['components'],
  labels: readonly RunLabel[],
): ReadonlyMap<number, readonly LabelAddress[]> | null {
  const byName = new Map<string, Map<string, LabelAddress>>()
  for (const { name: component, text } of components) {
    const read = readPlan(text)
    if (!read.ok) return null
    const parts = toComponents(read.plan).components
    const table = labelTable(parts)
    for (const [index, addresses] of labelAddresses(parts, table)) {
      // Steps of one name are told apart here, not by JMeter.
      const key = keyOf(component, table.labels[index]?.name.replace(/ #\d+$/, '') ?? '')
      const own = byName.get(key) ?? new Map<string, LabelAddress>()
      byName.set(key, own)
      for (const address of addresses) own.set(address.address, address)
    }
  }
  return new Map(
    labels.map(({ index, name, component }) => [
      index,
      [...(byName.get(keyOf(component, name))?.values() ?? [])],
    ]),
  )
}

const keyOf = (component: string, name: string): string => `${component}\n${name}`
