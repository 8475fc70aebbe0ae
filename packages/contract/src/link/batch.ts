/** What an engine worker reports each second: counters and encoded histograms per label. It travels worker → spool → agent → server. */
import { z } from 'zod'
import { exchangeSchema, logLineSchema } from '../entities/run.ts'

/** How often a part of a request happened, and how long it took in all. */
const phaseSumSchema = z.object({ count: z.int(), sumUs: z.number() })
export const phaseSumsSchema = z.object({
  dns: phaseSumSchema,
  connect: phaseSumSchema,
  tls: phaseSumSchema,
  firstByte: phaseSumSchema,
  transfer: phaseSumSchema,
})

/** Counters of one label within one batch. */
export const labelCountersSchema = z.object({
  label: z.int().min(0),
  passed: z.int(),
  failed: z.int(),
  sentBytes: z.number(),
  receivedBytes: z.number(),
  sumUs: z.number(),
  sumSquaresUs2: z.number(),
  minUs: z.number(),
  maxUs: z.number(),
  /** Base64 of metrics/histogram's encoding, response times in µs. */
  histogram: z.string(),
  /** Sums of the parts of the response times; only for requests. */
  phases: phaseSumsSchema.nullable().default(null),
})
export type LabelCounters = z.infer<typeof labelCountersSchema>

export const workerHealthSchema = z.object({
  /** Share of one core, 0 to 1. */
  cpu01: z.number(),
  eventLoopDelayMs: z.number(),
  memoryBytes: z.number(),
  connections: z.int(),
  /** How many the process may open; null where it knows no limit. */
  maxConnections: z.int().nullable().default(null),
})

export const batchSchema = z.object({
  runId: z.string(),
  /** Unique per worker process: `<agentId>/<n>.<incarnation>`. */
  workerId: z.string(),
  /** Counts from 1 without gaps; (runId, workerId, seq) is stored once. */
  seq: z.int().min(1),
  /** Whole seconds since the run's start that the samples ended in. */
  second: z.int().min(0),
  users: z.int(),
  targetUsers: z.int(),
  iterations: z.int(),
  lateStarts: z.int(),
  droppedStarts: z.int(),
  /** Requests put on the wire since the worker began (cumulative). */
  sent: z.int(),
  /** Of those, how many have a counted outcome (cumulative); `sent - completed` of a dead worker's last state are lost. */
  completed: z.int(),
  labels: z.array(labelCountersSchema),
  errors: z.array(
    z.object({
      /** −1 = outside of every label, e.g. a script outside of transactions or requests lost with a worker. */
      label: z.int(),
      code: z.string(),
      message: z.string(),
      count: z.int(),
      at: z.int(),
      sample: exchangeSchema.nullable(),
    }),
  ),
  log: z.array(logLineSchema),
  health: workerHealthSchema.nullable(),
  /** Set on a worker's last batch; `lost` = requests sent whose outcome died with the worker. */
  end: z
    .object({
      cause: z.enum(['planned', 'stopped', 'stopTest', 'crashed', 'agentLost', 'fault']),
      detail: z.string(),
      lost: z.int(),
    })
    .nullable(),
})
export type Batch = z.infer<typeof batchSchema>
