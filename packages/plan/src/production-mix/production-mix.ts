/** A production mix: which requests came how often, when, and with responses of which size, as they were counted in production. */
import { z } from 'zod'

export const maxMixTemplates = 500
export const maxMixIntervals = 4_096
export const maxMixLists = 80
/** Of one list. */
export const maxMixValues = 100
export const maxMixValueLength = 300
export const maxMixPathLength = 500
export const maxMixUrlLength = 2_000

const count = z.int().min(0)
const listNameSchema = z.string().regex(/^[A-Za-z_]\w{0,63}$/)

/** Of responses whose size is known, bytes; the quantiles are at most 2 % too large, more where sizes differ a hundredfold. */
export const responseSizesSchema = z.object({
  count: z.int().min(1),
  meanBytes: z.number().min(0),
  p50Bytes: z.number().min(0),
  p95Bytes: z.number().min(0),
})
export type ResponseSizes = z.infer<typeof responseSizesSchema>

/** Requests of one method and path. */
export const mixTemplateSchema = z.object({
  method: z.string().regex(/^[A-Z]{3,10}$/),
  /** Such as `https://shop.example`; '' where the source does not tell it. */
  origin: z.string().max(300),
  /** Such as `/orders/{id}`. */
  path: z.string().startsWith('/').max(maxMixPathLength),
  /** Path and query as a step sends them; `{{name}}` stands for a list of values or a secret. */
  url: z.string().startsWith('/').max(maxMixUrlLength),
  count: z.int().min(1),
  /** null: no size is known. */
  sizes: responseSizesSchema.nullable(),
})
export type MixTemplate = z.infer<typeof mixTemplateSchema>

export const productionMixDocumentSchema = z.object({
  /** Where it was counted. */
  source: z.object({ kind: z.literal('accessLog'), name: z.string().max(300) }),
  /** Instants of the first and the last request, epoch ms. */
  fromMs: count,
  toMs: count,
  /** Without static files and refused requests; those of templates and the others. */
  requests: z.int().min(1),
  /** Requests of rare templates, which are not listed. */
  otherRequests: count,
  staticRequests: count,
  /** Answered with a status that scanners get, or of a method that no step sends. */
  refusedRequests: count,
  intervalSeconds: z.int().min(1),
  /** Requests of each interval; the first one begins at `fromMs` rounded down to a whole interval. */
  arrivals: z.array(count).min(1).max(maxMixIntervals),
  /** Visits of clients, which end with a pause of half an hour. */
  visits: count,
  /** Between two requests of a visit; null: no visit has two. */
  meanPauseMs: z.number().min(0).nullable(),
  /** The most frequent ones first. */
  templates: z.array(mixTemplateSchema).min(1).max(maxMixTemplates),
  /** Values that addresses refer to. */
  lists: z
    .array(
      z.object({
        name: listNameSchema,
        values: z.array(z.string().max(maxMixValueLength)).min(1).max(maxMixValues),
      }),
    )
    .max(maxMixLists),
  /** Names of secret variables that addresses refer to. */
  secrets: z.array(z.string().min(1).max(200)).max(maxMixLists),
})
export type ProductionMixDocument = z.infer<typeof productionMixDocumentSchema>
