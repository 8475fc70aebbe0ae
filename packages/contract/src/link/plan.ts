/** What a load machine gets to drive: the plan of a run, the files it needs, and the machine's share. */

import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { jmeterSettingsSchema } from '@pone/plan/engines/jmeter-settings.ts'
import { runLabelSchema } from '@pone/plan/scenario/run-label.ts'
import { loadModelSchema, sampleLogFormats } from '@pone/plan/scenario/scenario.ts'
import { maxDebugLoops, maxDebugUsers } from '@pone/schema/limits.ts'
import { z } from 'zod'

/** A file that a plan needs; the agent fetches it once by `GET <server>/apm-api/link-file/<id>` with its key and checks size and sha256. */
export const planFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
})

/** What JMeter drives, where it is the engine. */
export const jmeterPlanPartSchema = z.object({
  components: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        percentage: z.number(),
        /** The test plan as it is designed. */
        text: z.string(),
        /** Put beside the plan under their names. */
        files: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    )
    .min(1),
  /** model: the thread groups follow the load model; plan: they are as they are designed, shared out to the machines. */
  load: z.enum(['model', 'plan']),
  settings: jmeterSettingsSchema,
})
export type JmeterPlanPart = z.infer<typeof jmeterPlanPartSchema>

/** The load of a standalone execution; older agents know users and loops alone. */
export const debugLoadSchema = z.object({
  users: z.int().min(1).max(maxDebugUsers),
  loops: z.int().min(1).max(maxDebugLoops),
  rampUpSeconds: z.number().min(0).default(0),
  /** Counted from the end of the start delay; 0 = until the loops are done. */
  durationSeconds: z.number().min(0).default(0),
  startDelaySeconds: z.number().min(0).default(0),
})

/** One run, complete, as every load machine gets it. */
export const runPlanSchema = z.object({
  runId: z.string(),
  /** Of PR; none where JMeter is the engine. */
  components: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      percentage: z.number(),
      document: componentDocumentSchema,
    }),
  ),
  /** Left out where PR is the engine. */
  jmeter: jmeterPlanPartSchema.optional(),
  /** Those known before the start; with JMeter none is. */
  labels: z.array(runLabelSchema),
  drive: z.enum(['users', 'arrivals']),
  maxUsers: z.int(),
  loadModel: loadModelSchema,
  sampleLog: z.enum(sampleLogFormats).default('off'),
  files: z.array(planFileSchema),
})
export type RunPlan = z.infer<typeof runPlanSchema>

/** A machine's part of the whole load: the workers of all machines divide the interval [0, 1), this machine has [from, to). */
export const shareSchema = z.object({ from01: z.number().min(0).max(1), to01: z.number().min(0).max(1) })
export type Share = z.infer<typeof shareSchema>
