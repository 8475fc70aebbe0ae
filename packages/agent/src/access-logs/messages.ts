/** What an agent tells the process that counts an access log, forked with `serialization: 'advanced'`; it tells `LogCount`s, the last one no longer `counting`. */
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
