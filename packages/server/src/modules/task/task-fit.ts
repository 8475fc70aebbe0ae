/** Whether tasks can be part of a set: matching type, and existing scenarios. */
import {
  type TaskDocument,
  type TaskSetDocument,
  taskSetDocumentSchema,
} from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import type { DocumentRow } from '../catalogue/catalogue.repository.ts'
import { assertOneEngine, type TypedScenario } from '../scenario/task-engine.ts'
import { type TaskDeps } from './task-set-content.ts'

/** @throws AppError NotFound */
export const assertScenario = async (
  { repository }: Pick<TaskDeps, 'repository'>,
  projectId: string,
  { scenarioId }: TaskDocument,
) => {
  if (scenarioId === null) return
  const found = await repository.tree(projectId, 'scenario').documents([scenarioId])
  if (found.length === 0) throw new AppError('NotFound', { what: 'scenario' })
}

/** null for a node that is not a set. */
export const setOf = async (
  { repository }: Pick<TaskDeps, 'repository'>,
  projectId: string,
  id: string,
): Promise<SetHead | null> => {
  const [row] = await repository.tree(projectId, 'task').documents([id])
  if (row?.kind !== 'set') return null
  return { name: row.name, document: taskSetDocumentSchema.parse(row.document) }
}

/** A node that is not a set is refused by the tree itself. @throws AppError TaskOtherEngine */
export const assertFit = async (
  { repository }: Pick<TaskDeps, 'repository'>,
  projectId: string,
  set: SetHead | null,
  tasks: readonly TaskDocument[],
) => {
  if (set === null) return
  const ids = tasks.flatMap(task => task.scenarioId ?? [])
  const scenarios = await repository.tree(projectId, 'scenario').documents(ids)
  assertOneEngine({ name: set.name, engine: set.document.engine }, scenarios.map(typed))
}

interface SetHead {
  readonly name: string
  readonly document: TaskSetDocument
}

const typed = (row: DocumentRow): TypedScenario => ({
  scenarioName: row.name,
  engine: scenarioDocumentSchema.parse(row.document).engine,
})
