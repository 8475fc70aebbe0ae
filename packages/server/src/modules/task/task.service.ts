/** The tree of task sets: sets under the root, tasks as leaves in them, each with its document; and a set as its page shows it. */

import type { Cluster } from '@pone/contract/entities/cluster.ts'
import {
  type TaskDocument,
  type TaskEngine,
  type TaskLeaf,
  type TaskNode,
  type TaskNodeDocument,
  type TaskScenario,
  type TaskSet,
  type TaskSetDocument,
  taskDocumentSchema,
  taskEngineOf,
  taskNodeDocumentSchema,
  taskSetDocumentSchema,
} from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength, maxTasksPerSet } from '@pone/schema/limits.ts'
import type { CatalogueRepository, DocumentRow, NodeRow } from '../catalogue/catalogue.repository.ts'
import { type CatalogueService, createCatalogueService } from '../catalogue/catalogue.service.ts'
import { assertOneEngine, isToFit, type TypedScenario } from '../scenario/task-engine.ts'
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

/** Documents are parsed when read: fields that came later get their defaults. */
export const toTaskLeaf = (row: DocumentRow): TaskLeaf => ({
  ...toTaskNode(row),
  document: taskNodeDocumentSchema.parse(row.document),
  revision: row.revision,
})

export interface TaskDeps {
  readonly repository: CatalogueRepository
  /** The execution of a set that is waiting or running; null when there is none. */
  readonly activeExecution: (setId: string) => Promise<string | null>
  readonly countsOf: (setId: string) => Promise<{ schedules: number; executions: number }>
  readonly scenariosOf: (projectId: string) => Promise<TaskScenario[]>
  readonly clustersFor: (projectId: string) => Promise<readonly Cluster[]>
  readonly plan: SetMember['plan']
  readonly now: () => number
  readonly newId: () => string
}

export type TaskSetContent = Pick<TaskSet, 'id' | 'name' | 'document' | 'tasks'>

export interface TaskService extends CatalogueService {
  /** @throws AppError NotFound, NameExists */
  createSet(projectId: string, by: string, set: { name: string; engine: TaskEngine }): Promise<DocumentRow>
  /** @throws AppError NotFound, NameExists, LeafHasNoChildren, TaskSetFull, TaskOtherEngine */
  createTask(
    projectId: string,
    by: string,
    task: { parentId: string; name: string; document: TaskDocument },
  ): Promise<DocumentRow>
  /** Answers the names of the new tasks. @throws AppError NotFound, TaskSetFull, TaskOtherEngine */
  addScenarios(
    projectId: string,
    by: string,
    setId: string,
    scenarioIds: readonly string[],
  ): Promise<string[]>
  /** Those a set may take, of both engines. */
  scenarios(projectId: string): Promise<TaskScenario[]>
  /** What the set holds, each task with what is known of its scenario. @throws AppError NotFound */
  content(projectId: string, id: string): Promise<TaskSetContent>
  /** @throws AppError NotFound */
  set(projectId: string, id: string): Promise<TaskSet>
}

/** Names of the task sets that use one of these scenarios, and of the first such scenario; null when none does. */
export const taskSetsUsing =
  (repository: CatalogueRepository) =>
  async (
    projectId: string,
    scenarioIds: readonly string[],
  ): Promise<{ scenarioId: string; sets: string[] } | null> => {
    const tree = repository.tree(projectId, 'task')
    const nodes = await tree.nodes()
    const tasks = await tree.documents(nodes.filter(node => node.kind === 'task').map(node => node.id))
    const scenarioOf = (row: DocumentRow) => taskDocumentSchema.parse(row.document).scenarioId
    const used = tasks.find(row => scenarioIds.includes(scenarioOf(row) ?? ''))
    if (used === undefined) return null
    const scenarioId = scenarioOf(used) ?? ''
    const parents = new Set(tasks.filter(row => scenarioOf(row) === scenarioId).map(row => row.parent_id))
    const sets = nodes.filter(node => parents.has(node.id)).map(node => node.name)
    return { scenarioId, sets: sets.toSorted() }
  }

export function createTaskService(deps: TaskDeps): TaskService {
  const { repository, now, newId } = deps
  const catalogue = createCatalogueService({
    repository,
    now,
    newId,
    kind: {
      tree: 'task',
      root: { kind: 'root', name: 'root' },
      allowedChildren: { root: ['set'], set: ['task'] },
      noun: 'task',
      async assertDeletable(_projectId, nodes) {
        for (const { id, name } of nodes.filter(node => node.kind === 'set'))
          if ((await deps.activeExecution(id)) !== null) throw new AppError('TaskSetActive', { set: name })
      },
    },
  })

  const content = async (projectId: string, id: string) => {
    const tree = repository.tree(projectId, 'task')
    const nodes = await tree.nodes()
    const found = nodes.find(node => node.id === id && node.kind === 'set')
    if (found === undefined) throw new AppError('NotFound', { what: 'taskSet' })
    const below = nodes.filter(node => node.parent_id === id).toSorted((a, b) => a.position - b.position)
    const rows = await tree.documents([id, ...below.map(node => node.id)])
    const own = rows.find(row => row.id === id)
    const tasks = below.flatMap(node => rows.filter(row => row.id === node.id))
    const documents = tasks.map(row => taskDocumentSchema.parse(row.document))
    const outlooks = await outlooksOf(projectId, documents)
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

  const outlooksOf = async (projectId: string, tasks: readonly TaskDocument[]) => {
    const ids = [...new Set(tasks.flatMap(task => task.scenarioId ?? []))]
    const scenarios = await repository.tree(projectId, 'scenario').documents(ids)
    const clusters = await deps.clustersFor(projectId)
    return tasks.map(task => {
      const scenario = scenarios.find(row => row.id === task.scenarioId)
      return scenario === undefined ? null : deps.plan(scenario, task, clusters)
    })
  }

  const assertScenario = async (projectId: string, { scenarioId }: TaskDocument) => {
    if (scenarioId === null) return
    const found = await repository.tree(projectId, 'scenario').documents([scenarioId])
    if (found.length === 0) throw new AppError('NotFound', { what: 'scenario' })
  }

  const assertRoom = async (projectId: string, setId: string, added: number) => {
    const nodes = await repository.tree(projectId, 'task').nodes()
    if (nodes.filter(node => node.parent_id === setId).length + added > maxTasksPerSet)
      throw new AppError('TaskSetFull', { limit: maxTasksPerSet })
    return nodes
  }

  const setOf = async (projectId: string, id: string): Promise<SetHead | null> => {
    const [row] = await repository.tree(projectId, 'task').documents([id])
    if (row?.kind !== 'set') return null
    return { name: row.name, document: taskSetDocumentSchema.parse(row.document) }
  }

  /** What is no set is refused by the tree itself. */
  const assertFit = async (projectId: string, set: SetHead | null, tasks: readonly TaskDocument[]) => {
    if (set === null) return
    const ids = tasks.flatMap(task => task.scenarioId ?? [])
    const scenarios = await repository.tree(projectId, 'scenario').documents(ids)
    assertOneEngine({ name: set.name, engine: set.document.engine }, scenarios.map(typed))
  }

  /** Tasks that come from other sets must be of the type of this one. */
  const assertTransfer = async (
    projectId: string,
    { ids, parentId }: { ids: readonly string[]; parentId: string },
  ) => {
    const rows = await repository.tree(projectId, 'task').documents(ids)
    const tasks = rows.filter(row => row.kind === 'task' && row.parent_id !== parentId)
    const documents = tasks.map(row => taskDocumentSchema.parse(row.document))
    await assertFit(projectId, await setOf(projectId, parentId), documents)
  }

  return {
    ...catalogue,
    async move(projectId, move) {
      await assertTransfer(projectId, move)
      return catalogue.move(projectId, move)
    },
    async copy(projectId, by, copy) {
      await assertTransfer(projectId, copy)
      return catalogue.copy(projectId, by, copy)
    },
    createSet: (projectId, by, { name, engine }) =>
      catalogue.create(projectId, by, {
        parentId: null,
        kind: 'set',
        name,
        document: taskSetDocumentSchema.parse({ kind: 'set', engine }),
      }),
    async createTask(projectId, by, { parentId, name, document }) {
      await assertRoom(projectId, parentId, 1)
      await assertScenario(projectId, document)
      await assertFit(projectId, await setOf(projectId, parentId), [document])
      return catalogue.create(projectId, by, { parentId, kind: 'task', name, document })
    },
    async addScenarios(projectId, by, setId, scenarioIds) {
      const nodes = await assertRoom(projectId, setId, scenarioIds.length)
      if (!nodes.some(node => node.id === setId && node.kind === 'set'))
        throw new AppError('NotFound', { what: 'taskSet' })
      const scenarios = await repository.tree(projectId, 'scenario').documents(scenarioIds)
      const taken = new Set(nodes.filter(node => node.parent_id === setId).map(node => node.name))
      const names: string[] = []
      const documents = scenarioIds.map(scenarioId => taskDocumentSchema.parse({ kind: 'task', scenarioId }))
      await assertFit(projectId, await setOf(projectId, setId), documents)
      for (const document of documents) {
        const scenario = scenarios.find(row => row.id === document.scenarioId)
        if (scenario === undefined) throw new AppError('NotFound', { what: 'scenario' })
        const name = freeName(scenario.name, wanted => taken.has(wanted), { maxLength: maxNameLength })
        await catalogue.create(projectId, by, { parentId: setId, kind: 'task', name, document })
        taken.add(name)
        names.push(name)
      }
      return names
    },
    async save(projectId, by, save) {
      const document: TaskNodeDocument = taskNodeDocumentSchema.parse(save.document)
      const before = await catalogue.get(projectId, save.id)
      if (before.kind !== document.kind)
        throw new AppError('NotFound', { what: document.kind === 'set' ? 'taskSet' : 'task' })
      if (document.kind === 'task') {
        await assertScenario(projectId, document)
        const set = before.parent_id === null ? null : await setOf(projectId, before.parent_id)
        if (isToFit(taskDocumentSchema.parse(before.document), document))
          await assertFit(projectId, set, [document])
      } else if (document.engine !== taskSetDocumentSchema.parse(before.document).engine) {
        const { tasks } = await content(projectId, save.id)
        const documents = tasks.map(task => task.document)
        await assertFit(projectId, { name: before.name, document }, documents)
      }
      return catalogue.save(projectId, by, { ...save, document })
    },
    scenarios: projectId => deps.scenariosOf(projectId),
    content,
    async set(projectId, id) {
      const found = await content(projectId, id)
      const counts = await deps.countsOf(id)
      return {
        ...found,
        activeExecutionId: await deps.activeExecution(id),
        scheduleCount: counts.schedules,
        executionCount: counts.executions,
      }
    },
  }
}

interface SetHead {
  readonly name: string
  readonly document: TaskSetDocument
}

const typed = (row: DocumentRow): TypedScenario => ({
  scenarioName: row.name,
  engine: taskEngineOf(scenarioDocumentSchema.parse(row.document).engine),
})
