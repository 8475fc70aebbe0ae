/** The part of the link that keeps machines in step and moves a lost machine's share to others. */
import { z } from 'zod'
import { loadChangeShape } from './load-change.ts'
import { runPlanSchema, shareSchema } from './plan.ts'

export const shareCommands = [
  /**
   * A running run's machine, or one new to it, takes a further stretch of the line and drives it at once. The command's
   * id is the share's; the first share of a run has the id of its prepareRun.
   */
  z.object({
    kind: z.literal('addShare'),
    id: z.string(),
    plan: runPlanSchema,
    share: shareSchema,
    /** Start of the run, server's clock. */
    startAt: z.int(),
    ...loadChangeShape,
    /** Slots below it have been used by this machine in this run. */
    firstSlot: z.int().min(1),
  }),
  /** Other machines drive these shares now: begin nothing new, drain, deliver, and end with the cause "moved". */
  z.object({
    kind: z.literal('retireShares'),
    id: z.string(),
    runId: z.string(),
    shareIds: z.array(z.string()),
  }),
  /** After each hello: what the machine still drives of the run is its own, and goes on. */
  z.object({ kind: z.literal('resumeRun'), runId: z.string() }),
] as const

export const shareReports = [
  /** Answers addShare: its workers drive since `at` (server's clock), or the share could not be taken. */
  z.object({
    kind: z.literal('shareTaken'),
    runId: z.string(),
    shareId: z.string(),
    at: z.number(),
    error: z.string().nullable(),
  }),
  /** A worker began nothing new in these seconds of the run, because the server had not confirmed that its share is still its own. */
  z.object({
    kind: z.literal('loadHeld'),
    runId: z.string(),
    workerId: z.string(),
    fromSecond: z.int(),
    toSecond: z.int(),
  }),
] as const
