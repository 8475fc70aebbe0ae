/** Why a run ended on this machine, made of why each of its workers ended. */
import type { Batch } from '@pone/contract/link/batch.ts'

/** moved: other machines drive the share now. */
export type EndCause = NonNullable<Batch['end']>['cause'] | 'moved'

export interface End {
  readonly cause: EndCause
  readonly detail: string
}

/** The cause that explains most stands for the whole: a stopped test before a fault, a fault before a crash, a normal end last. */
const weight: Record<EndCause, number> = {
  stopTest: 6,
  fault: 5,
  crashed: 4,
  agentLost: 3,
  stopped: 2,
  planned: 1,
  moved: 0,
}

/** `ends` without any means that no worker ever ran. */
export function mergeEnds(ends: readonly End[]): End {
  let merged: End = { cause: 'stopped', detail: '' }
  for (const [index, end] of ends.entries()) {
    if (index === 0 || weight[end.cause] > weight[merged.cause]) merged = end
  }
  return merged
}
