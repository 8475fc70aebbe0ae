/** Scenarios to choose from for a task: those of the set's type by folder, then the others, which cannot be chosen, under the reason. */
import type { TaskEngine, TaskScenario } from '@pone/contract/entities/task.ts'

export interface ScenarioOption {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}
export interface ScenarioOptions {
  readonly label: string
  readonly options: ScenarioOption[]
}

/** `scenarios` come folder by folder; `whyNot` says why the others are not for this set. */
export function scenarioOptions(
  scenarios: readonly TaskScenario[],
  engine: TaskEngine,
  whyNot: string,
): ScenarioOptions[] {
  const groups: ScenarioOptions[] = []
  for (const scenario of scenarios) {
    if (scenario.engine !== engine) continue
    const option = { value: scenario.id, label: scenario.name }
    const last = groups.at(-1)
    if (last?.label === scenario.folder) last.options.push(option)
    else groups.push({ label: scenario.folder, options: [option] })
  }
  const others = scenarios.filter(scenario => scenario.engine !== engine)
  if (others.length > 0) {
    const options = others.map(({ id, name }) => ({ value: id, label: name, disabled: true }))
    groups.push({ label: whyNot, options })
  }
  return groups
}
