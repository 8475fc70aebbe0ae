/** Family `debug`: standalone executions of a component or a JMeter plan. */
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { z } from 'zod'
import { exchangeSchema, logLineSchema } from '../entities/run.ts'
import { debugLoadSchema, planFileSchema } from './plan.ts'

/** The step that something went wrong in, and the line of its script, from 1; left out by versions before 0.9. */
const faultPlaceSchema = z.object({ stepId: z.string(), line: z.int().nullable() })
export type FaultPlace = z.infer<typeof faultPlaceSchema>

/** What a standalone execution reports while it runs. */
export const debugEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('exchange'),
    stepId: z.string(),
    user: z.int(),
    iteration: z.int(),
    exchange: exchangeSchema,
  }),
  z.object({
    kind: z.literal('transaction'),
    stepId: z.string(),
    user: z.int(),
    iteration: z.int(),
    name: z.string(),
    durationMs: z.number(),
    passed: z.boolean(),
  }),
  z.object({
    kind: z.literal('variables'),
    user: z.int(),
    iteration: z.int(),
    values: z.record(z.string(), z.string()),
  }),
  z.object({ kind: z.literal('log'), line: logLineSchema, fault: faultPlaceSchema.optional() }),
  z.object({
    kind: z.literal('ended'),
    cause: z.enum(['finished', 'stopped', 'failed', 'timeout']),
    detail: z.string(),
    /** From the start of the users to their end, ms; left out by JMeter, before versions 0.9, and where no user started. */
    elapsedMs: z.number().min(0).optional(),
    fault: faultPlaceSchema.optional(),
  }),
])
export type DebugEvent = z.infer<typeof debugEventSchema>

export const debug = {
  commands: [
    z.object({
      kind: z.literal('startDebug'),
      id: z.string(),
      debugId: z.string(),
      name: z.string(),
      document: componentDocumentSchema,
      files: z.array(planFileSchema),
      ...debugLoadSchema.shape,
    }),
    /** A standalone execution of a JMeter plan: each thread group once with one user; ended by stopDebug too. */
    z.object({
      kind: z.literal('startJmeterTrial'),
      id: z.string(),
      debugId: z.string(),
      text: z.string(),
      /** Put beside the plan under their names. */
      files: z.array(planFileSchema),
    }),
    z.object({ kind: z.literal('stopDebug'), id: z.string(), debugId: z.string() }),
  ],
  reports: [z.object({ kind: z.literal('debug'), debugId: z.string(), events: z.array(debugEventSchema) })],
} as const
