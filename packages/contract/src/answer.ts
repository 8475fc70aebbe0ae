/** The answer of every call: `{status, data}`, or `{status: 500, code, message}`, or with HTTP 401 `{status: 401, code, message}`. */
import { z } from 'zod'

/** Field errors point into the input by path, so that a form can show them in place. */
export const fieldErrorSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
})
export type FieldError = z.infer<typeof fieldErrorSchema>

export const failureSchema = z.object({
  status: z.union([z.literal(500), z.literal(401)]),
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  fields: z.array(fieldErrorSchema).optional(),
})
export type Failure = z.infer<typeof failureSchema>
export const successSchema = z.object({ status: z.literal(200), data: z.unknown() })

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ total: z.int().min(0), page: z.int().min(1), pageSize: z.int(), rows: z.array(row) })
