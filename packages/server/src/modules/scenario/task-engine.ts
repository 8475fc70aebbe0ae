/** The rule that all tasks of a set share one type; pure. */
import type { TaskDocument, TaskEngine, TaskOutlook } from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'

export type TypedScenario = Pick<TaskOutlook, 'scenarioName' | 'engine'>
export interface TypedSet {
  readonly name: string
  readonly engine: TaskEngine
}

/** Names of the scenarios that are of another type, each once. */
export const namesOfOtherEngine = (wanted: TaskEngine, scenarios: readonly TypedScenario[]): string[] => [
  ...new Set(scenarios.filter(({ engine }) => engine !== wanted).map(({ scenarioName }) => scenarioName)),
]

/** @throws AppError TaskOtherEngine */
export function assertOneEngine({ name, engine }: TypedSet, scenarios: readonly TypedScenario[]): void {
  const names = namesOfOtherEngine(engine, scenarios)
  if (names.length === 0) return
  throw new AppError('TaskOtherEngine', {
    set: name,
    wanted: engine,
    scenarios: names.join(', '),
    engine: engine === 'PR' ? 'JMeter' : 'PR',
  })
}

/** Whether a task that is saved must be of its set's type: one whose scenario was changed later can still be switched off. */
export const isToFit = (before: TaskDocument, after: TaskDocument): boolean =>
  after.isEnabled || after.scenarioId !== before.scenarioId
