/** The report of a run or of a part of it. */

import { idSchema, instantSchema } from '@pone/schema/common.ts'
import { z } from 'zod'
import { reportStateSchema } from '../state-schemas.ts'
import { runDetailSchema } from './run.ts'

/** What every report says of itself; the data of its sections stand beside these fields. */
export const reportFrame = {
  run: runDetailSchema,
  /** Part of the run that the figures cover, ms since its start. */
  fromMs: z.int(),
  toMs: z.int(),
  /** noSla: no rules are defined; notJudged: none of them could be judged on this part. */
  verdict: z.enum(['passed', 'failed', 'noSla', 'notJudged', 'invalid']),
  /** The load machines were the limit, so that the figures are not those of the target; then the verdict is invalid. */
  isGeneratorLimit: z.boolean().default(false),
  /** Sections that could not be made, with the reason: the report is then partly successful. */
  missing: z.array(z.object({ section: z.string(), reason: z.string() })),
}
export type ReportFrame = z.infer<z.ZodObject<typeof reportFrame>>

/** A report's content as it is sent: the frame and the data of all sections, which are defined where they are computed. */
export const reportContentSchema = z.looseObject(reportFrame)

/** Of a conclusion or a note, characters. */
export const maxReportNoteLength = 10_000
export const maxReportNotes = 100

/** What people wrote on a report: one conclusion at most, and notes; plain text with line breaks. */
export const reportNoteSchema = z.object({
  id: idSchema,
  kind: z.enum(['conclusion', 'note']),
  text: z.string(),
  /** Grows by 1 with each change; a change names the one it is based on. */
  version: z.int().min(1),
  createdAt: instantSchema,
  createdBy: z.string(),
  /** Of the last change; those of the creation where there was none. */
  updatedAt: instantSchema,
  updatedBy: z.string(),
})
export type ReportNote = z.infer<typeof reportNoteSchema>

export const reportSchema = z.object({
  id: idSchema,
  runId: idSchema,
  state: reportStateSchema,
  failure: z.string().nullable(),
  fromMs: z.int(),
  toMs: z.int(),
  /** Whether SLA rules are judged on the ramp-up as well. */
  includesRampUp: z.boolean().default(false),
  createdAt: instantSchema,
  createdBy: z.string(),
})
export type Report = z.infer<typeof reportSchema>
