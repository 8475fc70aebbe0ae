/** What is told of results of JMeter that could not be read whole. */
import { z } from 'zod'

/** Why a line, or a sample of an XML file, was left out; `timeStamp`, `elapsed`, `success`, `number`: there is none where one belongs. */
export const jtlSkipSchema = z.object({
  reason: z.enum(['columns', 'quotes', 'tooLong', 'timeStamp', 'elapsed', 'success', 'number', 'depth']),
  count: z.int(),
  /** Of the first ones, from 1, ascending. */
  firstLines: z.array(z.int()),
})
export type JtlSkip = z.infer<typeof jtlSkipSchema>
