/** The tasks of a set, each with what is known of its scenario. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import {
  type TaskDocument,
  type TaskNode,
  type TaskScenario,
  type TaskSet,
  taskDocumentSchema,
  taskSetDocumentSchema,
} from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { CatalogueRepository, NodeRow } from '../catalogue/catalogue.repository.ts'
import type { SetMember } from './kinds/kind.ts'

const kindOf = (kind: string): TaskNode['kind'] =>
  kind === 'task' ? 'task' : kind === 'set' ? 'set' : 'root'

export const toTaskNode = (row: NodeRow): TaskNode => ({
  id: row.id,
  parentId: row.parent_id,
  kind: kindOf(row.kind),
  name: row.name,
  position: row.position,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
})

export interface TaskDeps {
  readonly repository: CatalogueRepository
  /** The waiting or running execution of a set; null when there is none. */
  readonly activeExecution: (setId: string) => Promise<string | null>
  readonly countsOf: (setId: string) => Promise<{ schedules: number; executions: number }>
  readonly scenariosOf: (projectId: string) => Promise<TaskScenario[]>
  readonly clustersFor: (projectId: string) => Promise<readonly Cluster[]>
  readonly plan: SetMember['plan']
  readonly now: () => number
  readonly newId: () => string
}

export type TaskSetContent = Pick<TaskSet, 'id' | 'name' | 'document' | 'tasks'>

/** @throws AppError NotFound */
export const content = async (
  deps: Pick<TaskDeps, 'repository' | 'clustersFor' | 'plan'>,
  projectId: string,
  id: string,
) => {
  const tree = deps.repository.tree(projectId, 'task')
  const nodes = await tree.nodes()
  const found = nodes.find(node => node.id === id && node.kind === 'set')
  if (found === undefined) throw new AppError('NotFound', { what: 'taskSet' })
  const below = nodes.filter(node => node.parent_id === id).toSorted((a, b) => a.position - b.position)
  const rows = await tree.documents([id, ...below.map(node => node.id)])
  const own = rows.find(row => row.id === id)
  const tasks = below.flatMap(node => rows.filter(row => row.id === node.id))
  const documents = tasks.map(row => taskDocumentSchema.parse(row.document))
  const outlooks = await outlooksOf(deps, projectId, documents)
  return {
    ...toTaskNode(found),
    document: taskSetDocumentSchema.parse(own?.document),
    revision: own?.revision ?? 1,
    tasks: tasks.map((row, index) => ({
      ...toTaskNode(row),
      revision: row.revision,
      document: documents[index] ?? taskDocumentSchema.parse(row.document),
      outlook: outlooks[index] ?? null,
    })),
  }
}

const outlooksOf = async (
  deps: Pick<TaskDeps, 'repository' | 'clustersFor' | 'plan'>,
  projectId: string,
  tasks: readonly TaskDocument[],
) => {
  const ids = [...new Set(tasks.flatMap(task => task.scenarioId ?? []))]
  const scenarios = await deps.repository.tree(projectId, 'scenario').documents(ids)
  const clusters = await deps.clustersFor(projectId)
  return tasks.map(task => {
    const scenario = scenarios.find(row => row.id === task.scenarioId)
    return scenario === undefined ? null : deps.plan(scenario, task, clusters)
  })
}
