/** Decides the next actions for an execution of a task set from stored data and the state of its runs; pure, so that any server can continue at any time. */
import {
  type ExecutionCause,
  type ExecutionState,
  isEndedTask,
  type TaskCause,
  type TaskSetDocument,
  type TaskState,
} from '@pone/contract/entities/task.ts'
import { isActiveRun, type RunState } from '@pone/contract/states.ts'
import type { StopKind } from './task.table.ts'

/** The stored run of a task. */
export interface RunFacts {
  readonly state: RunState
  /** Since when it is ready and held, epoch ms. */
  readonly preparedAt: number | null
  readonly isSlaBroken: boolean
  /** It ended before any load, because its server restarted. */
  readonly isCutShort: boolean
  /** Its machines have been released. */
  readonly isReleased: boolean
}

export interface TaskFacts {
  readonly id: string
  readonly state: TaskState
  /** Since when it is in its state, epoch ms. */
  readonly since: number
  /** When it first requested machines. */
  readonly askedAt: number | null
  readonly endedAt: number | null
  readonly isSkipAsked: boolean
  /** null: the run does not exist. */
  readonly run: RunFacts | null
}

export interface SetFacts {
  readonly options: TaskSetDocument
  /** When the execution was requested, epoch ms; its time limit counts from here. */
  readonly createdAt: number
  readonly stop: { readonly kind: StopKind; readonly at: number } | null
  /** In order of execution. */
  readonly tasks: readonly TaskFacts[]
}

export type Decision =
  /** Repeated for a task whose start was interrupted, whose run was cut short, or that waits for machines. */
  | { readonly kind: 'start'; readonly taskId: string }
  /** Their runs are ready: their loads start at the same instant. */
  | { readonly kind: 'begin'; readonly taskIds: readonly string[] }
  | { readonly kind: 'stopRun'; readonly taskId: string; readonly isForced: boolean }
  | {
      readonly kind: 'move'
      readonly taskId: string
      readonly to: TaskState
      readonly cause: TaskCause | null
    }
  | { readonly kind: 'stopAll' }
  | { readonly kind: 'end'; readonly state: ExecutionState; readonly cause: ExecutionCause }

/** Interval of start attempts of a task that waits for machines. */
const askEveryMs = 2_000
/** Machines of an ended run are released slightly later; a task refused in between retries for this time. */
const releasePatienceMs = 15_000
const startTimeoutMs = 60_000
/** A graceful stop becomes a forced one after this time. */
const gracefulTimeoutMs = 5 * 60_000
/** A forced stop without effect is given up after this time. */
const forcedTimeoutMs = 2 * 60_000

/** Runs that are ready wait this long for others that are still preparing, e.g. with on-demand machines. */
const gatherPatienceMs = 5 * 60_000

/** All actions due now; call again after executing them, until there are none. */
export function nextDecisions(facts: SetFacts, now: number): Decision[] {
  const { options, createdAt, stop, tasks } = facts
  if (tasks.every(task => isEndedTask(task.state))) return closing(facts)
  if (stop === null && now - createdAt > options.limitMinutes * 60_000) return [{ kind: 'stopAll' }]
  const own = tasks.flatMap(task => decisionOf(task, facts, now) ?? [])
  if (own.length > 0 || stop !== null) return own
  if (options.mode === 'sequence') return nextInSequence(facts, now)
  const pending = tasks.filter(isPending)
  return pending.length > 0 ? pending.map(start) : beginTogether(tasks, now)
}

const isPending = (task: TaskFacts): boolean => task.state === 'pending'
const start = (task: TaskFacts): Decision => ({ kind: 'start', taskId: task.id })
const isUnsuccessful = ({ state }: TaskFacts): boolean => state === 'failed' || state === 'stopped'

/** Tasks that wait for machines are not waited for, because those machines may be held by the others. */
const isOnItsWay = ({ state, run }: TaskFacts): boolean =>
  state === 'starting' ||
  (state === 'running' &&
    run !== null &&
    (run.state === 'new' || (run.state === 'readyToRun' && run.preparedAt === null)))

function beginTogether(tasks: readonly TaskFacts[], now: number): Decision[] {
  const ready = tasks.filter(({ state, run }) => state === 'running' && run?.state === 'readyToRun')
  const since = ready.flatMap(({ run }) => run?.preparedAt ?? [])
  if (since.length === 0) return []
  if (tasks.some(isOnItsWay) && now - Math.min(...since) < gatherPatienceMs) return []
  const taskIds = ready.filter(({ run }) => run?.preparedAt !== null).map(({ id }) => id)
  return [{ kind: 'begin', taskIds }]
}

function nextInSequence({ options, tasks }: SetFacts, now: number): Decision[] {
  const isBusy = tasks.some(task => !isPending(task) && !isEndedTask(task.state))
  if (isBusy) return []
  if (options.onFailure === 'stop' && tasks.some(isUnsuccessful)) {
    return tasks
      .filter(isPending)
      .map(({ id }) => ({ kind: 'move', taskId: id, to: 'notRun', cause: 'afterFailure' }))
  }
  const next = tasks.find(isPending)
  if (next === undefined) return []
  const ended = tasks.flatMap(task => task.endedAt ?? [])
  const pauseEndsAt = ended.length === 0 ? now : Math.max(...ended) + options.pauseSeconds * 1_000
  return now >= pauseEndsAt ? [start(next)] : []
}

/** The action that a task needs independently of the others; null when none. */
function decisionOf(task: TaskFacts, facts: SetFacts, now: number): Decision | null {
  const { stop } = facts
  const move = (to: TaskState, cause: TaskCause | null): Decision => ({
    kind: 'move',
    taskId: task.id,
    to,
    cause,
  })
  switch (task.state) {
    case 'pending':
      if (task.isSkipAsked) return move('skipped', 'skippedByUser')
      return stop === null ? null : move('notRun', 'setStopped')
    case 'starting':
      if (task.run !== null) return move('running', null)
      if (task.isSkipAsked) return move('skipped', 'skippedByUser')
      if (stop !== null) return move('stopped', 'setStopped')
      return now - task.since > startTimeoutMs ? move('failed', 'startTimeout') : start(task)
    case 'awaitingMachines':
      if (task.run !== null) return move('running', null)
      if (task.isSkipAsked) return move('skipped', 'skippedByUser')
      if (stop !== null) return move('notRun', 'setStopped')
      if (now - (task.askedAt ?? task.since) > patienceMs(facts.options)) return move('failed', 'noRoom')
      return now - task.since >= askEveryMs ? start(task) : null
    case 'running':
    case 'stopping':
      return decisionOfRun(task, facts, now)
    default:
      return null
  }
}

/** How long a task may wait for machines, ms. */
const patienceMs = ({ waitMinutes }: TaskSetDocument): number =>
  Math.max(waitMinutes * 60_000, releasePatienceMs)

function decisionOfRun(task: TaskFacts, facts: SetFacts, now: number): Decision | null {
  const { id: taskId, run } = task
  const { stop } = facts
  const isToEnd = stop !== null || task.isSkipAsked
  if (run === null) return { kind: 'move', taskId, to: 'failed', cause: 'runGone' }
  if (!isActiveRun(run.state)) {
    if (!run.isReleased) return null
    if (run.isCutShort && task.state === 'running' && !isToEnd) return start(task)
    return { kind: 'move', taskId, ...outcomeOf(task, run, facts) }
  }
  if (!isToEnd) return null
  const isForced = stop?.kind === 'force'
  if (task.state === 'running') return { kind: 'stopRun', taskId, isForced }
  const forcedAt = isForced ? Math.max(stop.at, task.since) : task.since + gracefulTimeoutMs
  if (now < forcedAt) return null
  if (now - forcedAt > forcedTimeoutMs) return { kind: 'move', taskId, to: 'failed', cause: 'stopTimeout' }
  return { kind: 'stopRun', taskId, isForced: true }
}

function outcomeOf(
  task: TaskFacts,
  run: RunFacts,
  { stop, options }: SetFacts,
): { to: TaskState; cause: TaskCause | null } {
  if (task.isSkipAsked) return { to: 'skipped', cause: 'skippedByUser' }
  if (run.state === 'failed') {
    return { to: 'failed', cause: run.isSlaBroken ? 'slaBroken' : 'runFailed' }
  }
  if (run.state === 'userStopped') {
    return { to: 'stopped', cause: stop === null ? 'runStopped' : 'setStopped' }
  }
  if (run.isSlaBroken && options.failsOnSla) return { to: 'failed', cause: 'slaBroken' }
  return { to: 'complete', cause: null }
}

/** The set ends after the last of its runs, including those that did not stop in time or started late. */
function closing(facts: SetFacts): Decision[] {
  const open = facts.tasks.filter(({ run }) => run !== null && (isActiveRun(run.state) || !run.isReleased))
  if (open.length === 0) return [endOf(facts)]
  return open.flatMap(({ id: taskId, run }): Decision[] =>
    run !== null && isActiveRun(run.state) ? [{ kind: 'stopRun', taskId, isForced: true }] : [],
  )
}

function endOf({ stop, tasks }: SetFacts): Decision {
  const wasCut = tasks.some(({ state }) => state === 'stopped' || state === 'notRun')
  if (stop !== null && wasCut) {
    if (stop.kind === 'timeLimit') return { kind: 'end', state: 'failed', cause: 'timeLimit' }
    const cause = stop.kind === 'force' ? 'forceStopped' : 'stoppedByUser'
    return { kind: 'end', state: 'stopped', cause }
  }
  return tasks.some(isUnsuccessful)
    ? { kind: 'end', state: 'failed', cause: 'taskFailed' }
    : { kind: 'end', state: 'complete', cause: 'allDone' }
}
