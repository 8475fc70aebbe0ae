/** What an agent and the process that counts an access log tell each other; forked with `serialization: 'advanced'`. */
import { logCountSchema } from '@pone/contract/entities/log-count.ts'
import { z } from 'zod'

/** Module to fork; the log is its standard input. */
export const countEntry = new URL('./program.ts', import.meta.url)

export const countCommandSchema = z.object({
  path: z.string(),
  logFormat: z.string(),
  /** Earlier requests do not count; null: all do. */
  fromMs: z.number().nullable(),
})
export type CountCommand = z.infer<typeof countCommandSchema>

/** Each tells how far it is; the last one is no longer `counting`. */
export const countMessageSchema = logCountSchema
