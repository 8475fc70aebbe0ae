/** Executions for display, from their rows, the runs of their tasks, and reserved machines; pure. */
import type {
  Execution,
  PerformanceTask,
  TaskResult,
  TaskSetDocument,
  TaskState,
} from '@pone/contract/entities/task.ts'
import { isEndedTask } from '@pone/contract/entities/task.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { ExecutionRow, ResultWithRun } from './execution.repository.ts'
import type { HeldMachine } from './held-machines.ts'
import type { PerformanceTaskRow } from './performance-task-row.ts'
import type { StoredError } from './task.table.ts'

/** The parts of a task that determine when machines are free again. */
interface PlannedTask {
  readonly isEnded: boolean
  readonly isPending: boolean
  /** Start of its run; null before. */
  readonly startedAt: number | null
  readonly plannedMs: number | null
}

/** Planned end of everything; null when unknown, or when it is over. */
export function releaseAtOf(
  tasks: readonly PlannedTask[],
  options: Pick<TaskSetDocument, 'mode' | 'pauseSeconds'>,
  now: number,
): number | null {
  const left = tasks.filter(task => !task.isEnded)
  if (left.length === 0 || left.some(task => task.plannedMs === null)) return null
  const remaining = left.map(task => Math.max(0, (task.startedAt ?? now) + (task.plannedMs ?? 0) - now))
  if (options.mode === 'parallel') return now + Math.max(...remaining)
  const pauses = left.filter(task => task.isPending).length * options.pauseSeconds * 1_000
  return now + remaining.reduce((sum, each) => sum + each, 0) + pauses
}

const plannedOf = (task: ResultWithRun): PlannedTask => ({
  isEnded: isEndedTask(task.state),
  isPending: task.state === 'pending',
  startedAt: task.run?.startedAt ?? null,
  plannedMs: task.run === null ? task.planned_ms : task.run.plannedMs,
})

const sharesOf = (held: readonly HeldMachine[], runIds: readonly string[]) => {
  const own = held.filter(one => runIds.includes(one.run_id))
  return {
    users: own.reduce((sum, one) => sum + one.users, 0),
    machines: [...new Set(own.map(one => one.machine))],
  }
}

export const activeRunsOf = (tasks: readonly ResultWithRun[]): string[] =>
  tasks.flatMap(({ run }) => (run !== null && isActiveRun(run.state) ? [run.id] : []))

/** A task that failed, was stopped or never started has ended, but is not done. */
export const isDone = ({ state }: { readonly state: TaskState }): boolean =>
  state === 'complete' || state === 'skipped'

/** The task-centre row of an execution of a set. */
export function toSetTask(
  row: PerformanceTaskRow,
  parts: {
    options: Pick<TaskSetDocument, 'mode' | 'pauseSeconds'>
    tasks: readonly ResultWithRun[]
    held: readonly HeldMachine[]
    now: number
  },
): Extract<PerformanceTask, { kind: 'set' }> {
  const { options, tasks, held, now } = parts
  const activeRunIds = activeRunsOf(tasks)
  return {
    ...headOf(row),
    kind: 'set',
    doneTasks: tasks.filter(isDone).length,
    allTasks: tasks.length,
    ...sharesOf(held, activeRunIds),
    releaseAt: row.ended_at === null ? releaseAtOf(tasks.map(plannedOf), options, now) : null,
    activeRunIds,
  }
}

/** The task-centre row of a run outside any set. */
export function toScenarioTask(row: PerformanceTaskRow, held: readonly HeldMachine[]): PerformanceTask {
  const isActive = row.ended_at === null
  const { started_at: startedAt, planned_ms: plannedMs } = row
  return {
    ...headOf(row),
    kind: 'scenario',
    doneTasks: row.state === 'complete' ? 1 : 0,
    allTasks: 1,
    ...sharesOf(held, [row.id]),
    releaseAt: isActive && startedAt !== null && plannedMs !== null ? startedAt + plannedMs : null,
    activeRunIds: isActive ? [row.id] : [],
  }
}

const headOf = (row: PerformanceTaskRow) => ({
  id: row.id,
  projectId: row.project_id,
  projectName: row.project_name,
  number: row.number,
  name: row.name,
  engine: row.engine,
  state: row.state,
  trigger: row.trigger,
  startedBy: row.started_by,
  dueAt: row.due_at,
  startedAt: row.started_at,
  endedAt: row.ended_at,
})

export function toExecution(
  row: ExecutionRow,
  parts: {
    projectName: string
    tasks: readonly ResultWithRun[]
    held: readonly HeldMachine[]
    now: number
    /** Text of a stored error. */
    textOf: (error: StoredError) => string
  },
): Execution {
  const head: PerformanceTaskRow = {
    kind: 'set',
    id: row.id,
    project_id: row.project_id,
    project_name: parts.projectName,
    number: row.number,
    name: row.set_name,
    engine: row.options.engine,
    state: row.state,
    trigger: row.trigger,
    started_by: row.started_by,
    due_at: row.due_at,
    started_at: row.started_at,
    ended_at: row.ended_at,
    planned_ms: null,
  }
  return {
    ...toSetTask(head, { options: row.options, ...parts }),
    setId: row.set_id,
    mode: row.options.mode,
    options: row.options,
    cause: row.cause,
    causeDetail: row.stop_by ?? row.cause_detail,
    isStopping: row.ended_at === null && row.stop_kind !== null,
    tasks: parts.tasks.map(task => toResult(task, parts.textOf)),
    now: parts.now,
  }
}

function toResult(task: ResultWithRun, textOf: (error: StoredError) => string): TaskResult {
  const { run } = task
  return {
    id: task.id,
    name: task.name,
    position: task.position,
    scenarioName: task.scenario_name,
    state: task.state,
    cause: task.cause,
    reason: task.error === null ? '' : textOf(task.error),
    startedAt: task.started_at,
    endedAt: task.ended_at,
    plannedMs: task.planned_ms,
    users: task.users,
    run:
      run === null
        ? null
        : {
            id: run.id,
            number: run.number,
            state: run.state,
            startedAt: run.startedAt,
            endedAt: run.endedAt,
            requests: run.requests,
            failed: run.failed,
            p95Ms: run.p95Ms,
            sla: run.sla,
          },
  }
}

/** Name of an execution in operation records. */
export const nameOfExecution = (row: { readonly set_name: string; readonly number: number }): string =>
  `${row.set_name} #${row.number}`
