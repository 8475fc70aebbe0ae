/** The kinds of task; a made-up one is its file and its line here. */
import type { TaskKindName } from '@pone/contract/entities/task.ts'
import type { SetMember, TaskKind } from './kind.ts'
import { type ScenarioKindDeps, scenarioKind } from './scenario.ts'
import { type SetKindDeps, setKind } from './set.ts'

/** A name of the contract without its kind does not compile. */
export type TaskKinds = Readonly<Record<TaskKindName, TaskKind>> & {
  readonly scenario: { readonly member: SetMember }
}

export const createTaskKinds = (deps: SetKindDeps & ScenarioKindDeps): TaskKinds => ({
  set: setKind(deps),
  scenario: scenarioKind(deps),
})
