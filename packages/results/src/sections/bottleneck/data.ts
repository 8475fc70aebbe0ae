/** Data of the section "bottleneck". */
import { z } from 'zod'

const namesSchema = z.object({ zh: z.string(), en: z.string() })
const estimateSchema = z.object({ value: z.number(), low: z.number(), high: z.number() })

const resourceSchema = z.object({
  names: namesSchema,
  nature: z.enum(['busy', 'held', 'space', 'waiting']),
  /** Requests per second that it allows; null: not known, or without end. */
  ceiling: estimateSchema.nullable(),
  /** Share of its capacity; of `waiting`: requests that wait. null: not known. */
  levelBefore: z.number().nullable(),
  levelAfter: z.number().nullable(),
  correlation: z.number().nullable(),
  waitingShare01: z.number().nullable(),
  readings: z.int(),
})
export type ReportResource = z.infer<typeof resourceSchema>

const correlationSchema = z.object({
  names: namesSchema,
  unit: z.string(),
  target: z.enum(['load', 'tps', 'responseMs', 'errors01']),
  r: z.number(),
  /** By which the counter follows; negative: it leads. */
  lagMs: z.number(),
  pairs: z.int(),
  effectivePairs: z.number(),
  pValue: z.number(),
})

export const bottleneckSchema = z.object({
  kind: z.enum(['notEnoughData', 'notReached', 'bottleneck', 'generator', 'noneObserved']),
  sentence: namesSchema,
  /** What load is counted in. */
  drive: z.enum(['users', 'rate']),
  /** null where none was reached. */
  knee: z.object({ load: estimateSchema, plateau: estimateSchema, lost01: z.number() }).nullable(),
  responseGrowth: z.number().nullable(),
  /** The first is what gave way; where no knee was reached, projected ceilings. */
  ranked: z.array(resourceSchema),
  ruledOut: z.array(resourceSchema.extend({ reason: namesSchema, because: namesSchema.nullable() })),
  next: resourceSchema.nullable(),
  /** Of at most `maxCorrelations`, strongest evidence first. */
  correlations: z.array(correlationSchema),
  /** Pairs of series that were compared. */
  compared: z.int(),
})
export type Bottleneck = z.infer<typeof bottleneckSchema>

export const bottleneckData = {
  /** null: no monitoring link belonged to the run. */
  bottleneck: bottleneckSchema.nullable().default(null),
}
