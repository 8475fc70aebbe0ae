/** Data of the section "bottleneck". */
import { z } from 'zod'
import { blamedParts } from '../../verdict/blame.ts'
import { databaseSources, tiers } from '../../verdict/observation.ts'

const namesSchema = z.object({ zh: z.string(), en: z.string() })
const estimateSchema = z.object({ value: z.number(), low: z.number(), high: z.number() })

const resourceSchema = z.object({
  names: namesSchema,
  nature: z.enum(['busy', 'held', 'space', 'waiting']),
  /** Null in reports of versions that did not say it. */
  tier: z.enum(tiers).nullable().default(null),
  /** Requests per second that it allows; null: not known, or without end. */
  ceiling: estimateSchema.nullable(),
  /** Share of its capacity; of `waiting`: requests that wait. null: not known. */
  levelBefore: z.number().nullable(),
  levelAfter: z.number().nullable(),
  correlation: z.number().nullable(),
  waitingShare01: z.number().nullable(),
  readings: z.int(),
  /** On the sides of the knee; null in reports of versions that told only their sum. */
  readingsBefore: z.int().nullable().default(null),
  readingsAfter: z.int().nullable().default(null),
})
export type ReportResource = z.infer<typeof resourceSchema>

/** Mean ms of a request at low load and beyond the knee; of what is not known null, then it is within `unknown`. */
const blamedPartSchema = z.object({
  part: z.enum(blamedParts),
  lowMs: z.number().nullable(),
  highMs: z.number().nullable(),
  /** Of the response time beyond the knee, 0 to 1; those of all parts add up to 1. */
  share01: z.number().nullable(),
})

/** What was read of a resource is not enough to name it or to rule it out, or says that it is not the cause. */
const findingSchema = resourceSchema.extend({
  reason: namesSchema,
  /** Probability, 0 to 1, that the cause would not have been ruled out so; null: not told, or not a matter of readings. */
  power01: z.number().nullable().default(null),
})
export type ReportFinding = z.infer<typeof findingSchema>

const blameSchema = z.object({
  parts: z.array(blamedPartSchema),
  /** Response times that the parts add up to; null: the load was constant. */
  lowMs: z.number().nullable(),
  highMs: z.number(),
  hasOtherStatements: z.boolean(),
  /** Another source tells another time of the database, ms of a request beyond the knee: then the wait is not split. */
  disagreement: z
    .object({ source: z.enum(databaseSources), workedMs: z.number(), seenMs: z.number() })
    .nullable()
    .default(null),
})
export type ReportBlame = z.infer<typeof blameSchema>

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
  ruledOut: z.array(findingSchema.extend({ because: namesSchema.nullable() })),
  /** Empty in reports of versions that ruled out what they could not judge. */
  notJudged: z.array(findingSchema).default([]),
  next: resourceSchema.nullable(),
  /** Where requests spent their time; null: not known. */
  blame: blameSchema.nullable().default(null),
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
