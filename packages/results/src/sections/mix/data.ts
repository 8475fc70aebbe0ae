/** Data of the section "mix": how near a part of a run came to the production mix of its scenario. */
import { z } from 'zod'

const count = z.int().min(0)
const percent = z.number()

/** Requests of one method and path, in production and in the run. */
const comparedTemplateSchema = z.object({
  /** Such as `GET /orders/{id}`. */
  name: z.string(),
  /** 0: only the run sent it. */
  production: count,
  productionPercent: percent,
  run: count,
  failed: count,
  runPercent: percent,
  /** Labels of the run that stand for it. */
  labels: z.array(z.string()),
  /** In production; null: not known. Quantiles are not known where several hosts have the path. */
  productionBytes: z
    .object({ mean: z.number(), p50: z.number().nullable(), p95: z.number().nullable() })
    .nullable(),
  /** Mean of what the run received per request; null without requests. */
  runBytes: z.number().nullable(),
})
export type ComparedTemplate = z.infer<typeof comparedTemplateSchema>

const comparedArrivalsSchema = z.object({
  intervalSeconds: z.int(),
  /** Of the first interval, since the run's start. */
  firstSecond: z.int(),
  /** Requests per second of each interval. */
  production: z.array(z.number()),
  run: z.array(z.number()),
  productionPerSecond: z.number(),
  runPerSecond: z.number(),
  overlapPercent: percent,
})

/** Why arrivals are not compared. */
export const arrivalReasons = ['tooShort', 'noRequests', 'noArrivals'] as const

export const mixFidelitySchema = z.object({
  name: z.string(),
  /** Of the mix, epoch ms. */
  fromMs: z.int(),
  toMs: z.int(),
  fromSeconds: z.int(),
  /** Counted in production, and those of them whose templates are not listed. */
  production: count,
  productionOthers: count,
  /** HTTP requests of the part that ended, without static files. */
  run: count,
  failed: count,
  /** Requests of other protocols and of static files. */
  leftOut: count,
  /** 100 % less half the sum of the differences of shares; null: the run sent nothing that could be compared. */
  overlapPercent: percent.nullable(),
  /** Those of production by frequency, then those of the run alone. */
  templates: z.array(comparedTemplateSchema),
  /** Per response, of templates whose size is known on both sides; null: none is. */
  sizes: z.object({ productionBytes: z.number(), runBytes: z.number() }).nullable(),
  /** Of the arrivals of the mix, s. */
  intervalSeconds: z.int(),
  arrivals: z.union([comparedArrivalsSchema, z.enum(arrivalReasons)]),
})
export type MixFidelity = z.infer<typeof mixFidelitySchema>

/** Why there is no comparison although the scenario names a mix. */
export const mixFaults = ['deleted', 'unknownRequests'] as const

/** null: the scenario names no mix, and in what versions before 0.10 stored. */
export const mixData = {
  mix: z
    .union([mixFidelitySchema, z.enum(mixFaults)])
    .nullable()
    .default(null),
}
