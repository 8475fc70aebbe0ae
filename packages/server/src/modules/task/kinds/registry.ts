/** The kinds of task; a new kind is a file and a line here. */
import type { TaskKindName } from '@pone/contract/entities/task.ts'
import type { SetMember, TaskKind } from './kind.ts'
import { type ScenarioKindDeps, scenarioKind } from './scenario.ts'
import { type SetKindDeps, setKind } from './set.ts'

/** A name of the contract without its kind is a compile error. */
export type TaskKinds = Readonly<Record<TaskKindName, TaskKind>> & {
  readonly scenario: { readonly member: SetMember }
}

export const createTaskKinds = (deps: SetKindDeps & ScenarioKindDeps): TaskKinds => ({
  set: setKind(deps),
  scenario: scenarioKind(deps),
})
