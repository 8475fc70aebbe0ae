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
  /** Of the file as it was uploaded. */
  path: z.string(),
  sizeBytes: z.int(),
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

/** To the server. It answers what the thread waits for: surveyed, again, batches. */
export const readingNewsSchema = z.discriminatedUnion('kind', [
  /** How far the reading of its stage is, and how many rows it has seen. */
  z.object({
    kind: z.literal('progress'),
    stage: z.enum(['checking', 'storing']),
    done01: z.number(),
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

/** To the thread: it may go on. */
export const goOn = 'go'
