/** A JMeter component: a test plan (.jmx) whose bytes are kept as they came, and the files that travel with it. */

import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { componentNodeSchema } from './component.ts'

/** A node of the catalogue of JMeter components. */
export const jmeterComponentNodeSchema = componentNodeSchema
export type JmeterComponentNode = z.infer<typeof jmeterComponentNodeSchema>

/** The plan, byte for byte. */
export const jmeterPlanSchema = z.object({ base64: z.string(), sizeBytes: z.int(), sha256: z.string() })
export type JmeterPlan = z.infer<typeof jmeterPlanSchema>

export const jmeterComponentSchema = jmeterComponentNodeSchema.extend({
  document: jmeterPlanSchema,
  /** Grows by one with each save; a save names the revision it is based on. */
  revision: z.int().min(1),
})
export type JmeterComponent = z.infer<typeof jmeterComponentSchema>

/** What a change answers: all but the bytes, which the caller has. */
export const jmeterComponentFactsSchema = jmeterComponentSchema.extend({
  document: jmeterPlanSchema.omit({ base64: true }),
})
export type JmeterComponentFacts = z.infer<typeof jmeterComponentFactsSchema>

/** A file of one component; plans refer to it by its name, beside which it lies on a load machine. */
export const jmeterFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  uploadedAt: instantSchema,
  uploadedBy: z.string(),
})
export type JmeterFile = z.infer<typeof jmeterFileSchema>
