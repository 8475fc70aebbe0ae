/** The only way from one state of a run to the next: the contract's table of transitions, and the cause kept with each end. */
import type { RunCause } from '@pone/contract/entities/run.ts'
import { isActiveRun, type RunState, runTransitions } from '@pone/contract/states.ts'

export interface Transition {
  readonly to: RunState
  readonly cause: RunCause | null
  readonly causeDetail: string
}

export const canMove = (from: RunState, to: RunState): boolean => runTransitions[from].includes(to)

/** The transition when the table allows it, otherwise null; an end has to have a cause. */
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
  // The author chose that users end with their rows; figures are true, only for less time.
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

/** How the engine's cause on a machine reads as the cause of a run, and its weight: the gravest of all machines stands for the run. */
const machineCauses: Record<string, { cause: RunCause; weight: number }> = {
  // Others drove its part of the load on.
  moved: { cause: 'planned', weight: 0 },
  // It was lost so late that nobody could take its part over; the others came to their planned end.
  lostAtEnd: { cause: 'planned', weight: 0 },
  planned: { cause: 'planned', weight: 1 },
  rowsUsedUp: { cause: 'rowsUsedUp', weight: 2 },
  stopped: { cause: 'stoppedByUser', weight: 3 },
  agentLost: { cause: 'agentLost', weight: 4 },
  crashed: { cause: 'workerLost', weight: 5 },
  fault: { cause: 'scriptFault', weight: 6 },
  stopTest: { cause: 'stopTest', weight: 7 },
}

/** Whether an agent's words are those of its system about a full disk, or a used-up quota. */
export const isDiskFullDetail = (detail: string): boolean =>
  /\b(ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded/i.test(detail)

export interface MachineEnd {
  readonly cause: string
  readonly detail: string
}

/** Cause of a run whose machines have all ended, or are lost; `stopCause` says who stopped it, if anybody did. */
export function endCauseOf(
  ends: readonly MachineEnd[],
  stopCause: RunCause | null,
): { cause: RunCause; detail: string } {
  let gravest = { cause: 'agentLost' as RunCause, weight: 0, detail: '' }
  for (const { cause, detail } of ends) {
    const known = machineCauses[cause]
    if (known !== undefined && known.weight > gravest.weight) gravest = { ...known, detail }
  }
  // What broke before or during a stop explains more than the stop; a lost agent or a planned end does not.
  if (stopCause !== null && gravest.weight < 6) return { cause: stopCause, detail: '' }
  // An engine process that died, or could not go on, because nothing could be written.
  const isFull = ['workerLost', 'scriptFault'].includes(gravest.cause) && isDiskFullDetail(gravest.detail)
  return { cause: isFull ? 'diskFull' : gravest.cause, detail: gravest.detail }
}
