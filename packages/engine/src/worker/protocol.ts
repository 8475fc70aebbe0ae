/** Messages between an agent and a load worker, a child process forked with `serialization: 'advanced'`. */

import type { Batch } from '@pone/contract/link/batch.ts'
import { runPlanSchema, shareSchema } from '@pone/contract/link/messages.ts'
import { z } from 'zod'

/** Module to fork for a worker. */
export const workerEntry = new URL('./main.ts', import.meta.url)

export const workerCommandSchema = z.discriminatedUnion('kind', [
  /** First and once. */
  z.object({
    kind: z.literal('prepare'),
    plan: runPlanSchema,
    share: shareSchema,
    workerId: z.string(),
    spoolPath: z.string(),
    journalPath: z.string(),
    /** Path of each of the plan's files by its id. */
    filePaths: z.record(z.string(), z.string()),
  }),
  /** `startAt` in epoch ms of this machine; in the past for a worker that takes a lost one's place. */
  z.object({ kind: z.literal('start'), startAt: z.number() }),
  /** Load of the whole run, of which the worker takes its share. */
  z.object({ kind: z.literal('changeLoad'), load: z.int().min(0).nullable() }),
  z.object({ kind: z.literal('stop'), force: z.boolean() }),
])
export type WorkerCommand = z.infer<typeof workerCommandSchema>

export type WorkerEndCause = NonNullable<Batch['end']>['cause']

export type WorkerReport =
  /** Answer to prepare; with an error the worker exits. */
  | { kind: 'prepared'; error: string | null }
  /** The spool holds the batches up to this one. */
  | { kind: 'flushed'; seq: number }
  /** The final batch is in the spool; the worker exits. */
  | { kind: 'ended'; cause: WorkerEndCause; detail: string }
