/** Calls on operation records. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { OperationRecordService } from './operation-record.service.ts'
import { statisticsCsv } from './statistics-csv.ts'

const fileNames = { zh: '操作统计', en: 'operations' } as const

export function createOperationRecordApi(
  service: OperationRecordService,
): Handlers<Calls['operationRecord']> {
  return {
    list: input => service.list(input),
    statistics: input => service.statistics(input),
    exportStatistics: async ({ language, ...asked }) => ({
      name: `${fileNames[language]} ${asked.range}.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: statisticsCsv(await service.counts(asked), { language, timeZone: asked.timeZone }),
    }),
    prune: async ({ keepDays }, caller) => {
      caller.audit.target(String(keepDays))
      const deleted = await service.prune(keepDays)
      caller.audit.after({ keepDays, deleted })
      return { deleted }
    },
  }
}
