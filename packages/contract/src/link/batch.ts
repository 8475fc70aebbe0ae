/** What an engine worker reports each second: counters and encoded histograms per label. It travels worker → spool → agent → server. */
import { maxMetricRows, maxRunMetrics } from '@pone/schema/limits.ts'
import { metricKinds } from '@pone/schema/protocol.ts'
import { z } from 'zod'
import { exchangeSchema, logLineSchema, maxSlowTraces, slowTraceSchema } from '../entities/run.ts'

/** How often a phase happened, and how long it took in all. */
const phaseSumSchema = z.object({ count: z.int(), sumUs: z.number() })
/** By the key that the label's protocol declares. */
export const phaseSumsSchema = z.record(z.string().max(40), phaseSumSchema)

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

/** A label that came to be while the run goes on. */
export const labelNameSchema = z.object({
  /** As the worker's batches refer to it. */
  label: z.int().min(0),
  name: z.string(),
  kind: z.enum(['request', 'transaction']),
  /** Component that it comes from; empty = stands for all that came when there was no place left. */
  component: z.string(),
})
export type LabelName = z.infer<typeof labelNameSchema>

const maxKeyLength = 40
const maxPhases = 16
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/**
 * The same as labelCountersSchema by hand: a server takes a hundred thousand of these per second, and copying each costs
 * more than all that is done with it. What an older agent left out is filled in.
 */
function areLabelCounters(labels: unknown): labels is LabelCounters[] {
  return Array.isArray(labels) && labels.every(isLabelCounters)
}

function isLabelCounters(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false
  const counters = given as Partial<Record<keyof LabelCounters, unknown>>
  counters.phases ??= null
  const { label } = counters
  return (
    Number.isSafeInteger(label) &&
    (label as number) >= 0 &&
    Number.isSafeInteger(counters.passed) &&
    Number.isSafeInteger(counters.failed) &&
    isNumber(counters.sentBytes) &&
    isNumber(counters.receivedBytes) &&
    isNumber(counters.sumUs) &&
    isNumber(counters.sumSquaresUs2) &&
    isNumber(counters.minUs) &&
    isNumber(counters.maxUs) &&
    typeof counters.histogram === 'string' &&
    (counters.phases === null || arePhases(counters.phases))
  )
}

function arePhases(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return false
  const phases = given as Record<string, { count?: unknown; sumUs?: unknown } | null | undefined>
  let count = 0
  for (const key in phases) {
    const part = phases[key]
    if (++count > maxPhases || key.length > maxKeyLength || typeof part !== 'object' || part === null) {
      return false
    }
    if (!Number.isSafeInteger(part.count) || !isNumber(part.sumUs)) return false
  }
  return true
}

/** Values of one metric of one label within one batch, in the metric's unit. */
const batchMetricSchema = z.object({
  /** −1 = under no label: what came when maxMetricRows were in use. */
  label: z.int().min(-1),
  /** As the protocol declares it. */
  key: z.string().min(1).max(maxKeyLength),
  kind: z.enum(metricKinds),
  count: z.int().min(1),
  /** Of a rate: how many of the values were 1. */
  sum: z.number(),
  min: z.number(),
  max: z.number(),
  /** The latest value, and when it was recorded, ms since the run's start. */
  last: z.number(),
  lastAtMs: z.number().min(0),
  /** Base64 of metrics/histogram's encoding of the values; of trends only. */
  histogram: z.string().optional(),
})
export type BatchMetric = z.infer<typeof batchMetricSchema>

export const workerHealthSchema = z.object({
  /** Share of `cpuCores` cores that the engine's processes used over the interval, 0 to 1. */
  cpu01: z.number(),
  /** How many cores are all that the process can use: 1 for an engine of one thread; null = an older agent, which did not tell. */
  cpuCores: z.int().min(1).nullable().default(null),
  /** Share of all `hostCores` cores of the machine that all of its processes used over the interval, 0 to 1; null where the system does not tell. */
  hostCpu01: z.number().nullable().default(null),
  hostCores: z.int().min(1).nullable().default(null),
  /** Length of the interval that the shares were taken over; null = an older agent, which did not tell. */
  spanMs: z.number().nullable().default(null),
  eventLoopDelayMs: z.number(),
  memoryBytes: z.number(),
  /** Share of the machine's memory that is in use, 0 to 1; null where the system does not tell, left out by older agents. */
  hostMemory01: z.number().nullable().optional(),
  /** Of the machine's busiest network interface, share of its speed, 0 to 1. */
  network01: z.number().nullable().optional(),
  /** Share of the interval in which the engine was ready to run and had no core, 0 to 1; null and left out as above. */
  cpuWait01: z.number().nullable().optional(),
  /** Share of all cores' time that the host of a virtual machine gave to others, 0 to 1. */
  steal01: z.number().nullable().optional(),
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
  /** Instant up to which the batch counts, ms since the run's start; left out = to the end of the second. */
  untilMs: z.int().min(0).optional(),
  /** At work when the batch was made. */
  users: z.int(),
  /**
   * The largest number within each tenth of the second, or one number when all have the same; see metrics/users.ts.
   * Left out by what does not follow its users.
   */
  userPeaks: z.array(z.int().min(0)).min(1).max(10).optional(),
  /** Whole users, or arrivals per second, which may have decimals. */
  targetUsers: z.number(),
  iterations: z.int(),
  lateStarts: z.int(),
  droppedStarts: z.int(),
  /** Requests put on the wire since the worker began (cumulative). */
  sent: z.int(),
  /** Of those, how many have a counted outcome (cumulative); `sent - completed` of a dead worker's last state are lost. */
  completed: z.int(),
  /** Of those sent, how many were sent because a dropped connection took an earlier one with it (cumulative); left out by agents before 1.0. */
  repeated: z.int().min(0).optional(),
  labels: z.custom<LabelCounters[]>(areLabelCounters),
  /** Left out where no metric had a value, and by agents before 0.8. */
  metrics: z
    .array(batchMetricSchema)
    .max(maxMetricRows + maxRunMetrics)
    .optional(),
  /**
   * What the labels of this batch stand for, where the plan does not tell: they are the worker's own then, and the server
   * gives each a place among the run's labels.
   */
  names: z.array(labelNameSchema).optional(),
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
  /** The slowest request of each label, the slowest first; left out where requests carry no traces. */
  traces: z.array(slowTraceSchema).max(maxSlowTraces).optional(),
  log: z.array(logLineSchema),
  health: workerHealthSchema.nullable(),
  /** Set on a worker's last batch; `lost` = requests sent whose outcome died with the worker. */
  end: z
    .object({
      /** rowsUsedUp: its users have ended before the planned end because a parameter had no row left. */
      cause: z.enum(['planned', 'rowsUsedUp', 'stopped', 'stopTest', 'crashed', 'agentLost', 'fault']),
      detail: z.string(),
      lost: z.int(),
      /** Of the load model "concurrency": rounds that users began, and times to gather that passed while nobody was free. */
      rounds: z.object({ driven: z.int().min(0), skipped: z.int().min(0) }).optional(),
    })
    .nullable(),
})
export type Batch = z.infer<typeof batchSchema>
