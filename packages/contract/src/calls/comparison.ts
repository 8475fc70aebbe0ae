/** Comparison of runs with a baseline, and the trend of a scenario. */

import { idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import {
  comparedPartsSchema,
  comparisonCurveSchema,
  comparisonSchema,
  trendPointSchema,
} from '../entities/comparison.ts'

const view = inProject('run.view')
const some = z.object({ ...projectScope, parts: comparedPartsSchema })
/** Key of a label as `compare` gave it; null = all requests. */
const labelKey = z.string().max(600).nullable().default(null)

export const comparisonCalls = {
  /** Refused with ComparisonMixed for runs of both engines, RunNotStarted for one without figures, ReportRange for a part outside its run. */
  compare: defineCall({
    path: '/comparison/compare',
    summary: { zh: '对比执行记录', en: 'Compare runs with a baseline' },
    permission: view,
    input: some,
    output: comparisonSchema,
  }),
  curves: defineCall({
    path: '/comparison/curves',
    summary: {
      zh: '对比曲线',
      en: 'Curves of compared runs over elapsed time, of one label or of all requests',
    },
    permission: view,
    input: some.extend({ label: labelKey }),
    output: z.object({
      /** Width of a point, the same for all. */
      secondsPerPoint: z.int().min(1),
      curves: z.array(comparisonCurveSchema),
    }),
  }),
  /** Ended runs of the scenario of a run (imports: of the same name), up to the newest, oldest first. */
  trend: defineCall({
    path: '/comparison/trend',
    summary: { zh: '场景趋势', en: 'The last runs of a scenario' },
    permission: view,
    input: z.object({
      ...projectScope,
      runId: idSchema,
      label: labelKey,
      limit: z.int().min(2).max(100).default(20),
    }),
    output: z.array(trendPointSchema),
  }),
  /** Metrics × labels × runs with the changes, as a table. */
  exportCsv: defineCall({
    path: '/comparison/exportCsv',
    summary: { zh: '导出对比 CSV', en: 'Export the comparison as CSV' },
    permission: view,
    input: some.extend({ language: z.enum(['zh', 'en']).default('zh') }),
    output: z.unknown(),
    download: true,
  }),
}
