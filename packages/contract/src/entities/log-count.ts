/** The count of an access log on a machine by its agent: which files there are, what is counted, how far it is. */
import { productionMixDocumentSchema } from '@pone/plan/production-mix/production-mix.ts'
import { instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

export const maxLogFiles = 500
/** Of a larger log or period the end is counted; of a compressed one, of what it contains. */
export const maxLogBytes = 4 * 1024 ** 3
export const maxLogFormatLength = 4_000
/** A count that nobody asks for so long is ended and forgotten by the agent. */
export const logCountLeaseMs = 60_000
/** A count that takes longer ends. */
export const maxLogCountMs = 600_000

const pathSchema = z.string().min(1).max(1_000)

export const logFileSchema = z.object({
  path: pathSchema,
  sizeBytes: z.int().min(0),
  changedAt: instantSchema,
})
export type LogFile = z.infer<typeof logFileSchema>

export const logOrderSchema = z.object({
  path: pathSchema,
  /** As nginx or Apache was told to write it; '' for the usual ones. */
  logFormat: z.string().max(maxLogFormatLength),
  /** The time up to now whose requests count; null: all. */
  hours: z
    .int()
    .min(1)
    .max(24 * 366)
    .nullable(),
})
export type LogOrder = z.infer<typeof logOrderSchema>

export const logCountSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('counting'),
    readBytes: z.int().min(0),
    /** Of the part of the file that is read. */
    sizeBytes: z.int().min(0),
  }),
  z.object({
    state: z.literal('counted'),
    /** null: the file is no access log, or has no request of the period. */
    document: productionMixDocumentSchema.nullable(),
    /** Whether the log was larger than what is counted, so that earlier requests are missing. */
    isCut: z.boolean(),
  }),
  /** `cause` is a coded text. */
  z.object({ state: z.literal('failed'), cause: z.string().max(8_000) }),
])
export type LogCount = z.infer<typeof logCountSchema>
