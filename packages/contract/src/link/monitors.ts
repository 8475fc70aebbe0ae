/** Family `monitors`: what an agent collects, the batches of it, tests of connections, and discovery. */
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import {
  collectorLogLevels,
  discoveredTargetSchema,
  monitorCauseSchema,
  monitorKeySchema,
  monitorParamsSchema,
  monitorProblemSchema,
  monitorTestStepSchema,
} from '../entities/monitor.ts'
import { trialRoundSchema, typeFileSchema } from '../entities/monitor-type.ts'
import { connectionAnswerSchema, connectionQuestionSchema } from '../entities/seen-connection.ts'
import { planAnswerSchema, planQuestionSchema } from '../entities/slow-operation.ts'

/** Batches that an agent sends ahead of their acknowledgement. */
export const maxMonitorBatchesAhead = 8
/** A day. */
const maxCadenceMs = 86_400_000
/** Values of one row. */
const maxRowValues = 500

export const monitorPlanSchema = z.object({
  monitorId: idSchema,
  /** Grows with each change of its collector. */
  epoch: z.int().min(0),
  /** Key in `types` of the same message. */
  type: z.string(),
  /** Secrets are open. */
  params: monitorParamsSchema,
  frequencyMs: z.int().min(1_000),
  /** The monitor's own frequency where it is collected faster while a run lasts. */
  ownFrequencyMs: z.int().min(1_000).optional(),
  /** Values are sent at most this often, states at once. */
  sendIntervalMs: z.int().min(1_000),
})
export type MonitorPlan = z.infer<typeof monitorPlanSchema>

const labelsSchema = z.record(z.string().max(80), z.string().max(500))

/** The columns of rows; told before the first row on a connection that names it. */
export const monitorLayoutSchema = z.object({
  key: z.int().min(1),
  monitorId: idSchema,
  section: monitorKeySchema,
  /** Between its rows, ms; left out by older agents. */
  cadenceMs: z.int().min(1_000).max(maxCadenceMs).optional(),
  columns: z
    .array(
      z.object({
        counter: z.string().min(1).max(200),
        kind: z.enum(['gauge', 'counter', 'state']),
        labels: labelsSchema,
      }),
    )
    .min(1)
    .max(maxRowValues),
})
export type MonitorLayout = z.infer<typeof monitorLayoutSchema>

/** Values of one collection; (monitorId, section, slot, part) is stored once. */
const rowSchema = z.object({
  monitorId: idSchema,
  section: monitorKeySchema,
  /** Epoch ms of the scheduled instant. */
  slot: z.int().min(0),
  part: z.int().min(0).max(100),
  layout: z.int().min(1),
  /** Base64 of little-endian float64, one per column; NaN = not known. */
  values: z.string().max(maxRowValues * 12),
})

const ofSection = { monitorId: idSchema, section: monitorKeySchema, slot: z.int().min(0) }

/** What one agent collected in about one second. */
export const monitorBatchSchema = z.object({
  /** Of the agent process that collected it. */
  incarnation: z.string().min(1).max(64),
  /** Counts from 1 within the incarnation; stored once. */
  seq: z.int().min(1),
  layouts: z.array(monitorLayoutSchema).max(20_000),
  rows: z.array(rowSchema).max(50_000),
  texts: z
    .array(
      z.object({
        ...ofSection,
        counter: z.string().min(1).max(200),
        labels: labelsSchema,
        text: z.string().max(8_192),
      }),
    )
    .max(50_000),
  tables: z
    .array(
      z.object({
        ...ofSection,
        columns: z.array(z.string().max(200)).max(60),
        rows: z.array(z.array(z.string().max(8_192)).max(60)).max(500),
      }),
    )
    .max(5_000),
  /** What a section's collections end with from this slot on; null: with values. */
  states: z
    .array(
      z.object({
        ...ofSection,
        cause: monitorCauseSchema.nullable(),
        params: z.record(z.string().max(40), z.string().max(2_000)),
        detail: z.string().max(2_000),
      }),
    )
    .max(50_000),
  /** There are no values from the slot `from` until before `until`: they were dropped because the spool was full, or the collector process had ended. */
  gaps: z
    .array(
      z.object({
        monitorId: idSchema,
        section: monitorKeySchema,
        from: z.int().min(0),
        until: z.int().min(0),
        cause: z.enum(['spoolFull', 'collectorEnded']).default('spoolFull'),
      }),
    )
    .max(50_000)
    .default([]),
})
export type MonitorBatch = z.infer<typeof monitorBatchSchema>

export const monitors = {
  commands: [
    /** `isWhole`: what is not named is not collected any more. */
    z.object({
      kind: z.literal('monitorPlans'),
      types: z.record(z.string(), typeFileSchema),
      plans: z.array(monitorPlanSchema),
      removed: z.array(idSchema),
      isWhole: z.boolean(),
    }),
    /** All batches of the incarnation up to this one are stored. */
    z.object({ kind: z.literal('ackMonitorBatches'), incarnation: z.string(), seq: z.int() }),
    z.object({
      kind: z.literal('monitorTest'),
      testId: idSchema,
      type: typeFileSchema,
      params: monitorParamsSchema,
      /** Collections whose values are reported besides, a second apart. */
      rounds: z.int().min(0).max(5).default(0),
    }),
    z.object({ kind: z.literal('cancelMonitorTest'), testId: idSchema }),
    z.object({ kind: z.literal('discover'), queryId: idSchema }),
    z.object({
      kind: z.literal('explainOperation'),
      queryId: idSchema,
      type: typeFileSchema,
      params: monitorParamsSchema,
      ...planQuestionSchema.shape,
    }),
    z.object({ kind: z.literal('findConnections'), ...connectionQuestionSchema.shape }),
    z.object({ kind: z.literal('cancelConnections'), queryId: idSchema }),
  ],
  reports: [
    z.object({
      kind: z.literal('monitorBatches'),
      batches: z.array(monitorBatchSchema).min(1).max(maxMonitorBatchesAhead),
    }),
    z.object({
      kind: z.literal('monitorTestSteps'),
      testId: idSchema,
      steps: z.array(monitorTestStepSchema).max(100),
      rounds: z.array(trialRoundSchema).max(5).default([]),
      isEnded: z.boolean(),
    }),
    z.object({
      kind: z.literal('discovered'),
      queryId: idSchema,
      targets: z.array(discoveredTargetSchema).max(500),
      problem: monitorProblemSchema.nullable(),
    }),
    z.object({ kind: z.literal('operationExplained'), queryId: idSchema, answer: planAnswerSchema }),
    z.object({
      kind: z.literal('monitorLogLines'),
      lines: z
        .array(
          z.object({
            monitorId: idSchema,
            at: z.int().min(0),
            level: z.enum(collectorLogLevels),
            text: z.string().max(2_000),
          }),
        )
        .max(500),
    }),
    z.object({ kind: z.literal('connectionsFound'), queryId: idSchema, answer: connectionAnswerSchema }),
  ],
} as const
