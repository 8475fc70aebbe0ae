/** The rule that all tasks of a set share one type; pure. */

import type { TaskDocument, TaskOutlook } from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { engines } from '@pone/plan/engines/registry.ts'

export type TypedScenario = Pick<TaskOutlook, 'scenarioName' | 'engine'>
export interface TypedSet {
  readonly name: string
  readonly engine: Engine
}

/** Names of the scenarios that are of another type, each once. */
export const namesOfOtherEngine = (wanted: Engine, scenarios: readonly TypedScenario[]): string[] => [
  ...new Set(scenarios.filter(({ engine }) => engine !== wanted).map(({ scenarioName }) => scenarioName)),
]

/** @throws AppError TaskOtherEngine */
export function assertOneEngine({ name, engine }: TypedSet, scenarios: readonly TypedScenario[]): void {
  const others = scenarios.filter(scenario => scenario.engine !== engine)
  if (others.length === 0) return
  const displayed = others.map(scenario => engines[scenario.engine].displayName)
  throw new AppError('TaskOtherEngine', {
    set: name,
    wanted: engines[engine].displayName,
    scenarios: namesOfOtherEngine(engine, others).join(', '),
    engine: [...new Set(displayed)].join(', '),
  })
}

/** Whether a task that is saved must be of its set's type: one whose scenario was changed later can still be switched off. */
export const isToFit = (before: TaskDocument, after: TaskDocument): boolean =>
  after.isEnabled || after.scenarioId !== before.scenarioId
