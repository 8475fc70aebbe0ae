/** Rows of tracing systems. */
import type { TracingSystemSettings } from '@pone/contract/entities/tracing-system.ts'
import type { JSONColumnType } from 'kysely'

export interface TracingSystemTable {
  project_id: string
  settings: JSONColumnType<TracingSystemSettings>
  /** Password or token, sealed; null: without sign-in. */
  sealed_secret: string | null
  /** Account. */
  updated_by: string
  updated_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    tracing_systems: TracingSystemTable
  }
}
