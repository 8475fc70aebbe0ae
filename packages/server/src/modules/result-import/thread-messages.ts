/** Messages between the server and the worker thread that parses results. */
import { jtlSkipSchema } from '@pone/contract/entities/jtl.ts'
import type { Batch } from '@pone/contract/link/batch.ts'
import { z } from 'zod'

export const packingSchema = z.enum(['none', 'gzip', 'zip'])
/** How the uploaded file is packed. */
export type Packing = z.infer<typeof packingSchema>

/** Initial data of a thread. */
export const readingTaskSchema = z.object({
  runId: z.string(),
  workerId: z.string(),
  /** Origin of the labels. */
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

/** Result of one pass over the file. */
export const surveySchema = z.object({
  rows: z.int(),
  /** First start and last end, epoch ms. */
  startMs: z.number(),
  endMs: z.number(),
  /** Names of samples, as far as a run tells them apart. */
  labels: z.int(),
  /** Longest time by which a row ended before an earlier row of the file. */
  disorderMs: z.number(),
  skips: z.array(jtlSkipSchema),
  lastLine: z.enum(['whole', 'unended', 'half']),
})
export type Survey = z.infer<typeof surveySchema>

/** To the server, which responds to those that the thread waits for: surveyed, again, batches. */
export const readingNewsSchema = z.discriminatedUnion('kind', [
  /** How far the reading of its stage is, and how many rows it has seen. */
  z.object({
    kind: z.literal('progress'),
    stage: z.enum(['checking', 'storing']),
    done01: z.number(),
    rows: z.int(),
  }),
  z.object({ kind: z.literal('surveyed'), survey: surveySchema }),
  /** The stored data is void: the pass is restarted. */
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

/** To the thread: continue. */
export const goOn = 'go'
