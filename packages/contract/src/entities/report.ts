/** The report of a run or of a part of it. */
import { z } from 'zod'
import { reportStateSchema } from '../states.ts'
import { idSchema, instantSchema } from './common.ts'
import {
  errorGroupSchema,
  labelStatisticsSchema,
  reconciliationSchema,
  runDetailSchema,
  runEventSchema,
  runSecondSchema,
  slaResultSchema,
  statisticsSchema,
} from './run.ts'

export const reportBucketSchema = z.object({ fromMs: z.number(), toMs: z.number(), count: z.int() })

/** Answers first: did it pass, what was the load, what were the times, what broke first. */
export const reportContentSchema = z.object({
  run: runDetailSchema,
  /** Part of the run that the figures cover, ms since its start. */
  fromMs: z.int(),
  toMs: z.int(),
  verdict: z.enum(['passed', 'failed', 'noSla', 'invalid']),
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
      maxCpu01: z.number().nullable(),
      maxEventLoopDelayMs: z.number().nullable(),
      maxMemoryBytes: z.int().nullable(),
      isOverloaded: z.boolean(),
      /** How much later than the common start it began, ms. */
      startSkewMs: z.number().nullable().default(null),
      points: z.array(
        z.object({ second: z.int(), cpu01: z.number().nullable(), eventLoopDelayMs: z.number().nullable() }),
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
  createdAt: instantSchema,
  createdBy: z.string(),
})
export type Report = z.infer<typeof reportSchema>
