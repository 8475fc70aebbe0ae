/** Rows of tracing consoles. */
import type { Generated } from 'kysely'

export interface TracingConsoleTable {
  project_id: string
  /** '' = none, as `trace_address`. */
  address: string
  trace_address: Generated<string>
  /** Account. */
  updated_by: string
  updated_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    tracing_consoles: TracingConsoleTable
  }
}
