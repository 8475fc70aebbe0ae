/** Operation records for the administrator. */
import { z } from 'zod'
import { administrator, defineCall } from '../call.ts'
import { pageQueryShape } from '../entities/common.ts'
import { operationRanges, operationRecordSchema } from '../entities/operation-record.ts'
import { pageOf } from '../envelope.ts'

const range = { range: z.enum(operationRanges).default('1w') }

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
    }),
    output: pageOf(operationRecordSchema),
  }),
  statistics: defineCall({
    path: '/operationRecord/statistics',
    summary: { zh: '操作次数统计', en: 'Counts per action' },
    permission: administrator,
    input: z.object(range),
    output: z.array(z.object({ action: z.string(), count: z.int(), accounts: z.int() })),
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
