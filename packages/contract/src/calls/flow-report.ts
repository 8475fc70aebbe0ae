/** Data-flow reports: what a monitoring link collected in one of its sessions, which `monitorLink.sessions` lists. */
import { done, idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { flowComparisonSchema, flowReportSchema } from '../entities/flow-report.ts'

const view = inProject('monitor.view')
const one = { ...projectScope, id: idSchema }
const language = z.enum(['zh', 'en']).default('zh')
const inLanguage = z.object({ ...one, language })
const compared = z.object({ ...projectScope, baseId: idSchema, otherId: idSchema })
const comparedInLanguage = compared.extend({ language })

export const flowReportCalls = {
  /** `id`: of the session. While the link runs, what was collected so far. */
  get: defineCall({
    path: '/flowReport/get',
    summary: { zh: '监控流', en: 'A monitoring stream' },
    permission: view,
    input: z.object(one),
    output: flowReportSchema,
  }),
  /** Refused with FlowReportRunning when a link of one of them runs; then none is deleted. */
  delete: defineCall({
    path: '/flowReport/delete',
    summary: { zh: '删除监控流', en: 'Delete monitoring streams' },
    permission: inProject('monitor.edit'),
    input: z.object({ ...projectScope, ids: z.array(idSchema).min(1).max(100) }),
    output: done,
    audit: 'flowReport.delete',
  }),
  /** Counter by counter. Refused with FlowReportsOfOneLink for sessions of different links. */
  compare: defineCall({
    path: '/flowReport/compare',
    summary: { zh: '对比同一链路的两次监控流', en: 'Compare two sessions of a monitoring link' },
    permission: view,
    input: compared,
    output: flowComparisonSchema,
  }),
  /** Which sessions are compared, and below it the counters. */
  exportComparisonCsv: defineCall({
    path: '/flowReport/exportComparisonCsv',
    summary: { zh: '导出监控流对比 CSV', en: 'Export a comparison as CSV' },
    permission: view,
    input: comparedInLanguage,
    output: z.unknown(),
    download: true,
  }),
  /** The same tables, each on a sheet. */
  exportComparisonExcel: defineCall({
    path: '/flowReport/exportComparisonExcel',
    summary: { zh: '导出监控流对比 Excel', en: 'Export a comparison as Excel workbook' },
    permission: view,
    input: comparedInLanguage,
    output: z.unknown(),
    download: true,
  }),
  exportHtml: defineCall({
    path: '/flowReport/exportHtml',
    summary: { zh: '导出监控流 HTML 报告', en: 'Export as one self-contained HTML file' },
    permission: view,
    input: inLanguage,
    output: z.unknown(),
    download: true,
  }),
  /** Statistics, events, load tests and the series, one table below the other. */
  exportCsv: defineCall({
    path: '/flowReport/exportCsv',
    summary: { zh: '导出监控流 CSV', en: 'Export as CSV' },
    permission: view,
    input: inLanguage,
    output: z.unknown(),
    download: true,
  }),
  /** The same tables, each on a sheet. */
  exportExcel: defineCall({
    path: '/flowReport/exportExcel',
    summary: { zh: '导出监控流 Excel', en: 'Export as Excel workbook' },
    permission: view,
    input: inLanguage,
    output: z.unknown(),
    download: true,
  }),
}
