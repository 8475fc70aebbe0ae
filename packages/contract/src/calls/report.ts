/** Reports of runs, whole or of a part of the time. */

import { idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import {
  maxReportNoteLength,
  reportContentSchema,
  reportNoteSchema,
  reportSchema,
} from '../entities/report.ts'

const view = inProject('run.view')
const write = inProject('report.generate')
const noteText = z.string().trim().min(1).max(maxReportNoteLength)
const ofNote = z.object({ ...projectScope, id: idSchema, version: z.int().min(1) })

export const reportCalls = {
  /** Makes a report of [fromMs, toMs) since the run's start; null = from the start, to the end. Widened to whole seconds, as the answer tells. SLA rules are judged on this part anew, the ramp-up left out unless `includesRampUp`. Refused with ReportRange outside the actual run or for an empty range. */
  generate: defineCall({
    path: '/report/generate',
    summary: { zh: '生成报告', en: 'Generate a report' },
    permission: inProject('report.generate'),
    input: z.object({
      ...projectScope,
      runId: idSchema,
      fromMs: z.int().nullable().default(null),
      toMs: z.int().nullable().default(null),
      includesRampUp: z.boolean().default(false),
    }),
    output: reportSchema,
    audit: 'report.generate',
  }),
  list: defineCall({
    path: '/report/list',
    summary: { zh: '报告列表', en: 'Reports of a run, newest first; the whole run’s is made when it ends' },
    permission: view,
    input: z.object({ ...projectScope, runId: idSchema }),
    output: z.array(reportSchema),
  }),
  get: defineCall({
    path: '/report/get',
    summary: { zh: '报告内容', en: 'A report with its content, null while it is being made' },
    permission: view,
    input: z.object({ ...projectScope, id: idSchema }),
    output: reportSchema.extend({ content: reportContentSchema.nullable() }),
  }),
  notes: defineCall({
    path: '/report/notes',
    summary: {
      zh: '报告的结论和备注',
      en: 'The conclusion of a report, if there is one, and its notes, oldest first',
    },
    permission: view,
    input: z.object({ ...projectScope, id: idSchema }),
    output: z.array(reportNoteSchema),
  }),
  /** Refused with EditedMeanwhile for a conclusion where there is one, and with TooManyReportNotes. */
  addNote: defineCall({
    path: '/report/addNote',
    summary: { zh: '填写结论或备注', en: 'Write the conclusion of a report, or a note' },
    permission: write,
    input: z.object({
      ...projectScope,
      id: idSchema,
      kind: reportNoteSchema.shape.kind,
      text: noteText,
    }),
    output: reportNoteSchema,
    audit: 'report.addNote',
  }),
  /** Refused with EditedMeanwhile when `version` is not the stored one. */
  editNote: defineCall({
    path: '/report/editNote',
    summary: { zh: '修改结论或备注', en: 'Change a conclusion or a note' },
    permission: write,
    input: ofNote.extend({ text: noteText }),
    output: reportNoteSchema,
    audit: 'report.editNote',
  }),
  /** Refused with EditedMeanwhile when `version` is not the stored one. */
  deleteNote: defineCall({
    path: '/report/deleteNote',
    summary: { zh: '删除结论或备注', en: 'Delete a conclusion or a note' },
    permission: write,
    input: ofNote,
    output: z.object({}),
    audit: 'report.deleteNote',
  }),
  exportHtml: defineCall({
    path: '/report/exportHtml',
    summary: { zh: '导出 HTML 报告', en: 'Export as one self-contained HTML file' },
    permission: view,
    input: z.object({ ...projectScope, id: idSchema, language: z.enum(['zh', 'en']).default('zh') }),
    output: z.unknown(),
    download: true,
  }),
  /** A row per point of the report's charts; columns for the run, its metrics and machines, and every request and transaction, with units. */
  exportSeries: defineCall({
    path: '/report/exportSeries',
    summary: { zh: '导出全部时间序列 CSV', en: 'Export all time series as one CSV' },
    permission: view,
    input: z.object({ ...projectScope, id: idSchema, language: z.enum(['zh', 'en']).default('zh') }),
    output: z.unknown(),
    download: true,
  }),
  exportCsv: defineCall({
    path: '/report/exportCsv',
    summary: { zh: '导出事务统计 CSV', en: 'Export the transaction table as CSV' },
    permission: view,
    input: z.object({ ...projectScope, id: idSchema, language: z.enum(['zh', 'en']).default('zh') }),
    output: z.unknown(),
    download: true,
  }),
}
