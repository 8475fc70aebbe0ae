/** The tree of task sets: sets under the root, tasks as leaves, each with its document; and a set for display. */

import {
  type TaskDocument,
  type TaskLeaf,
  type TaskNodeDocument,
  type TaskScenario,
  type TaskSet,
  taskDocumentSchema,
  taskNodeDocumentSchema,
  taskSetDocumentSchema,
} from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { maxNameLength, maxTasksPerSet } from '@pone/schema/limits.ts'
import type { CatalogueRepository, DocumentRow } from '../catalogue/catalogue.repository.ts'
import { type CatalogueService, createCatalogueService } from '../catalogue/catalogue.service.ts'
import { isToFit } from '../scenario/task-engine.ts'
import { assertFit, assertScenario, setOf } from './task-fit.ts'
import { content, type TaskDeps, type TaskSetContent, toTaskNode } from './task-set-content.ts'

/** Documents are parsed when read, so that later fields get their defaults. */
export const toTaskLeaf = (row: DocumentRow): TaskLeaf => ({
  ...toTaskNode(row),
  document: taskNodeDocumentSchema.parse(row.document),
  revision: row.revision,
})

export interface TaskService extends CatalogueService {
  /** @throws AppError NotFound, NameExists */
  createSet(projectId: string, by: string, set: { name: string; engine: Engine }): Promise<DocumentRow>
  /** @throws AppError NotFound, NameExists, LeafHasNoChildren, TaskSetFull, TaskOtherEngine */
  createTask(
    projectId: string,
    by: string,
    task: { parentId: string; name: string; document: TaskDocument },
  ): Promise<DocumentRow>
  /** Returns the names of the new tasks. @throws AppError NotFound, TaskSetFull, TaskOtherEngine */
  addScenarios(
    projectId: string,
    by: string,
    setId: string,
    scenarioIds: readonly string[],
  ): Promise<string[]>
  /** Scenarios that a set may use, of both engines. */
  scenarios(projectId: string): Promise<TaskScenario[]>
  /** The tasks of the set, each with what is known of its scenario. @throws AppError NotFound */
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
  return {
    ...catalogue,
    ...taskPlaces(deps, catalogue),
    ...taskCreation(deps, catalogue),
    ...taskSaving(deps, catalogue),
    ...setViews(deps),
  }
}

/** Moving and copying tasks between sets. */
function taskPlaces(
  deps: Pick<TaskDeps, 'repository'>,
  catalogue: CatalogueService,
): Pick<TaskService, 'move' | 'copy'> {
  const { repository } = deps
  /** Tasks from other sets must have the type of this one. */
  const assertTransfer = async (
    projectId: string,
    { ids, parentId }: { ids: readonly string[]; parentId: string },
  ) => {
    const rows = await repository.tree(projectId, 'task').documents(ids)
    const tasks = rows.filter(row => row.kind === 'task' && row.parent_id !== parentId)
    const documents = tasks.map(row => taskDocumentSchema.parse(row.document))
    await assertFit(deps, projectId, await setOf(deps, projectId, parentId), documents)
  }
  return {
    async move(projectId, move) {
      await assertTransfer(projectId, move)
      return catalogue.move(projectId, move)
    },
    async copy(projectId, by, copy) {
      await assertTransfer(projectId, copy)
      return catalogue.copy(projectId, by, copy)
    },
  }
}

/** Creation of sets and tasks. */
function taskCreation(
  deps: Pick<TaskDeps, 'repository'>,
  catalogue: CatalogueService,
): Pick<TaskService, 'createSet' | 'createTask' | 'addScenarios'> {
  const { repository } = deps
  const assertRoom = async (projectId: string, setId: string, added: number) => {
    const nodes = await repository.tree(projectId, 'task').nodes()
    if (nodes.filter(node => node.parent_id === setId).length + added > maxTasksPerSet)
      throw new AppError('TaskSetFull', { limit: maxTasksPerSet })
    return nodes
  }
  return {
    createSet: (projectId, by, { name, engine }) =>
      catalogue.create(projectId, by, {
        parentId: null,
        kind: 'set',
        name,
        document: taskSetDocumentSchema.parse({ kind: 'set', engine }),
      }),
    async createTask(projectId, by, { parentId, name, document }) {
      await assertRoom(projectId, parentId, 1)
      await assertScenario(deps, projectId, document)
      await assertFit(deps, projectId, await setOf(deps, projectId, parentId), [document])
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
      await assertFit(deps, projectId, await setOf(deps, projectId, setId), documents)
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
  }
}

/** Saves the documents of sets and tasks. */
function taskSaving(
  deps: Pick<TaskDeps, 'repository' | 'clustersFor' | 'plan'>,
  catalogue: CatalogueService,
): Pick<TaskService, 'save'> {
  return {
    async save(projectId, by, save) {
      const document: TaskNodeDocument = taskNodeDocumentSchema.parse(save.document)
      const before = await catalogue.get(projectId, save.id)
      if (before.kind !== document.kind)
        throw new AppError('NotFound', { what: document.kind === 'set' ? 'taskSet' : 'task' })
      if (document.kind === 'task') {
        await assertScenario(deps, projectId, document)
        const set = before.parent_id === null ? null : await setOf(deps, projectId, before.parent_id)
        if (isToFit(taskDocumentSchema.parse(before.document), document))
          await assertFit(deps, projectId, set, [document])
      } else if (document.engine !== taskSetDocumentSchema.parse(before.document).engine) {
        const { tasks } = await content(deps, projectId, save.id)
        const documents = tasks.map(task => task.document)
        await assertFit(deps, projectId, { name: before.name, document }, documents)
      }
      return catalogue.save(projectId, by, { ...save, document })
    },
  }
}

/** Sets for display. */
function setViews(
  deps: Pick<
    TaskDeps,
    'scenariosOf' | 'repository' | 'clustersFor' | 'plan' | 'countsOf' | 'activeExecution'
  >,
): Pick<TaskService, 'scenarios' | 'content' | 'set'> {
  return {
    scenarios: projectId => deps.scenariosOf(projectId),
    content: (projectId, id) => content(deps, projectId, id),
    async set(projectId, id) {
      const found = await content(deps, projectId, id)
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
