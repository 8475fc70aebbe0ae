/** What the thread that reads results and the server say to each other. */
import { jtlSkipSchema } from '@pone/contract/entities/jtl.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import { z } from 'zod'

export const packingSchema = z.enum(['none', 'gzip', 'zip'])
/** How the uploaded file is packed. */
export type Packing = z.infer<typeof packingSchema>

/** What a thread is begun with. */
export const readingTaskSchema = z.object({
  runId: z.string(),
  workerId: z.string(),
  /** Where the labels come from. */
  component: z.string(),
  packing: packingSchema,
  utcOffsetMinutes: z.int(),
  dateOrder: z.enum(['dayFirst', 'monthFirst']).nullable(),
  countsSubSamples: z.boolean(),
})
export type ReadingTask = z.infer<typeof readingTaskSchema>

/** What reading the file once tells of it. */
export const surveySchema = z.object({
  rows: z.int(),
  /** First start and last end, epoch ms. */
  startMs: z.number(),
  endMs: z.number(),
  /** Names of samples, as far as a run tells them apart. */
  labels: z.int(),
  /** Longest time by which a row ended before one that stands above it. */
  disorderMs: z.number(),
  skips: z.array(jtlSkipSchema),
  lastLine: z.enum(['whole', 'unended', 'half']),
})
export type Survey = z.infer<typeof surveySchema>

/** To the server. It answers each but the last two. */
export const readingNewsSchema = z.discriminatedUnion('kind', [
  /** Bytes are wanted: the first ones of the file, or the next; the reading is the `pass`th of `passes` of its stage. */
  z.object({
    kind: z.literal('want'),
    /** Comes back with the bytes: those that were asked for by a reading given up meanwhile are of no use. */
    number: z.int(),
    isFirst: z.boolean(),
    stage: z.enum(['checking', 'storing']),
    pass: z.int(),
    passes: z.int(),
    rows: z.int(),
  }),
  z.object({ kind: z.literal('surveyed'), survey: surveySchema }),
  /** What was stored is void: it begins anew. */
  z.object({ kind: z.literal('again') }),
  z.object({ kind: z.literal('batches'), batches: z.custom<Batch[]>(Array.isArray) }),
  z.object({ kind: z.literal('done'), leftOut: z.int() }),
  /** An error of the catalogue. */
  z.object({
    kind: z.literal('refused'),
    code: z.string(),
    params: z.record(
      z.string(),
      z.union([z.string(), z.number(), z.object({ zh: z.string(), en: z.string() })]),
    ),
  }),
])
export type ReadingNews = z.infer<typeof readingNewsSchema>

/** To the thread: the bytes that were wanted, null at the end of the file; or that it may go on. */
export const readingAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), number: z.int(), bytes: z.instanceof(Uint8Array).nullable() }),
  z.object({ kind: z.literal('go') }),
])
export type ReadingAnswer = z.infer<typeof readingAnswerSchema>
