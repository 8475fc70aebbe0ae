/** Thread dumps of a JVM that an agent takes, once or several times at an interval. */
import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { threadStates } from './jvm-threads.ts'

/** complete: all dumps were taken; of failed and cancelled ones those stay that were taken before. */
export const threadSeriesStates = ['running', 'complete', 'failed', 'cancelled'] as const

export const dumpCountBounds = { min: 1, max: 60 } as const
export const dumpSecondsBounds = { min: 1, max: 600 } as const
/** From the first dump to the last. */
export const maxSeriesSeconds = 3_600
/** Of a project. */
export const maxThreadSeries = 200
/** Within this time a JVM answers, ms; it stands still for a part of it. */
export const threadDumpLimitMs = 30_000
/** Of one dump, packed, bytes. */
export const maxPackedThreadBytes = 3 * 1024 ** 2

export const threadSeriesFieldsSchema = z.object({
  monitorId: idSchema,
  dumps: z.int().min(dumpCountBounds.min).max(dumpCountBounds.max).default(1),
  /** From one dump to the next, seconds; of a single one without meaning. */
  seconds: z.int().min(dumpSecondsBounds.min).max(dumpSecondsBounds.max).default(10),
})
export type ThreadSeriesFields = z.infer<typeof threadSeriesFieldsSchema>

/** Which JVM was dumped. */
export const dumpedJvmSchema = z.object({
  /** Main class or jar. */
  process: z.string().max(2_000),
  pid: z.int().min(1),
  /** Ticks since the start of the machine; with `pid` it tells JVMs of one machine apart. */
  startedAt: z.string().max(40),
  /** e.g. `JDK 21.0.8`; '' when the JVM does not tell. */
  runtime: z.string().max(200),
})
export type DumpedJvm = z.infer<typeof dumpedJvmSchema>

export const threadDumpFactsSchema = z.object({
  /** From 1. */
  number: z.int().min(1),
  /** When the JVM had answered, by the clock of the server. */
  at: instantSchema,
  /** How long the JVM took to answer, ms. */
  tookMs: z.int().min(0),
  /** All threads by state. */
  counts: z.record(z.enum(threadStates), z.int().min(0)),
  /** Threads that were too many to be listed. */
  omitted: z.int().min(0),
  deadlocked: z.int().min(0),
  storedBytes: z.int().min(0),
})
export type ThreadDumpFacts = z.infer<typeof threadDumpFactsSchema>

export const threadSeriesSchema = z.object({
  id: idSchema,
  ...threadSeriesFieldsSchema.shape,
  monitorName: z.string(),
  state: z.enum(threadSeriesStates),
  /** Why it failed, a coded text; ''. */
  cause: z.string(),
  /** The machine of the agent. */
  machine: z.string(),
  agentId: idSchema,
  /** null before the first dump. */
  jvm: dumpedJvmSchema.nullable(),
  /** In their order. */
  taken: z.array(threadDumpFactsSchema),
  beganAt: instantSchema,
  endedAt: instantSchema.nullable(),
  createdBy: z.string(),
  /** They are not deleted by age. */
  isKept: z.boolean(),
  /** When they are deleted by age; null: never. */
  expiresAt: instantSchema.nullable(),
})
export type ThreadSeries = z.infer<typeof threadSeriesSchema>
