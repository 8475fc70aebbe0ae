/** Rows of monitor types of administrators; instants are epoch milliseconds. */
import type { Generated, JSONColumnType } from 'kysely'

export interface MonitorTypeTable {
  name: string
  is_active: boolean
  /** Number of the newest version; goes on after a deletion. */
  newest: number
  is_deleted: Generated<boolean>
}

export interface MonitorTypeVersionTable {
  name: string
  version: number
  /** As it was written. */
  text: string
  /** The type that was read of it. */
  definition: JSONColumnType<object>
  created_by: string
  created_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    monitor_types: MonitorTypeTable
    monitor_type_versions: MonitorTypeVersionTable
  }
}
