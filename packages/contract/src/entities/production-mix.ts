/** Production mixes of a project: their list, and each with its counted requests, which never change. */
import { productionMixDocumentSchema } from '@pone/plan/production-mix/production-mix.ts'
import { idSchema, instantSchema, nameSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

/** In one project. */
export const maxProductionMixes = 200

export const productionMixRowSchema = z.object({
  id: idSchema,
  /** Unique in the project. */
  name: nameSchema,
  ...productionMixDocumentSchema.pick({ source: true, fromMs: true, toMs: true, requests: true }).shape,
  templates: z.int(),
  createdBy: z.string(),
  createdAt: instantSchema,
})
export type ProductionMixRow = z.infer<typeof productionMixRowSchema>

export const productionMixSchema = z.object({
  id: idSchema,
  name: nameSchema,
  document: productionMixDocumentSchema,
  createdBy: z.string(),
  createdAt: instantSchema,
})
export type ProductionMix = z.infer<typeof productionMixSchema>
