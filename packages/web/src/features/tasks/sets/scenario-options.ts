/** Scenarios that a task can select: those of the set's type by folder, then the others, disabled, under the reason. */

import type { TaskScenario } from '@pone/contract/entities/task.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'

export interface ScenarioOption {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}
export interface ScenarioOptions {
  readonly label: string
  readonly options: ScenarioOption[]
}

/** `scenarios` must be sorted by folder; `whyNot` is the heading of the scenarios of other types, `noFolder` that of scenarios in the root. */
export function scenarioOptions(
  scenarios: readonly TaskScenario[],
  engine: Engine,
  { whyNot, noFolder }: { readonly whyNot: string; readonly noFolder: string },
): ScenarioOptions[] {
  const groups: ScenarioOptions[] = []
  for (const scenario of scenarios) {
    if (scenario.engine !== engine) continue
    const option = { value: scenario.id, label: scenario.name }
    const label = scenario.folder === '' ? noFolder : scenario.folder
    const last = groups.at(-1)
    if (last?.label === label) last.options.push(option)
    else groups.push({ label, options: [option] })
  }
  const others = scenarios.filter(scenario => scenario.engine !== engine)
  if (others.length > 0) {
    const options = others.map(({ id, name }) => ({ value: id, label: name, disabled: true }))
    groups.push({ label: whyNot, options })
  }
  return groups
}
