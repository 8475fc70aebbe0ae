/** What the labels of a run by JMeter stand for: they are made in the run, and are those of the test plans by their names; pure. */
import type { JmeterPlanPart } from '@pone/contract/engines/jmeter.ts'
import { toComponents } from '@pone/jmeter/convert/to-components.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { type LabelAddress, labelAddresses } from '@pone/plan/scenario/label-addresses.ts'
import { type LabelRequest, labelRequests } from '@pone/plan/scenario/label-requests.ts'
import { type LabelledComponent, type LabelTable, labelTable } from '@pone/plan/scenario/labels.ts'
import type { RunLabel } from '@pone/plan/scenario/run-label.ts'

type TestPlans = JmeterPlanPart['components']

/** By the index of the label; null: a test plan cannot be read. */
export function addressesOfTestPlans(
  plans: TestPlans,
  labels: readonly RunLabel[],
): ReadonlyMap<number, readonly LabelAddress[]> | null {
  const byName = toldByName(plans, (parts, table) =>
    [...labelAddresses(parts, table)].flatMap(([label, addresses]) =>
      addresses.map(address => ({ label, told: address })),
    ),
  )
  if (byName === null) return null
  return new Map(
    labels.map(label => {
      const found = byName.get(keyOf(label.component, label.name)) ?? []
      return [label.index, [...new Map(found.map(each => [each.address, each])).values()]]
    }),
  )
}

/** Several of a label where elements of a test plan have one name; null: a test plan cannot be read. */
export function requestsOfTestPlans(
  plans: TestPlans,
  labels: readonly RunLabel[],
): readonly LabelRequest[] | null {
  const byName = toldByName(plans, (parts, table) =>
    labelRequests(parts, table).map(request => ({ label: request.label, told: request })),
  )
  if (byName === null) return null
  return labels.flatMap(({ index, name, component }) =>
    (byName.get(keyOf(component, name)) ?? []).map(request => ({ ...request, label: index })),
  )
}

type Tell<T> = (
  parts: readonly LabelledComponent[],
  table: LabelTable,
) => readonly { readonly label: number; readonly told: T }[]

/** What is told of the labels of each test plan, by its name and theirs. */
function toldByName<T>(plans: TestPlans, tell: Tell<T>): ReadonlyMap<string, readonly T[]> | null {
  const byName = new Map<string, T[]>()
  for (const { name: component, text } of plans) {
    const read = readPlan(text)
    if (!read.ok) return null
    const parts = toComponents(read.plan).components
    const table = labelTable(parts)
    for (const { label, told } of tell(parts, table)) {
      // Steps of one name are told apart here, not by JMeter.
      const key = keyOf(component, table.labels[label]?.name.replace(/ #\d+$/, '') ?? '')
      byName.set(key, [...(byName.get(key) ?? []), told])
    }
  }
  return byName
}

const keyOf = (component: string, name: string): string => `${component}\n${name}`
