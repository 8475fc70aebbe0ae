/** Rows of reports: what was asked for, and the content once it has been made. */
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
  /** Whether SLA rules are judged on the ramp-up as well. */
  includes_ramp_up: Generated<boolean>
  /** The one made by itself when the run ends, and made again when late results come in. */
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
