/** Data of the section "timeline". */
import { runSecondSchema } from '@pone/contract/entities/run.ts'
import { z } from 'zod'

export const timelineData = {
  seconds: z.array(runSecondSchema).default(() => []),
  /** Width of a point of `seconds`, in seconds: 1 for short runs, more where a long run was condensed (merged, not sampled). */
  secondsPerPoint: z.int().min(1).default(1),
}
