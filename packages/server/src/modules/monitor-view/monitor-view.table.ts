/** Rows of monitoring views: charts of several monitors that people put together. */
import type { MonitorView } from '@pone/contract/calls/monitor-view.ts'
import type { JSONColumnType } from 'kysely'

export interface MonitorViewTable {
  id: string
  project_id: string
  name: string
  charts: JSONColumnType<MonitorView['charts']>
  updated_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    monitor_views: MonitorViewTable
  }
}
