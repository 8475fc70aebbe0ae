/** The audit of changes, and its statistics. */
import type { ModuleBase } from '../module.ts'
import { createOperationRecordApi } from './operation-record.api.ts'
import { createOperationRecordRepository } from './operation-record.repository.ts'
import { createOperationRecordService } from './operation-record.service.ts'
import { createOperationStatisticsRepository } from './operation-statistics.repository.ts'

export function operationRecordModule({ database, clock }: ModuleBase) {
  const operationRecordRepository = createOperationRecordRepository(database)
  const operationRecords = createOperationRecordService(
    operationRecordRepository,
    createOperationStatisticsRepository(database),
    clock,
  )
  return {
    handlers: { operationRecord: createOperationRecordApi(operationRecords) },
    services: { operationRecords, operationRecordRepository },
  }
}
