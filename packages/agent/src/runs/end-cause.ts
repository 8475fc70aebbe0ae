/** Why a run ended on this machine, derived from why each of its workers ended. */
import type { Batch } from '@pone/contract/link/batch.ts'

/** moved: other machines drive the share now. */
export type EndCause = NonNullable<Batch['end']>['cause'] | 'moved'

export interface End {
  readonly cause: EndCause
  readonly detail: string
}

/** The most important cause is the run's: a stopped test before a fault, a fault before a crash, rows that are used up before a normal end. */
const weight: Record<EndCause, number> = {
  stopTest: 7,
  fault: 6,
  crashed: 5,
  agentLost: 4,
  stopped: 3,
  rowsUsedUp: 2,
  planned: 1,
  moved: 0,
}

/** An empty `ends` means that no worker ever ran. */
export function mergeEnds(ends: readonly End[]): End {
  let merged: End = { cause: 'stopped', detail: '' }
  for (const [index, end] of ends.entries()) {
    if (index === 0 || weight[end.cause] > weight[merged.cause]) merged = end
  }
  return merged
}
