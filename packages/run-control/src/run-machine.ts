/** The only way from one state of a run to the next: the contract's table of transitions, and the cause kept with each end. */
import type { RunCause } from '@pone/contract/entities/run.ts'
import { isActiveRun, type RunState, runTransitions } from '@pone/contract/states.ts'

export interface Transition {
  readonly to: RunState
  readonly cause: RunCause | null
  readonly causeDetail: string
}

export const canMove = (from: RunState, to: RunState): boolean => runTransitions[from].includes(to)

/** The transition when the table allows it, otherwise null; an end must have a cause. */
export function transition(
  from: RunState,
  to: RunState,
  cause: RunCause | null = null,
  causeDetail = '',
): Transition | null {
  if (!canMove(from, to)) return null
  if (!isActiveRun(to) && cause === null) throw new Error(`a run cannot become ${to} without a cause`)
  return { to, cause, causeDetail }
}

/** State that a cause ends a run in. */
export const endStateOf: Record<RunCause, 'complete' | 'userStopped' | 'failed'> = {
  planned: 'complete',
  // The author has configured that users end with their rows; figures are valid, only for less time.
  rowsUsedUp: 'complete',
  stoppedByUser: 'userStopped',
  forceStopped: 'userStopped',
  slaStop: 'failed',
  stopTest: 'failed',
  agentLost: 'failed',
  workerLost: 'failed',
  diskFull: 'failed',
  databaseLost: 'failed',
  serverRestart: 'failed',
  startFailed: 'failed',
  timeout: 'failed',
  scriptFault: 'failed',
  importFailed: 'failed',
}

/**
 * Maps the engine's cause on a machine to the cause of the run, with its weight: the most severe cause of all machines
 * is the run's.
 */
const machineCauses: Record<string, { cause: RunCause; weight: number }> = {
  // Other machines took over its part of the load.
  moved: { cause: 'planned', weight: 0 },
  // It was lost too late for others to take over its part; the others reached their planned end.
  lostAtEnd: { cause: 'planned', weight: 0 },
  planned: { cause: 'planned', weight: 1 },
  rowsUsedUp: { cause: 'rowsUsedUp', weight: 2 },
  stopped: { cause: 'stoppedByUser', weight: 3 },
  agentLost: { cause: 'agentLost', weight: 4 },
  crashed: { cause: 'workerLost', weight: 5 },
  fault: { cause: 'scriptFault', weight: 6 },
  stopTest: { cause: 'stopTest', weight: 7 },
}

/** Whether an agent's detail is a system error about a full disk, or an exhausted quota. */
export const isDiskFullDetail = (detail: string): boolean =>
  /\b(ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded/i.test(detail)

export interface MachineEnd {
  readonly cause: string
  readonly detail: string
}

/** Cause of a run whose machines have all ended, or are lost; `stopCause` is the cause of a stop, if there was one. */
export function endCauseOf(
  ends: readonly MachineEnd[],
  stopCause: RunCause | null,
): { cause: RunCause; detail: string } {
  let gravest = { cause: 'agentLost' as RunCause, weight: 0, detail: '' }
  for (const { cause, detail } of ends) {
    const known = machineCauses[cause]
    if (known !== undefined && known.weight > gravest.weight) gravest = { ...known, detail }
  }
  // What failed before or during a stop explains more than the stop; a lost agent or a planned end does not.
  if (stopCause !== null && gravest.weight < 6) return { cause: stopCause, detail: '' }
  // An engine process that died, or could not continue, because nothing could be written.
  const isFull = ['workerLost', 'scriptFault'].includes(gravest.cause) && isDiskFullDetail(gravest.detail)
  return { cause: isFull ? 'diskFull' : gravest.cause, detail: gravest.detail }
}
