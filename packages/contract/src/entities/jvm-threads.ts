/** What the threads of a JVM do at one instant: grouped by pool, state and stack, and what is deadlocked. */
import { instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

/** Groups that are told; of more those with the fewest threads are left out. */
export const maxThreadGroups = 300
export const maxThreadFrames = 60
export const maxThreadNames = 20
/** Within this time an agent answers, ms. */
export const threadDumpLimitMs = 15_000

const textSchema = z.string().max(500)

export const threadGroupSchema = z.object({
  /** Names of the threads with their numbers left out: `http-nio-8080-exec-*`. */
  pool: textSchema,
  /** As Java calls it: `RUNNABLE`, `BLOCKED`, `WAITING`, `TIMED_WAITING`, `NEW`, `TERMINATED`. */
  state: z.string().max(40),
  /** Class of the lock that they wait for; '' for none. */
  waitsFor: textSchema,
  /** Innermost first. */
  frames: z.array(textSchema).max(maxThreadFrames),
  count: z.int().min(1),
  /** Since their start, ms; null when the JVM is too old to tell. */
  cpuMs: z.number().min(0).nullable(),
  /** Some of them. */
  names: z.array(textSchema).max(maxThreadNames),
})
export type ThreadGroup = z.infer<typeof threadGroupSchema>

/** What an agent tells: it does not know the clock of the server. */
export const toldThreadsSchema = z.object({
  threads: z.int().min(0),
  states: z.record(z.string().max(40), z.int().min(0)),
  /** Those with the most threads first. */
  groups: z.array(threadGroupSchema).max(maxThreadGroups),
  omittedGroups: z.int().min(0),
  deadlocked: z.array(z.object({ name: textSchema, waitsFor: textSchema, heldBy: textSchema })).max(200),
})
export type ToldThreads = z.infer<typeof toldThreadsSchema>

/** `at`: when the agent answered, by the clock of the server. */
export const threadDumpSchema = toldThreadsSchema.extend({ at: instantSchema })
export type ThreadDump = z.infer<typeof threadDumpSchema>
