/** Executions of task sets for the API: start, stop, skip, and the rows of the task centre. */
import type { OutputOf } from '@pone/contract/call.ts'
import type { taskCalls } from '@pone/contract/calls/task.ts'
import type { Execution, TaskKindName } from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import { maxTasksPerSet } from '@pone/schema/limits.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import { assertOneEngine } from '../scenario/task-engine.ts'
import type { ExecutionRepository, ExecutionRow } from './execution.repository.ts'
import { activeRunsOf, nameOfExecution, toExecution } from './execution-view.ts'
import type { HeldMachines } from './held-machines.ts'
import type { StopOrder } from './kinds/kind.ts'
import type { TaskKinds } from './kinds/registry.ts'
import type { NewTask } from './new-execution.repository.ts'
import type { PerformanceTaskQuery, PerformanceTaskRepository } from './performance-task.repository.ts'
import type { ScheduleRepository } from './schedule.repository.ts'
import type { TaskService } from './task.service.ts'
import type { StoredError } from './task.table.ts'
import type { TaskSetContent } from './task-set-content.ts'

/** Text of a stored error. */
type TextOf = (error: StoredError) => string

export interface ExecutionDeps {
  readonly executions: ExecutionRepository
  readonly schedules: ScheduleRepository
  readonly performanceTasks: PerformanceTaskRepository
  readonly tasks: Pick<TaskService, 'content'>
  readonly kinds: TaskKinds
  readonly held: HeldMachines
  /** Id of this server as the owner of executions. */
  readonly leaseOwner: string
  /** Called when work is due at once. */
  readonly onChange: () => void
  readonly now: () => number
}

export type ExecutionService = ReturnType<typeof createExecutionService>

/** The enabled tasks of a set as input of an execution. @throws AppError TaskSetEmpty, TaskSetFull, TaskOtherEngine */
export function tasksToRun({ name, document, tasks }: TaskSetContent): NewTask[] {
  const enabled = tasks.filter(task => task.document.isEnabled)
  if (enabled.length === 0) throw new AppError('TaskSetEmpty', { set: name })
  if (enabled.length > maxTasksPerSet) throw new AppError('TaskSetFull', { limit: maxTasksPerSet })
  assertOneEngine(
    { name, engine: document.engine },
    enabled.flatMap(task => task.outlook ?? []),
  )
  return enabled.map(task => ({
    name: task.name,
    scenarioName: task.outlook?.scenarioName ?? '',
    document: task.document,
    users: task.outlook?.users ?? 0,
    plannedMs: task.outlook?.plannedMs ?? null,
  }))
}

export function createExecutionService(deps: ExecutionDeps) {
  return { ...executionStarts(deps), ...executionStops(deps), ...executionViews(deps) }
}

/** Starts sets manually. */
function executionStarts(
  deps: Pick<
    ExecutionDeps,
    'tasks' | 'leaseOwner' | 'onChange' | 'now' | 'executions' | 'held' | 'performanceTasks'
  >,
) {
  const { now, executions } = deps

  return {
    /** @throws AppError NotFound, TaskSetEmpty, TaskSetActive, TaskSetFull, TaskOtherEngine */
    async start(input: {
      projectId: string
      setId: string
      user: { id: string; account: string }
      language: Language
      textOf: TextOf
    }): Promise<Execution> {
      const { projectId, setId, user, language, textOf } = input
      const set = await deps.tasks.content(projectId, setId)
      const at = now()
      try {
        const id = await executions.insert({
          projectId,
          setId,
          setName: set.name,
          options: set.document,
          tasks: tasksToRun(set),
          trigger: 'manual',
          scheduleId: null,
          startedBy: user.account,
          ownerId: user.id,
          language,
          dueAt: at,
          at,
          end: null,
          leaseOwner: deps.leaseOwner,
        })
        deps.onChange()
        return await view(deps, await rowOf(deps, projectId, id), textOf)
      } catch (cause) {
        if (isUniqueViolation(cause, 'task_executions_active'))
          throw new AppError('TaskSetActive', { set: set.name }, { cause })
        throw cause
      }
    },
  }
}

/** Stops executions, and skips tasks of them. */
function executionStops(deps: Pick<ExecutionDeps, 'executions' | 'now' | 'onChange' | 'kinds'>) {
  const { executions, now } = deps
  const stop = async (row: ExecutionRow, by: string, isForced: boolean): Promise<ExecutionRow> => {
    const kind = isForced ? 'force' : 'graceful'
    if (!(await executions.askStop(row.id, kind, by, now()))) throw new AppError('ExecutionNotActive')
    deps.onChange()
    return row
  }
  return {
    /** Returns the execution before the change. @throws AppError NotFound, ExecutionNotActive */
    stop: async (projectId: string, id: string, by: string, isForced: boolean): Promise<ExecutionRow> =>
      stop(await rowOf(deps, projectId, id), by, isForced),
    /** Stops a task of any kind and project; returns its name. @throws AppError NotFound, ExecutionNotActive, RunNotActive */
    stopAny: ({ kind, ...order }: StopOrder & { readonly kind: TaskKindName }): Promise<string> =>
      deps.kinds[kind].stop(order),
    /** @throws AppError NotFound, ExecutionNotActive */
    async skip(projectId: string, id: string, taskId: string): Promise<string> {
      const row = await rowOf(deps, projectId, id)
      const task = (await executions.results([id])).find(result => result.id === taskId)
      if (task === undefined) throw new AppError('NotFound', { what: 'task' })
      if (!(await executions.askSkip(id, taskId))) throw new AppError('ExecutionNotActive')
      deps.onChange()
      return `${nameOfExecution(row)} · ${task.name}`
    },
  }
}

/** Executions for display. */
function executionViews(
  deps: Pick<ExecutionDeps, 'executions' | 'held' | 'performanceTasks' | 'now' | 'kinds' | 'schedules'>,
) {
  const { performanceTasks, schedules } = deps

  return {
    /** `projectId` null: of any project. @throws AppError NotFound */
    get: async (projectId: string | null, id: string, textOf: TextOf): Promise<Execution> =>
      view(deps, await rowOf(deps, projectId, id), textOf),
    async list(query: PerformanceTaskQuery): Promise<OutputOf<typeof taskCalls.list>> {
      const { total, rows } = await performanceTasks.list(query)
      const known = await Promise.all(
        Object.values(deps.kinds).map(kind => kind.facts(rows.filter(row => row.kind === kind.name))),
      )
      const tasks = new Map(known.flat().map(task => [task.id, task]))
      const { page, pageSize } = query
      return { total, page, pageSize, rows: rows.flatMap(({ id }) => tasks.get(id) ?? []) }
    },
    async counts(
      scope: Pick<PerformanceTaskQuery, 'projectId' | 'engine'>,
    ): Promise<OutputOf<typeof taskCalls.counts>> {
      const active = await performanceTasks.counts(scope)
      return { ...active, scheduled: await schedules.countEnabled(scope) }
    },
  }
}

const rowOf = async (
  { executions }: Pick<ExecutionDeps, 'executions'>,
  projectId: string | null,
  id: string,
): Promise<ExecutionRow> => {
  const row = await executions.find(projectId, id)
  if (row === null) throw new AppError('NotFound', { what: 'execution' })
  return row
}

const view = async (
  deps: Pick<ExecutionDeps, 'executions' | 'held' | 'performanceTasks' | 'now'>,
  row: ExecutionRow,
  textOf: TextOf,
): Promise<Execution> => {
  const tasks = await deps.executions.results([row.id])
  const held = await deps.held(activeRunsOf(tasks))
  const projectName = await deps.performanceTasks.projectName(row.project_id)
  return toExecution(row, {
    projectName,
    tasks,
    held,
    now: deps.now(),
    textOf,
  })
}
