/** The report of a run or of a part of it. */

import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { reportStateSchema } from '../states.ts'
import {
  errorGroupSchema,
  labelStatisticsSchema,
  reconciliationSchema,
  runDetailSchema,
  runEventSchema,
  runSecondSchema,
  slaResultSchema,
  statisticsSchema,
  usersBasisSchema,
} from './run.ts'

export const reportBucketSchema = z.object({ fromMs: z.number(), toMs: z.number(), count: z.int() })

/** The interval that SLA rules are judged on, ms since the run's start; nothing when `fromMs` is not below `toMs`. */
export const judgedPartSchema = z.object({
  fromMs: z.int(),
  toMs: z.int(),
  /** Rates are judged up to here: while the load drains they fall whatever the target does. */
  ratesToMs: z.int(),
  /** Where the ramp-up of the load model ends. */
  rampUpEndMs: z.int(),
  /** Whether the ramp-up is judged as well. */
  includesRampUp: z.boolean(),
})
export type JudgedPart = z.infer<typeof judgedPartSchema>

/** A stretch in which a load machine was busy, both seconds included; shares are of all its cores, on average. */
const busyStretchSchema = z.object({
  fromSecond: z.int(),
  toSecond: z.int(),
  hostCpu01: z.number(),
  /** Of all engine processes together. */
  engineCpu01: z.number(),
})

/** Answers first: did it pass, what was the load, what were the times, what broke first. */
export const reportContentSchema = z.object({
  run: runDetailSchema,
  /** Part of the run that the figures cover, ms since its start. */
  fromMs: z.int(),
  toMs: z.int(),
  /** noSla: no rules are defined; notJudged: none of them could be judged on this part. */
  verdict: z.enum(['passed', 'failed', 'noSla', 'notJudged', 'invalid']),
  /** The most users at a time in this part; null in what versions before 0.6 stored. */
  peakUsers: z.int().nullable().default(null),
  usersBasis: usersBasisSchema.default('sampled'),
  /** What the rules are judged on; null without rules. */
  judged: judgedPartSchema.nullable().default(null),
  total: statisticsSchema,
  labels: z.array(labelStatisticsSchema),
  errors: z.array(errorGroupSchema),
  /** Response times of all requests in buckets of growing width. */
  distribution: z.array(reportBucketSchema),
  seconds: z.array(runSecondSchema),
  /** Width of a point of `seconds`, in seconds: 1 for short runs, more where a long run was condensed (merged, not sampled). */
  secondsPerPoint: z.int().min(1),
  events: z.array(runEventSchema),
  sla: z.array(slaResultSchema),
  machines: z.array(
    z.object({
      name: z.string(),
      /** Of the busiest engine process, share of the `cpuCores` that it can use, over whole seconds. */
      maxCpu01: z.number().nullable(),
      cpuCores: z.int().nullable().default(null),
      /** Of all engine processes together, and of everything on the machine: shares of its `hostCores`. */
      maxEngineCpu01: z.number().nullable().default(null),
      maxHostCpu01: z.number().nullable().default(null),
      hostCores: z.int().nullable().default(null),
      maxEventLoopDelayMs: z.number().nullable(),
      maxMemoryBytes: z.int().nullable(),
      isOverloaded: z.boolean(),
      /** When and by what an engine process was itself the bottleneck, both seconds included. */
      overloads: z
        .array(z.object({ fromSecond: z.int(), toSecond: z.int(), reasons: z.array(z.string()) }))
        .default([]),
      busy: z.array(busyStretchSchema).default([]),
      /** How much later than the common start it began, ms. */
      startSkewMs: z.number().nullable().default(null),
      points: z.array(
        z.object({
          second: z.int(),
          cpu01: z.number().nullable(),
          hostCpu01: z.number().nullable().default(null),
          eventLoopDelayMs: z.number().nullable(),
        }),
      ),
    }),
  ),
  reconciliation: reconciliationSchema,
  /** Sections that could not be made, with the reason: the report is then partly successful. */
  missing: z.array(z.object({ section: z.string(), reason: z.string() })),
})
export type ReportContent = z.infer<typeof reportContentSchema>

export const reportSchema = z.object({
  id: idSchema,
  runId: idSchema,
  state: reportStateSchema,
  failure: z.string().nullable(),
  fromMs: z.int(),
  toMs: z.int(),
  /** Whether SLA rules are judged on the ramp-up as well. */
  includesRampUp: z.boolean().default(false),
  createdAt: instantSchema,
  createdBy: z.string(),
})
export type Report = z.infer<typeof reportSchema>
