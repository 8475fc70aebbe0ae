/** Rows of reports: the requested range, and the content once generated. */
import type { Report } from '@pone/contract/entities/report.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import type { Generated, JSONColumnType } from 'kysely'

export interface ReportTable {
  id: string
  project_id: string
  run_id: string
  state: Report['state']
  failure: string | null
  from_ms: number
  to_ms: number
  /** Whether SLA rules are evaluated on the ramp-up too. */
  includes_ramp_up: Generated<boolean>
  /** The report generated automatically when the run ends, and again when late results arrive. */
  is_automatic: boolean
  created_at: number
  created_by: string
  content: JSONColumnType<ReportContent> | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    reports: ReportTable
  }
}
