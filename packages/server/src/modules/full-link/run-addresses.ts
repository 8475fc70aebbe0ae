/** Where the labels of a run go, from the plan that its load machines got; pure. */

import type { JmeterPlanPart } from '@pone/contract/engines/jmeter.ts'
import type { FullLinkRun } from '@pone/contract/entities/full-link.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { toComponents } from '@pone/jmeter/convert/to-components.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { type LabelAddress, labelAddresses } from '@pone/plan/scenario/label-addresses.ts'
import { labelTable } from '@pone/plan/scenario/labels.ts'
import { importedClusterId, type RunRecord } from '@pone/results/run-record.ts'

export interface RunAddresses {
  readonly source: FullLinkRun['source']
  /** By the index of the label. */
  readonly byLabel: ReadonlyMap<number, readonly LabelAddress[]>
}

export function runAddresses(
  { labels, clusterId }: Pick<RunRecord, 'labels' | 'clusterId'>,
  plan: Pick<RunPlan, 'components' | 'drive' | 'jmeter'> | null,
): RunAddresses {
  if (plan === null || clusterId === importedClusterId) return { source: 'imported', byLabel: new Map() }
  if (plan.jmeter !== undefined) return ofTestPlans(labels, plan.jmeter)
  return { source: 'plan', byLabel: labelAddresses(plan.components, labelTable(plan.components, plan.drive)) }
}

/** JMeter makes its labels in the run; they are those of the test plan by their names. */
function ofTestPlans(labels: RunRecord['labels'], { components }: JmeterPlanPart): RunAddresses {
  const byName = new Map<string, LabelAddress[]>()
  let isReadable = true
  for (const { name: component, text } of components) {
    const read = readPlan(text)
    if (!read.ok) {
      isReadable = false
      continue
    }
    const parts = toComponents(read.plan).components
    const table = labelTable(parts)
    for (const [index, addresses] of labelAddresses(parts, table)) {
      // Steps of one name are told apart here, not by JMeter.
      const name = table.labels[index]?.name.replace(/ #\d+$/, '') ?? ''
      const key = keyOf(component, name)
      byName.set(key, unique([...(byName.get(key) ?? []), ...addresses]))
    }
  }
  return {
    source: isReadable ? 'plan' : 'unreadable',
    byLabel: new Map(
      labels.map(({ index, name, component }) => [index, byName.get(keyOf(component, name)) ?? []]),
    ),
  }
}

const keyOf = (component: string, name: string): string => `${component}\n${name}`

const unique = (addresses: readonly LabelAddress[]): LabelAddress[] => [
  ...new Map(addresses.map(each => [each.address, each])).values(),
]
