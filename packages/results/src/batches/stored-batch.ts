/** A batch in the form that is stored, merged live, and read again after a restart or for a report: one form, so that all three agree. */

import type { SlowTrace } from '@pone/contract/entities/run.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import { DecodedCounts } from '@pone/metrics/histogram-codec.ts'
import type { ToldUsers } from '@pone/metrics/users.ts'
import { shortenedText } from '@pone/schema/coded-text.ts'
import { decodeLabels, encodeLabels } from './label-codec.ts'
import { encodeMetrics } from './metric-codec.ts'
import { storableText } from './storable.ts'

/** How often a group of errors occurred within the batch, without a sample. */
export interface BatchError {
  label: number
  code: string
  message: string
  count: number
  at: number
}

export interface StoredBatch {
  readonly workerId: string
  readonly seq: number
  readonly second: number
  /** Instant up to which it counts, ms since the run's start; null in what an older version stored, and to the end of the second. */
  readonly untilMs: number | null
  readonly users: number
  /** Largest numbers within the second, see metrics/users.ts; null where only `users`, those at the end, are known. */
  readonly userPeaks: readonly number[] | null
  readonly targetUsers: number
  readonly iterations: number
  readonly lateStarts: number
  readonly droppedStarts: number
  /** Requests put on the wire by the worker so far. */
  readonly sent: number
  /** Of those, how many have an outcome; null in what an older version stored. */
  readonly completed: number | null
  /** Of those sent, repetitions on a new connection; left out in what versions before 1.0 stored. */
  readonly repeated?: number
  /** Samples of requests in this batch. */
  readonly counted: number
  readonly labels: Buffer
  /** null where no metric had a value, and in what versions before 0.8 stored. */
  readonly metrics: Buffer | null
  readonly errors: readonly BatchError[]
  /** Left out where requests carry no traces. */
  readonly traces?: readonly SlowTrace[]
  readonly health: Readonly<NonNullable<Batch['health']>> | null
  readonly end: { readonly cause: string; readonly detail: string; readonly lost: number } | null
}

const maxMessageLength = 500

/**
 * Checks a batch that came over the link and brings it into stored form.
 * @throws RangeError when a histogram is damaged or counts something else than the sums beside it.
 */
export function toStoredBatch(
  batch: Batch,
  isRequest: (label: number) => boolean,
  decoded = new DecodedCounts(),
): StoredBatch {
  const labels = encodeLabels(batch.labels)
  let counted = 0
  for (const { label, passed, failed, counts } of decodeLabels(labels, decoded)) {
    const count = passed + failed
    if (counts.total !== count) {
      throw new RangeError(`batch ${batch.workerId} ${batch.seq}: histogram and counters differ`)
    }
    if (isRequest(label)) counted += count
  }
  return {
    workerId: batch.workerId,
    seq: batch.seq,
    second: batch.second,
    untilMs: batch.untilMs ?? null,
    users: batch.users,
    userPeaks: batch.userPeaks ?? null,
    targetUsers: batch.targetUsers,
    iterations: batch.iterations,
    lateStarts: batch.lateStarts,
    droppedStarts: batch.droppedStarts,
    sent: batch.sent,
    completed: batch.completed,
    ...(batch.repeated !== undefined && { repeated: batch.repeated }),
    counted,
    labels,
    metrics: encodeMetrics(batch.metrics ?? []),
    errors: batch.errors.map(({ label, code, message, count, at }) => ({
      label,
      code: storableText(code),
      message: shortenedText(storableText(message), maxMessageLength),
      count,
      at,
    })),
    ...(batch.traces && { traces: batch.traces }),
    health: batch.health,
    end: batch.end,
  }
}

/** What a batch says of users; null for the last word of an older worker, which says nothing about the users of its second. */
export const toldUsers = ({ users, userPeaks, end }: StoredBatch): ToldUsers | null =>
  end !== null && users === 0 && userPeaks === null ? null : { users, peaks: userPeaks }

/** Agent that a worker belongs to: worker ids are `<agentId>/<n>.<incarnation>`. */
export const agentOfWorker = (workerId: string): string => workerId.slice(0, workerId.indexOf('/'))
