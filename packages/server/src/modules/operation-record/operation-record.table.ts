/** Rows of operation records; they outlive the accounts and projects they name. */
import type { OperationOutcome } from '@pone/contract/entities/operation-record.ts'
import type { ColumnType } from 'kysely'

type JsonText = ColumnType<unknown, string | null, never>

export interface OperationRecordTable {
  id: string
  at: number
  action: string
  account: string
  api_token: string | null
  as_administrator: boolean
  from_address: string
  project_id: string | null
  project_name: string | null
  target: string
  before: JsonText
  after: JsonText
  outcome: OperationOutcome
  error_code: string | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    operation_records: OperationRecordTable
  }
}
