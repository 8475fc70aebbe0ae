/** Rows of what is kept of sessions of monitoring links. */
import type { FlowContent } from '@pone/contract/entities/flow-report.ts'
import type { JSONColumnType } from 'kysely'

interface FlowReportTable {
  session_id: string
  content: JSONColumnType<FlowContent>
  /** Epoch ms. */
  kept_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    flow_reports: FlowReportTable
  }
}
