/** Family `profiles`: flame diagrams and thread dumps that an agent takes of a JVM of its machine. */
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { profileFormats } from '../entities/profile.ts'
import {
  bufferMibBounds,
  maxTakenMib,
  profilingTargets,
  recorderCostSchema,
  takenKinds,
  takeSecondsBounds,
} from '../entities/profiling.ts'
import {
  dumpCountBounds,
  dumpedJvmSchema,
  dumpSecondsBounds,
  maxPackedThreadBytes,
} from '../entities/thread-series.ts'

const patternsSchema = z.array(z.string().max(1_000)).max(1_000)

export const takeOrderSchema = z.object({
  takeId: idSchema,
  target: z.enum(profilingTargets).default('jvm'),
  /** Which JVM: parameter `process` of the monitor; of another target its address or its process. */
  process: z.string().max(2_000),
  kinds: z.array(z.enum(takenKinds)).min(1),
  seconds: z.int().min(takeSecondsBounds.min).max(takeSecondsBounds.max),
  bufferMib: z.int().min(bufferMibBounds.min).max(bufferMibBounds.max),
  included: patternsSchema,
  excluded: patternsSchema,
})
export type TakeOrder = z.infer<typeof takeOrderSchema>

export const takeOutcomeSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('complete'),
    /** Epoch ms by the clock of the server, from the agent on. */
    startedAt: z.int().min(0),
    durationMs: z.int().min(0),
    process: z.string().max(2_000),
    /** 0: it is not known. */
    pid: z.int().min(0),
    format: z.enum(profileFormats).default('jfr'),
    runtime: z.string().max(200),
    /** What measured it; agents of before know the Flight Recorder alone. */
    engines: z.array(z.string().max(100)).min(1).max(4).default(['JFR']),
    /** Coded texts. */
    notes: z.array(z.string().max(4_000)).max(4).default([]),
    /** What it cost the process; null: it is not known. */
    cost: recorderCostSchema.nullable().default(null),
    /** Profiles in their stored form, gzip, base64. */
    parts: z
      .array(z.string().max(Math.ceil((maxTakenMib * 1024 ** 2 * 4) / 3) + 4))
      .min(1)
      .max(10),
  }),
  /** `cause` is a coded text. */
  z.object({ state: z.literal('failed'), cause: z.string().max(8_000) }),
  z.object({ state: z.literal('cancelled') }),
])
export type TakeOutcome = z.infer<typeof takeOutcomeSchema>

export const threadOrderSchema = z.object({
  seriesId: idSchema,
  /** Which JVM: parameter `process` of the monitor. */
  process: z.string().max(2_000),
  dumps: z.int().min(dumpCountBounds.min).max(dumpCountBounds.max),
  seconds: z.int().min(dumpSecondsBounds.min).max(dumpSecondsBounds.max),
})
export type ThreadOrder = z.infer<typeof threadOrderSchema>

export const profiles = {
  commands: [
    z.object({ kind: z.literal('takeProfile'), order: takeOrderSchema }),
    z.object({ kind: z.literal('cancelProfile'), takeId: idSchema }),
    /** The end is stored: the agent may forget it. */
    z.object({ kind: z.literal('forgetProfile'), takeId: idSchema }),
    z.object({ kind: z.literal('takeThreadDumps'), order: threadOrderSchema }),
    z.object({ kind: z.literal('cancelThreadDumps'), seriesId: idSchema }),
    /** A dump is stored, or with number 0 the end of the series: the agent may forget it. */
    z.object({
      kind: z.literal('forgetThreadDump'),
      seriesId: idSchema,
      number: z.int().min(0).max(dumpCountBounds.max),
    }),
  ],
  reports: [
    /** Repeated after each reconnect until forgetProfile. */
    z.object({ kind: z.literal('profileTaken'), takeId: idSchema, outcome: takeOutcomeSchema }),
    /** Repeated after each reconnect until forgetThreadDump, as the end is. */
    z.object({
      kind: z.literal('threadsDumped'),
      seriesId: idSchema,
      number: z.int().min(1).max(dumpCountBounds.max),
      /** Epoch ms by the clock of the server, from the agent on. */
      at: z.int().min(0),
      tookMs: z.int().min(0),
      jvm: dumpedJvmSchema,
      /** In their stored form, JSON as gzip, base64. */
      threads: z.string().max(Math.ceil((maxPackedThreadBytes * 4) / 3) + 4),
    }),
    z.object({
      kind: z.literal('threadDumpsEnded'),
      seriesId: idSchema,
      state: z.enum(['complete', 'failed', 'cancelled']),
      /** A coded text; '' but for failed ones. */
      cause: z.string().max(8_000),
    }),
  ],
} as const
