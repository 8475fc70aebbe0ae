/** Family `runs`: a run on a load machine from its plan to its last stored batch, its shares, and users that wait for those of other machines. */
import { z } from 'zod'
import { batchSchema } from './batch.ts'
import { coordinationCommands, coordinationReports } from './coordination.ts'
import { loadChangeShape } from './load-change.ts'
import { runPlanSchema, shareSchema } from './plan.ts'
import { shareCommands, shareReports } from './shares.ts'

export const runs = {
  commands: [
    z.object({
      kind: z.literal('prepareRun'),
      id: z.string(),
      plan: runPlanSchema,
      share: shareSchema,
      /** Which side gathers users that wait for each other; the agent when left out. */
      gatheredBy: z.enum(['agent', 'controller']).optional(),
    }),
    /** All machines start at the same instant of the server's clock. */
    z.object({ kind: z.literal('startRun'), id: z.string(), runId: z.string(), startAt: z.int() }),
    z.object({ kind: z.literal('changeLoad'), id: z.string(), runId: z.string(), ...loadChangeShape }),
    /** Stop starts nothing new and drains; force ends connections at once. */
    z.object({ kind: z.literal('stopRun'), id: z.string(), runId: z.string(), force: z.boolean() }),
    z.object({ kind: z.literal('ackBatches'), runId: z.string(), workerId: z.string(), seq: z.int() }),
    /** Everything of the run is stored: the agent may delete what it kept of it. */
    z.object({ kind: z.literal('forgetRun'), runId: z.string() }),
    ...shareCommands,
    ...coordinationCommands,
  ],
  reports: [
    z.object({ kind: z.literal('runPrepared'), runId: z.string(), error: z.string().nullable() }),
    /** The first worker has begun, at that instant of the server's clock. */
    z.object({ kind: z.literal('runStarted'), runId: z.string(), at: z.number() }),
    z.object({ kind: z.literal('batches'), runId: z.string(), batches: z.array(batchSchema).min(1) }),
    /** A worker died; its share now runs in a new worker from `second` on, or is gone when `isReplaced` is false. */
    z.object({
      kind: z.literal('workerLost'),
      runId: z.string(),
      workerId: z.string(),
      second: z.int(),
      detail: z.string(),
      isReplaced: z.boolean(),
    }),
    /** All workers of the run on this machine have ended; every batch precedes this message. `lastSeq` lets the server see that it has all. */
    z.object({
      kind: z.literal('runEnded'),
      runId: z.string(),
      /** moved: others have taken over all that the machine drove. */
      cause: z.enum([
        'planned',
        'rowsUsedUp',
        'stopped',
        'stopTest',
        'crashed',
        'agentLost',
        'fault',
        'moved',
      ]),
      detail: z.string(),
      /** Shares that this is the end of; the server has others in mind when one that it gave is not named. */
      shareIds: z.array(z.string()).default([]),
      workers: z.array(z.object({ workerId: z.string(), lastSeq: z.int() })),
    }),
    ...shareReports,
    ...coordinationReports,
  ],
} as const
