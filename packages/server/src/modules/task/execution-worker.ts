/** Drives the executions of task sets that this server owns: starts and stops their runs and stores the results. */
import { randomUUID } from 'node:crypto'
import { isEndedTask, taskTransitions } from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type Repeated, repeatedly } from '../../jobs/repeated.ts'
import type { ExecutionRepository, ExecutionRow, ResultWithRun } from './execution.repository.ts'
import type { SetMember } from './kinds/kind.ts'
import { type Decision, nextDecisions, type SetFacts } from './set-machine.ts'
import type { TaskRuns } from './task-runs.ts'

const lookEveryMs = 1_000
/** Limit of steps per poll; it only ends a loop caused by a defect. */
const maxRounds = 250

/** Upper bound of message delays: to any machine, and to the server that drives the run. */
const beginLeadMs = 2_500

/** Start errors that resolve when other runs end. */
const passingErrors: readonly string[] = [
  'CapacityExceeded',
  'CapacityBehindScripts',
  'OneMachineExceeded',
  'ScriptsExceeded',
  'NoMachineOnline',
  'NoMachineInService',
  'LicenceExceeded',
]

export interface ExecutionWorkerDeps {
  readonly executions: ExecutionRepository
  readonly runs: TaskRuns
  /** How tasks of sets are started. */
  readonly member: Pick<SetMember, 'start'>
  readonly leaseOwner: string
  readonly now: () => number
  readonly onFailure: (what: string, cause: unknown) => void
}

type Moved = Extract<Decision, { kind: 'move' }>

export function startExecutionWorker(deps: ExecutionWorkerDeps): Repeated {
  const { executions } = deps
  /** Executions being processed now, so that a slow one does not delay the others. */
  const underWay = new Map<string, Promise<void>>()
  const look = async (): Promise<void> => {
    for (const id of await executions.claim(deps.leaseOwner)) {
      if (underWay.has(id)) continue
      const work = advance(deps, id)
        .catch((cause: unknown) => deps.onFailure(`task set execution ${id}`, cause))
        .finally(() => underWay.delete(id))
      underWay.set(id, work)
    }
  }
  const repeated = repeatedly(look, lookEveryMs, cause => deps.onFailure('task set executions', cause))
  return {
    poke: () => repeated.poke(),
    close: async () => {
      await repeated.close()
      await Promise.all(underWay.values())
      await executions.release(deps.leaseOwner).catch((cause: unknown) => {
        deps.onFailure('giving back task set executions', cause)
      })
    },
  }
}

const moveTask = async (
  { now, executions }: Pick<ExecutionWorkerDeps, 'now' | 'executions'>,
  task: ResultWithRun,
  { to, cause }: Moved,
): Promise<void> => {
  if (!taskTransitions[task.state].includes(to)) throw new Error(`a task cannot go ${task.state} → ${to}`)
  const at = now()
  await executions.updateResult(task.id, {
    state: to,
    cause,
    since: at,
    ...(to === 'running' ? { startedAt: task.run?.startedAt ?? at, error: null } : {}),
    ...(isEndedTask(to) ? { endedAt: task.run?.endedAt ?? at } : {}),
  })
}

const startTask = async (
  deps: Pick<ExecutionWorkerDeps, 'now' | 'executions' | 'runs' | 'member'>,
  row: ExecutionRow,
  task: ResultWithRun,
): Promise<void> => {
  const at = deps.now()
  const isAnew = task.state === 'pending' || task.state === 'running'
  const runId = isAnew ? randomUUID() : (task.run_id ?? randomUUID())
  const state = isAnew ? 'starting' : task.state
  await deps.executions.updateResult(task.id, {
    state,
    runId,
    since: task.state === 'starting' ? task.since : at,
    askedAt: task.asked_at ?? at,
  })
  const { scenario_id: scenarioId, document } = task
  if (task.state === 'starting') await deps.runs.release(runId)
  try {
    if (scenarioId === null) throw new AppError('NotFound', { what: 'scenario' })
    await deps.member.start({
      projectId: row.project_id,
      targetId: scenarioId,
      by: row.started_by,
      language: row.language,
      runId,
      document,
      set: { name: row.set_name, engine: row.options.engine },
      isHeld: row.options.mode === 'parallel',
    })
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const error = { code: cause.code, params: { ...cause.params } }
    const isPassing = passingErrors.includes(cause.code)
    await deps.executions.updateResult(task.id, {
      state: isPassing ? 'awaitingMachines' : 'failed',
      cause: isPassing ? null : 'refused',
      error,
      since: deps.now(),
      ...(isPassing ? {} : { endedAt: deps.now() }),
    })
    return
  }
  await deps.executions.began(row.id, deps.now())
  await deps.executions.updateResult(task.id, {
    state: 'running',
    cause: null,
    error: null,
    since: deps.now(),
    startedAt: deps.now(),
  })
}

/** One common instant for all of them. */
const beginTogether = async (
  { now, runs }: Pick<ExecutionWorkerDeps, 'now' | 'runs'>,
  row: ExecutionRow,
  tasks: readonly ResultWithRun[],
): Promise<void> => {
  const startAt = now() + beginLeadMs
  const orders = tasks.flatMap(({ run }) =>
    run === null ? [] : [runs.begin(row.project_id, run.id, startAt)],
  )
  for (const outcome of await Promise.allSettled(orders)) {
    // It has just ended, or is being taken over by another server: the next poll shows which.
    if (outcome.status === 'rejected' && !(outcome.reason instanceof AppError)) throw outcome.reason
  }
}

const stopTask = async (
  { runs, executions, now }: Pick<ExecutionWorkerDeps, 'runs' | 'executions' | 'now'>,
  row: ExecutionRow,
  task: ResultWithRun,
  isForced: boolean,
): Promise<void> => {
  if (task.run_id === null) return
  const by = row.stop_by ?? row.started_by
  try {
    await (isForced
      ? runs.forceStop(row.project_id, task.run_id, by)
      : runs.stop(row.project_id, task.run_id, by))
  } catch (cause) {
    // It has just ended, or is being taken over by another server: the next poll shows which.
    if (!(cause instanceof AppError)) throw cause
    return
  }
  if (task.state === 'running') await executions.updateResult(task.id, { state: 'stopping', since: now() })
}

const carryOut = async (
  deps: Pick<ExecutionWorkerDeps, 'executions' | 'now' | 'runs' | 'member'>,
  row: ExecutionRow,
  tasks: readonly ResultWithRun[],
  decision: Decision,
): Promise<void> => {
  if (decision.kind === 'stopAll') {
    await deps.executions.askStop(row.id, 'timeLimit', null, deps.now())
    return
  }
  if (decision.kind === 'end') {
    // Clocks of servers differ slightly: a run driven by another server may have a later end by that server's clock.
    const ends = tasks.flatMap(task => [task.ended_at ?? 0, task.run?.endedAt ?? 0])
    return deps.executions.end(row.id, decision.state, decision.cause, Math.max(deps.now(), ...ends))
  }
  if (decision.kind === 'begin') {
    return beginTogether(
      deps,
      row,
      tasks.filter(({ id }) => decision.taskIds.includes(id)),
    )
  }
  const task = tasks.find(one => one.id === decision.taskId)
  if (task === undefined) return
  if (decision.kind === 'start') return startTask(deps, row, task)
  if (decision.kind === 'stopRun') return stopTask(deps, row, task, decision.isForced)
  await moveTask(deps, task, decision)
  if (decision.to === 'running') await deps.executions.began(row.id, deps.now())
}

/** Processes an execution as far as possible now. */
const advance = async (
  deps: Pick<ExecutionWorkerDeps, 'executions' | 'leaseOwner' | 'now' | 'runs' | 'member'>,
  id: string,
): Promise<void> => {
  let lastDecisions = ''
  for (let round = 0; round < maxRounds; round += 1) {
    const row = await deps.executions.find(null, id)
    if (row === null || row.ended_at !== null || row.lease_owner !== deps.leaseOwner) return
    const tasks = await deps.executions.results([id])
    const decisions = nextDecisions(factsOf(row, tasks), deps.now())
    const wanted = JSON.stringify(decisions)
    // Repeated decisions mean that the previous ones are still in progress.
    if (decisions.length === 0 || wanted === lastDecisions) return
    lastDecisions = wanted
    const outcomes = await Promise.allSettled(decisions.map(decision => carryOut(deps, row, tasks, decision)))
    const failed = outcomes.find(outcome => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}

const factsOf = (row: ExecutionRow, tasks: readonly ResultWithRun[]): SetFacts => ({
  options: row.options,
  createdAt: row.created_at,
  stop: row.stop_kind === null || row.stop_at === null ? null : { kind: row.stop_kind, at: row.stop_at },
  tasks: tasks.map(task => ({
    id: task.id,
    state: task.state,
    since: task.since,
    askedAt: task.asked_at,
    endedAt: task.ended_at,
    isSkipAsked: task.is_skip_asked,
    run:
      task.run === null
        ? null
        : {
            state: task.run.state,
            preparedAt: task.run.preparedAt,
            // What a task was to make sure of is not shown by a run that is not reliable either.
            isSlaBroken: task.run.sla === 'broken' || task.run.sla === 'notReliable',
            isCutShort: task.run.cause === 'serverRestart' && task.run.startedAt === null,
            isReleased: task.run.isReleased,
          },
  })),
})
