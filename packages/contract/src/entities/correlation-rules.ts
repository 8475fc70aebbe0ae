/** The correlation rules of a project as they are stored. */
import { instantSchema } from '@pone/schema/common.ts'
import { correlationRulesSchema } from '@pone/schema/correlation-rules.ts'
import { z } from 'zod'

export const storedCorrelationRulesSchema = correlationRulesSchema.extend({
  /** 0 before they were saved the first time. */
  revision: z.int().min(0),
  /** Empty before that. */
  updatedBy: z.string(),
  /** null before that. */
  updatedAt: instantSchema.nullable(),
})
export type StoredCorrelationRules = z.infer<typeof storedCorrelationRulesSchema>
