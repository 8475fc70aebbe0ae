/** Calls on operation records. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../http/handler.ts'
import type { OperationRecordService } from './operation-record.service.ts'

export function createOperationRecordApi(
  service: OperationRecordService,
): Handlers<Calls['operationRecord']> {
  return {
    list: input => service.list(input),
    statistics: input => service.statistics(input.range),
    prune: async ({ keepDays }, caller) => {
      caller.audit.target(String(keepDays))
      const deleted = await service.prune(keepDays)
      caller.audit.after({ keepDays, deleted })
      return { deleted }
    },
  }
}
