/** Messages between an agent and a load worker, a child process forked with `serialization: 'advanced'`. */

import type { Batch } from '@pone/contract/link/batch.ts'
import { runPlanSchema, shareSchema } from '@pone/contract/link/messages.ts'
import { z } from 'zod'
import type { PointReport } from '../users/meetings.ts'

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
    /** Where the worker writes its sample log, if the plan wants one. */
    samplePath: z.string().optional(),
    /** Path of each of the plan's files by its id. */
    filePaths: z.record(z.string(), z.string()),
  }),
  /** `startAt` in epoch ms of this machine; in the past for a worker that takes a lost one's place. */
  z.object({ kind: z.literal('start'), startAt: z.number() }),
  /** Load of the whole run, of which the worker takes its share. */
  z.object({ kind: z.literal('changeLoad'), load: z.int().min(0).nullable() }),
  z.object({ kind: z.literal('stop'), force: z.boolean() }),
  /** Lets users go who wait at a rendezvous, up to the one that came with this number. */
  z.object({ kind: z.literal('release'), key: z.string(), upTo: z.int() }),
  /** All users of the load model "concurrency" begin an iteration now; rounds count from 1. */
  z.object({ kind: z.literal('beginRound'), round: z.int() }),
])
export type WorkerCommand = z.infer<typeof workerCommandSchema>

export type WorkerEndCause = NonNullable<Batch['end']>['cause']

export type WorkerReport =
  /** Answer to prepare; with an error the worker exits. */
  | { kind: 'prepared'; error: string | null }
  /** The spool holds the batches up to this one. */
  | { kind: 'flushed'; seq: number }
  | GatheringReport
  /** The final batch is in the spool; the worker exits. */
  | { kind: 'ended'; cause: WorkerEndCause; detail: string }

/** What a worker tells the one who gathers users over all workers. */
export type GatheringReport =
  /** How many users are at work and, of the meeting points that changed, how many wait; answered by release. */
  | { kind: 'waiting'; users: number; points: PointReport[] }
  /** The users have ended this round, or have had the time to (`isLate`); 0 before the first. Answered by beginRound. */
  | { kind: 'roundOver'; round: number; isLate: boolean }
export type GatheringCommand = Extract<WorkerCommand, { kind: 'release' | 'beginRound' }>
