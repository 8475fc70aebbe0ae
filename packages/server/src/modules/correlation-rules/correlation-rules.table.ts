/** Rows of correlation rules, one per project; instants are epoch milliseconds. */
import type { CorrelationRules } from '@pone/schema/correlation-rules.ts'
import type { JSONColumnType } from 'kysely'

export interface CorrelationRulesTable {
  project_id: string
  content: JSONColumnType<CorrelationRules>
  revision: number
  updated_by: string
  updated_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    correlation_rules: CorrelationRulesTable
  }
}
