/** Data of the section "traces". */
import { slowTraceSchema } from '@pone/contract/entities/run.ts'
import { z } from 'zod'

/** With the name of the request; the slowest first. */
const namedTraceSchema = slowTraceSchema.omit({ label: true }).extend({ label: z.string() })

/** Empty where requests carried no traces. */
export const tracesData = { traces: z.array(namedTraceSchema).default(() => []) }
