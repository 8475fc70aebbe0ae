/** Slow operations of a monitored target: statements and commands with how often and how long they ran, and how they are executed. */
import { instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { monitorProblemSchema } from './monitor.ts'

/** Of a target, by total time. */
export const maxSlowOperations = 200
export const maxPlanNodes = 500
/** How long a plan may take, ms. */
export const planLimitMs = 8_000

/** Growth in the asked range; literals are masked. */
export const slowOperationSchema = z.object({
  id: z.int().min(1),
  section: z.string(),
  text: z.string(),
  /** '' where the target does not tell it. */
  database: z.string(),
  account: z.string(),
  calls: z.number(),
  totalMs: z.number(),
  /** null: no call. */
  meanMs: z.number().nullable(),
  /** Longest call as far as the target tells it: of a log in the range, else since it began to count. */
  maxMs: z.number().nullable(),
  rows: z.number().nullable(),
  /** null: nothing is known of the range. */
  callsPerSecond: z.number().nullable(),
  hasPlan: z.boolean(),
  /** Milliseconds of execution per second, per step; null: unknown. */
  trend: z.array(z.number().nullable()),
})
export type SlowOperation = z.infer<typeof slowOperationSchema>

const steps = {
  from: instantSchema,
  to: instantSchema,
  stepMs: z.int().min(1),
  times: z.array(instantSchema),
}

export const slowOperationListSchema = z.object({
  ...steps,
  /** By total time, the longest first. */
  rows: z.array(slowOperationSchema),
  /** Operations that ran in the range beyond those that are answered. */
  omitted: z.int(),
})
export type SlowOperationList = z.infer<typeof slowOperationListSchema>

/** One operation over the range, and the newest entries of it where they come from a log. */
export const slowOperationTrendSchema = z.object({
  ...steps,
  callsPerSecond: z.array(z.number().nullable()),
  meanMs: z.array(z.number().nullable()),
  totalMsPerSecond: z.array(z.number().nullable()),
  entries: z.array(
    z.object({
      at: instantSchema,
      durationMs: z.number(),
      account: z.string(),
      rows: z.number().nullable(),
    }),
  ),
})
export type SlowOperationTrend = z.infer<typeof slowOperationTrendSchema>

/** Nodes in the order of a walk through the tree; `depth` of the first is 0. */
const planNodeSchema = z.object({
  depth: z.int().min(0).max(100),
  /** What is done, in the words of the target, e.g. `Index Scan`. */
  title: z.string().max(200),
  /** What it is done to, e.g. a table and its index; '' = nothing. */
  object: z.string().max(400),
  /** In the unit of the target's optimiser; null: not told. */
  cost: z.number().nullable(),
  /** Estimated. */
  rows: z.number().nullable(),
  details: z.array(z.object({ name: z.string().max(100), value: z.string().max(1_000) })).max(20),
})
export type PlanNode = z.infer<typeof planNodeSchema>

export const executionPlanSchema = z.object({
  nodes: z.array(planNodeSchema).max(maxPlanNodes),
  /** Whether it stands for all values of the parameters, not for those of one call. */
  isGeneric: z.boolean(),
})
export type ExecutionPlan = z.infer<typeof executionPlanSchema>

/** Why there is no plan. */
export const planFaults = ['notSupported', 'notReadOnly', 'noSample', 'notFound'] as const
export const planAnswerSchema = z.object({
  plan: executionPlanSchema.nullable(),
  /** What is special to plans; null: see `problem`. */
  fault: z.enum(planFaults).nullable(),
  problem: monitorProblemSchema.nullable(),
})
export type PlanAnswer = z.infer<typeof planAnswerSchema>

/** What an agent asks for the plan of. */
export const planQuestionSchema = z.object({
  section: z.string().max(80),
  labels: z.record(z.string().max(80), z.string().max(500)),
})
