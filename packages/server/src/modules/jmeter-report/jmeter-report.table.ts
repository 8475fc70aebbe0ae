/** Rows of reports of JMeter runs: what was asked for last, and the content that was made last. */
import type {
  JmeterReport,
  JmeterReportContent,
  JmeterReportFailure,
  JmeterReportSettings,
} from '@pone/contract/entities/jmeter-report.ts'
import type { JSONColumnType } from 'kysely'

export interface JmeterReportTable {
  run_id: string
  /** Changes with every wish, so that what was made for an older one is not stored. */
  attempt: string
  state: JmeterReport['state']
  failure: JSONColumnType<JmeterReportFailure> | null
  settings: JSONColumnType<JmeterReportSettings>
  created_at: number
  created_by: string
  content: JSONColumnType<JmeterReportContent> | null
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    jmeter_reports: JmeterReportTable
  }
}
