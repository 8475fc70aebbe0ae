/** Scenarios to choose from for a task: those of the set's type by folder, then the others, which cannot be chosen, under the reason. */

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

/** `scenarios` come folder by folder; `whyNot` says why the others are not for this set, `noFolder` heads those under the root. */
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
