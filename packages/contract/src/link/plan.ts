/** What a load machine gets to drive: the plan of a run, the files it needs, and the machine's share. */

import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { runLabelSchema } from '@pone/plan/scenario/run-label.ts'
import { loadModelSchema, sampleLogFormats } from '@pone/plan/scenario/scenario.ts'
import { maxDebugLoops, maxDebugUsers } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { enginePlanShape, enginesWithParts } from '../engines/parts.ts'

/** A file that a plan needs; the agent fetches it once by `GET <server>/apm-api/link-file/<id>` with its key and checks size and sha256. */
export const planFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
})

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
  /** Of the default engine; none where another one drives the run. */
  components: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      percentage: z.number(),
      document: componentDocumentSchema,
    }),
  ),
  /** The part of the engine that drives the run, under its name; none where it is the default one. */
  ...enginePlanShape,
  /** Those known before the start. */
  labels: z.array(runLabelSchema),
  drive: z.enum(['users', 'arrivals']),
  maxUsers: z.int(),
  loadModel: loadModelSchema,
  /** The most that the load is meant to become where it is changed in the run; left out: what the load model says. */
  maxLoad: z.int().optional(),
  sampleLog: z.enum(sampleLogFormats).default('off'),
  /** Requests carry the ids of traces. */
  traces: z.boolean().optional(),
  files: z.array(planFileSchema),
})
export type RunPlan = z.infer<typeof runPlanSchema>

/** What drives the run: the engine whose part the plan has. */
export const engineOf = (plan: RunPlan): Engine =>
  enginesWithParts.find(name => plan[name] !== undefined) ?? defaultEngine

/** A machine's part of the whole load: the workers of all machines divide the interval [0, 1), this machine has [from, to). */
export const shareSchema = z.object({ from01: z.number().min(0).max(1), to01: z.number().min(0).max(1) })
export type Share = z.infer<typeof shareSchema>
