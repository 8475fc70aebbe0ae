/** Slow operations of a monitor: which took the most time in a range, their trend, and how the target executes one. */
import { idSchema, instantSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { maxChartPoints } from '../entities/monitor.ts'
import {
  planAnswerSchema,
  slowOperationListSchema,
  slowOperationTrendSchema,
} from '../entities/slow-operation.ts'

const view = inProject('monitor.view')
const one = { ...projectScope, id: idSchema }
const range = { from: instantSchema, to: instantSchema }
const operationId = z.int().min(1)

export const monitorOperationCalls = {
  /** Those with the longest total time in the range, at most 200; literals are masked. `from` not in the future and before `to`. */
  slowOperations: defineCall({
    path: '/monitor/slowOperations',
    summary: { zh: '慢操作', en: 'Slow operations of a monitor' },
    permission: view,
    input: z.object({
      ...one,
      ...range,
      search: z.string().trim().max(200).default(''),
      points: z.int().min(1).max(200).default(40),
    }),
    output: slowOperationListSchema,
  }),
  slowOperationTrend: defineCall({
    path: '/monitor/slowOperationTrend',
    summary: { zh: '慢操作趋势', en: 'Trend of a slow operation' },
    permission: view,
    input: z.object({
      ...one,
      ...range,
      operationId,
      points: z.int().min(1).max(maxChartPoints).default(300),
    }),
    output: slowOperationTrendSchema,
  }),
  /** Asks the target by the agent that collects; the operation is not executed. */
  slowOperationPlan: defineCall({
    path: '/monitor/slowOperationPlan',
    summary: { zh: '慢操作的执行计划', en: 'Execution plan of a slow operation' },
    permission: view,
    input: z.object({ ...one, operationId }),
    output: planAnswerSchema,
  }),
}
