/** Operation records for the administrator. */

import { pageQueryShape } from '@pone/schema/common.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { administrator, defineCall } from '../call.ts'
import {
  operationOutcomes,
  operationRanges,
  operationRecordSchema,
  operationStatisticsSchema,
} from '../entities/operation-record.ts'
import { isTimeZone } from '../instant-text.ts'

const range = { range: z.enum(operationRanges).default('1w') }
const statisticsQuery = {
  ...range,
  /** In whose days and hours is counted, e.g. `Asia/Shanghai`. */
  timeZone: z.string().max(64).refine(isTimeZone, 'notTimeZone').default('UTC'),
}

export const operationRecordCalls = {
  list: defineCall({
    path: '/operationRecord/list',
    summary: { zh: '操作记录', en: 'List operation records' },
    permission: administrator,
    input: z.object({
      ...pageQueryShape,
      ...range,
      action: z.string().max(64).default(''),
      account: z.string().max(64).default(''),
      outcome: z.enum(['all', ...operationOutcomes]).default('all'),
    }),
    output: pageOf(operationRecordSchema),
  }),
  /** What was done, refused and failed: per action, per person, and over time. */
  statistics: defineCall({
    path: '/operationRecord/statistics',
    summary: { zh: '操作统计', en: 'Counts of operations' },
    permission: administrator,
    input: z.object(statisticsQuery),
    output: operationStatisticsSchema,
  }),
  /** The same as a table: a line per part of the time, person and action. */
  exportStatistics: defineCall({
    path: '/operationRecord/exportStatistics',
    summary: { zh: '导出操作统计 CSV', en: 'Export counts of operations as CSV' },
    permission: administrator,
    input: z.object({ ...statisticsQuery, language: z.enum(['zh', 'en']).default('zh') }),
    output: z.unknown(),
    download: true,
  }),
  /** Keeps the records of the recent days and deletes the older ones. */
  prune: defineCall({
    path: '/operationRecord/prune',
    summary: { zh: '清理操作记录', en: 'Delete records older than some days' },
    permission: administrator,
    input: z.object({ keepDays: z.int().min(1).max(3_650) }),
    output: z.object({ deleted: z.int() }),
    audit: 'operationRecord.prune',
  }),
}
