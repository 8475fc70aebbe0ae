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

/** What became of an imported file. */
export const importOutcomeSchema = z.object({
  rows: z.int(),
  /** Rows that count as nothing: parts of other samples, transactions without a sample. */
  leftOut: z.int(),
  /** Broken lines by reason, with the numbers of the first ones. */
  skips: z.array(jtlSkipSchema),
  /** The last row was cut off and does not count. */
  isCutOff: z.boolean(),
})
export type ImportOutcome = z.infer<typeof importOutcomeSchema>

/** waiting: other imports come first; checking: read for its times and order; storing: counted into the record; keeping: the samples are put beside it. */
export const importStageSchema = z.enum(['waiting', 'checking', 'storing', 'keeping', 'done', 'failed'])
export type ImportStage = z.infer<typeof importStageSchema>

/** How far the import of a record has come; results are uploaded at once and read in the background. */
export const resultImportSchema = z.object({
  fileName: z.string(),
  stage: importStageSchema,
  /** Imports that come first; 0 unless it waits. */
  ahead: z.int(),
  /** Of the whole work. */
  percent: z.int().min(0).max(100),
  /** Read so far in this stage. */
  rows: z.int(),
  /** Why it failed; null otherwise. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Whether it may be tried again without another upload. */
  canRetry: z.boolean(),
  /** null before its end. */
  outcome: importOutcomeSchema.nullable(),
})
export type ResultImport = z.infer<typeof resultImportSchema>
