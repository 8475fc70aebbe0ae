/** Rows of operation records; they outlive the accounts and projects they name. */
import type { OperationOutcome } from '@pone/contract/entities/operation-record.ts'
import type { ErrorParams } from '@pone/contract/errors.ts'
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
  /** Of what is deleted by age, the number grows. */
  after: ColumnType<unknown, string | null, unknown>
  outcome: OperationOutcome
  error_code: string | null
  /** Of the text of `error_code`; null without an error, and in records before 0.9.0. */
  error_params: ColumnType<ErrorParams | null, string | null, never>
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    operation_records: OperationRecordTable
  }
}
