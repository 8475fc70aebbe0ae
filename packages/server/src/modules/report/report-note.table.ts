/** Rows of what people wrote on reports. */
import type { ReportNote } from '@pone/contract/entities/report.ts'

export interface ReportNoteTable {
  id: string
  report_id: string
  /** A report has one conclusion at most. */
  kind: ReportNote['kind']
  text: string
  version: number
  created_at: number
  created_by: string
  updated_at: number
  updated_by: string
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    report_notes: ReportNoteTable
  }
}
