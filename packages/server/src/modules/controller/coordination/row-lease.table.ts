/** Rows of the leases of unique parameter rows: what a restarted controller must not give again. */

export interface RunRowLeaseTable {
  run_id: string
  worker_id: string
  /** Names the parameter within the plan. */
  parameter: string
  /** Number of the worker's request for the parameter, from 1. */
  request: number
  row_count: number
  /** The rows [from_row, to_row). */
  from_row: number
  to_row: number
  is_reusable: boolean
  /** Its worker is gone, and others may have the rows. */
  is_given_back: boolean
}

declare module '../../../adapters/database/tables.ts' {
  interface Tables {
    run_row_leases: RunRowLeaseTable
  }
}
