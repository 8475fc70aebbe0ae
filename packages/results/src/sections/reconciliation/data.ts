/** Data of the section "reconciliation". */
import { instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

const reconciliationSchema = z.object({
  /** Requests put on the wire according to the workers' own journals. */
  sent: z.int(),
  /** Requests with a counted outcome; `lost` of them have the outcome workerLost. */
  counted: z.int(),
  lost: z.int(),
  /** Of those sent, repetitions of requests that a dropped connection took with it. */
  repeated: z.int().default(0),
  machines: z.array(
    z.object({
      machine: z.string(),
      worker: z.string(),
      sent: z.int(),
      counted: z.int(),
      lost: z.int(),
      repeated: z.int().default(0),
    }),
  ),
  /** Every request sent is counted, and every worker has told its end; some may be counted as lost. */
  isReconciled: z.boolean(),
  /** Machines that have not delivered all that they counted. */
  awaited: z.array(z.string()).default([]),
  /** What machines have delivered after the end of the run. */
  late: z.array(z.object({ machine: z.string(), requests: z.int(), at: instantSchema })).default([]),
  /** Seconds [from, to] of the run whose figures are marked as doubtful. */
  marked: z.array(z.tuple([z.int(), z.int()])).default([]),
})
export type Reconciliation = z.infer<typeof reconciliationSchema>

const notCounted: Reconciliation = {
  sent: 0,
  counted: 0,
  lost: 0,
  repeated: 0,
  machines: [],
  isReconciled: false,
  awaited: [],
  late: [],
  marked: [],
}

export const reconciliationData = { reconciliation: reconciliationSchema.default(() => ({ ...notCounted })) }
