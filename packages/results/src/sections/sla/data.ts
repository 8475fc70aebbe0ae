/** Data of the section "sla". */
import { slaResultSchema } from '@pone/contract/entities/run.ts'
import { z } from 'zod'

/** The interval that SLA rules are judged on, ms since the run's start; nothing when `fromMs` is not below `toMs`. */
const judgedPartSchema = z.object({
  fromMs: z.int(),
  toMs: z.int(),
  /** Rates are judged up to here: while the load drains they fall whatever the target does. */
  ratesToMs: z.int(),
  /** Where the ramp-up of the load model ends. */
  rampUpEndMs: z.int(),
  /** Whether the ramp-up is judged as well. */
  includesRampUp: z.boolean(),
})
export type JudgedPart = z.infer<typeof judgedPartSchema>

export const slaData = {
  sla: z.array(slaResultSchema).default(() => []),
  /** What the rules are judged on; null without rules. */
  judged: judgedPartSchema.nullable().default(null),
}
