/** What the project's home page tells of its runs and of the caller's own work, and from where on a run counts as worse. */

import { engineSchema } from '@pone/plan/engines/schema.ts'
import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { runStateSchema } from '../state-schemas.ts'
import { runVerdictSchema } from './run.ts'

/** From where on a run counts as worse than the one before; shown beside the figures. */
export const worseFrom = {
  /** P95 longer by this share of the earlier one … */
  p95Percent: 20,
  /** … and by so many milliseconds, so that 2 ms → 3 ms is no news. */
  p95Ms: 10,
  /** Share of failed requests higher by so many percentage points. */
  errorPoints: 1,
  /** Throughput lower by this share of the earlier one. */
  ratePercent: 10,
  /** P95 and throughput are compared while the highest numbers of users differ by this at most. */
  usersPercent: 10,
} as const

/** Runs that are looked at: of the last so many days, and of them the latest so many. */
export const homeDays = 30
export const homeRuns = 2_000
/** What is listed at most. */
export const listedOnHome = { worse: 10, trends: 4, points: 20, mine: 5 } as const

/** Figures of a run, of all its requests, ramp-up included. */
export const homeRunSchema = z.object({
  id: idSchema,
  number: z.int(),
  state: runStateSchema,
  sla: runVerdictSchema,
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  /** The most users at a time. */
  peakUsers: z.int(),
  requests: z.int(),
  /** Per second. */
  requestsPerSecond: z.number(),
  p95Ms: z.number().nullable(),
  /** Of all requests, 0 to 100; null without requests. */
  errorPercent: z.number().nullable(),
})
export type HomeRun = z.infer<typeof homeRunSchema>

/** failed: the run failed; sla: its rules were met before and are broken now; the others: see worseFrom. */
export const worseReasons = ['failed', 'sla', 'p95', 'errors', 'rate'] as const
export type WorseReason = (typeof worseReasons)[number]

const scenarioShape = { scenarioId: idSchema, scenarioName: z.string() }

/** Each scenario's latest complete or failed run against its last complete run before. */
export const changesSchema = z.object({
  /** Scenarios that have both runs. */
  compared: z.int(),
  /** Of these: users differ too much for P95 and throughput to be compared. */
  otherLoad: z.int(),
  /** More runs lie in the days that are looked at than are looked at. */
  isCut: z.boolean(),
  /** Scenarios that became worse; `rows` are the latest of them. */
  worse: z.int(),
  rows: z.array(
    z.object({
      ...scenarioShape,
      latest: homeRunSchema,
      previous: homeRunSchema,
      reasons: z.array(z.enum(worseReasons)).min(1),
      /** P95 and throughput were compared. */
      isLoadAlike: z.boolean(),
    }),
  ),
})
export type Changes = z.infer<typeof changesSchema>

/** The scenarios that were run most often in the days that are looked at, with their latest ended runs. */
export const trendsSchema = z.object({
  scenarios: z.array(
    z.object({
      ...scenarioShape,
      /** Ended runs in these days. */
      runs: z.int(),
      /** Oldest first. */
      points: z.array(homeRunSchema),
    }),
  ),
})
export type Trend = z.infer<typeof trendsSchema>['scenarios'][number]

/** What waits for the caller; a part is empty for who may not see it. */
export const waitingSchema = z.object({
  /** Ended runs that the caller started and has not opened. */
  runs: z.object({
    /** Counted up to `limit`. */
    total: z.int(),
    limit: z.int(),
    rows: z.array(z.object({ ...scenarioShape, ...homeRunSchema.shape, scenarioId: idSchema.nullable() })),
  }),
  /** The next schedules of the project. */
  schedules: z.array(z.object({ id: idSchema, setId: idSchema, setName: z.string(), at: instantSchema })),
  /** Executions that a schedule of the caller should have started within the last days and did not. */
  missed: z.array(
    z.object({
      id: idSchema,
      number: z.int(),
      setName: z.string(),
      engine: engineSchema,
      dueAt: instantSchema,
    }),
  ),
  /** Among the components that the caller saved last: those whose errors keep them from running. */
  components: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      errors: z.int(),
      /** The first error, in the caller's language. */
      firstError: z.string(),
    }),
  ),
})
export type Waiting = z.infer<typeof waitingSchema>
