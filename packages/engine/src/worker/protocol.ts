/** Messages between an agent and a load worker, a child process forked with `serialization: 'advanced'`. */

import { type Batch, batchSchema } from '@pone/contract/link/batch.ts'
import {
  barrierPointSchema,
  type GatheringCommand,
  gatheringCommandSchema,
  gatheringStateSchema,
  rowGrantSchema,
  rowRequestSchema,
} from '@pone/contract/link/coordination.ts'
import { loadChangeShape } from '@pone/contract/link/load-change.ts'
import { runPlanSchema, shareSchema } from '@pone/contract/link/plan.ts'
import { z } from 'zod'
import type { GatheringReport } from '../coordination/gathering.ts'
import type { RowAnswer, RowAsk } from '../parameters/row-desk.ts'

/** Module to fork for a worker. */
export const workerEntry = new URL('./main.ts', import.meta.url)

export const workerCommandSchema = z.discriminatedUnion('kind', [
  /** The first message, sent once. */
  z.object({
    kind: z.literal('prepare'),
    plan: runPlanSchema,
    share: shareSchema,
    workerId: z.string(),
    spoolPath: z.string(),
    journalPath: z.string(),
    /** Where the worker writes its sample log, if the plan has one. */
    samplePath: z.string().optional(),
    /** Path of each of the plan's files by its id. */
    filePaths: z.record(z.string(), z.string()),
    /** Rows of parameters that were read from a database, by parameter. */
    tables: z.record(z.string(), z.array(z.array(z.string()))).optional(),
    /** Folders of the programs on this machine that the engine starts, if it starts any. */
    tools: z.array(z.object({ version: z.string(), path: z.string() })).optional(),
  }),
  /** `startAt` in epoch ms of this machine; in the past for a worker that replaces a lost one. */
  z.object({ kind: z.literal('start'), startAt: z.number() }),
  /** Load of the whole run, of which the worker drives its share. */
  z.object({ kind: z.literal('changeLoad'), ...loadChangeShape }),
  /**
   * Without it a worker continues without limit; after the first one, only for that long, ms (null: without limit),
   * until the next.
   */
  z.object({ kind: z.literal('lease'), remainingMs: z.number().nullable() }),
  z.object({ kind: z.literal('stop'), force: z.boolean() }),
  ...gatheringCommandSchema.options,
  /** Answers `rows`. */
  z.object({ kind: z.literal('grantRows'), ...rowGrantSchema.omit({ workerId: true }).shape }),
])
export type WorkerCommand = z.infer<typeof workerCommandSchema>

export type WorkerEndCause = NonNullable<Batch['end']>['cause']

export type WorkerReport =
  /** Answer to prepare; with an error the worker exits. */
  | { kind: 'prepared'; error: string | null }
  /** The first users may start, epoch ms of this machine. */
  | { kind: 'started'; at: number }
  /** In these seconds of the run nothing new was started, because the lease had expired. */
  | { kind: 'held'; fromSecond: number; toSecond: number }
  /** The spool holds the batches up to this one. */
  | { kind: 'flushed'; seq: number }
  /** The disk is full: the agent keeps this batch until the server has stored it. */
  | { kind: 'unspooled'; batch: Batch }
  | CoordinationReport
  /** The final batch is in the spool; the worker exits. */
  | { kind: 'ended'; cause: WorkerEndCause; detail: string }

/** A worker's report about users and rows that it shares with all workers of the run. */
export type CoordinationReport = GatheringReport | ({ kind: 'rows' } & RowAsk)
/** The commands in answer to it. */
export type CoordinationCommand = GatheringCommand | ({ kind: 'grantRows' } & RowAnswer)

/** Whether a report concerns all workers of the run. */
export const isCoordination = (report: WorkerReport): report is CoordinationReport =>
  report.kind === 'waiting' || report.kind === 'roundOver' || report.kind === 'rows'

/** Reports as they arrive: a worker runs code of components, so every message is validated. */
export const workerReportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prepared'), error: z.string().nullable() }),
  z.object({ kind: z.literal('started'), at: z.number() }),
  z.object({ kind: z.literal('held'), fromSecond: z.int().min(0), toSecond: z.int().min(0) }),
  z.object({ kind: z.literal('flushed'), seq: z.int() }),
  z.object({ kind: z.literal('unspooled'), batch: batchSchema }),
  z.object({
    kind: z.literal('ended'),
    cause: batchSchema.shape.end.unwrap().shape.cause,
    detail: z.string(),
  }),
  z.object({ kind: z.literal('waiting'), users: z.int().min(0), points: z.array(barrierPointSchema) }),
  z.object({ kind: z.literal('roundOver'), ...gatheringStateSchema.shape.over.unwrap().shape }),
  z.object({ kind: z.literal('rows'), ...rowRequestSchema.omit({ workerId: true }).shape }),
])
