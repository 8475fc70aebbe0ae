/** Rows of chart groups; instants are epoch milliseconds. */
import type { ChartGroupContent } from '@pone/contract/entities/chart-group.ts'
import type { JSONColumnType } from 'kysely'

export interface ChartGroupTable {
  id: string
  project_id: string
  name: string
  content: JSONColumnType<ChartGroupContent>
  revision: number
  created_by: string
  created_at: number
  updated_by: string
  updated_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    chart_groups: ChartGroupTable
  }
}
