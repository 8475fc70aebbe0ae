/** Rows of tracing consoles. */

export interface TracingConsoleTable {
  project_id: string
  address: string
  /** Account. */
  updated_by: string
  updated_at: number
}

declare module '../../adapters/database/tables.ts' {
  interface Tables {
    tracing_consoles: TracingConsoleTable
  }
}
