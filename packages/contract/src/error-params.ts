/** The parameters of an error as they travel between processes and lie in the database. */
import { z } from 'zod'
import type { ErrorParams } from './errors.ts'

export const errorParamsSchema: z.ZodType<ErrorParams> = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.object({ zh: z.string(), en: z.string() })]),
)
