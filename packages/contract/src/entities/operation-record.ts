/** Operation records: the audit of every change. */
import { z } from 'zod'
import { idSchema, instantSchema } from './common.ts'

export const operationRecordSchema = z.object({
  id: idSchema,
  at: instantSchema,
  /** Action of the call, e.g. `component.create`. */
  action: z.string(),
  account: z.string(),
  asAdministrator: z.boolean(),
  /** Address the request came from. */
  from: z.string(),
  projectId: idSchema.nullable(),
  projectName: z.string().nullable(),
  /** What it was done to, in words. */
  target: z.string(),
  /** Values before and after, secrets left out; null where there were none. */
  before: z.unknown(),
  after: z.unknown(),
  outcome: z.enum(['done', 'refused']),
  errorCode: z.string().nullable(),
})
export type OperationRecord = z.infer<typeof operationRecordSchema>

export const operationRanges = ['1d', '1w', '1m', '3m'] as const
